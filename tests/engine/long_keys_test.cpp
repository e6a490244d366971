// Story: `_id`s of 480 bytes or more were accepted twice and never found again: their entries carry the RecordId, so the
// tree refused no second one and a lookup of the bare key met nothing. Long keys must behave as short ones do.
#include "tests/support/test_store.h"

#include <sheaf/bson/builder.h>

#include <string>
#include <vector>

using namespace sheaf;
using sheaf::test::TestStore;

namespace {

const std::string kStem(600, 'x');

// The values of `field` of what a find gives, in its order.
std::string found(Collection collection, const bson::Document& filter, const FindOptions& options = {}) {
    std::string result;
    for (const DocumentView document : collection.find(filter, options)) result += document["n"].toJson() + " ";
    return result;
}

std::int32_t codeOf(Collection collection, const bson::Document& document) {
    try {
        collection.insertOne(document);
        return 0;
    } catch (const Error& error) {
        return error.number();
    }
}

// Ids that share their first 600 bytes, as strings, in documents and as binary data; n counts them in their order.
std::vector<bson::Document> longIds() {
    std::vector<bson::Document> documents;
    std::int32_t n = 0;
    for (const char* end : {"", "a", "b", "ba"}) documents.push_back(bson::make("_id", kStem + end, "n", n++));
    documents.push_back(bson::make("_id", bson::make("k", kStem, "v", 1), "n", n++));
    documents.push_back(bson::make("_id", bson::make("k", kStem, "v", 2.5), "n", n++));
    const std::vector<std::uint8_t> bytes(700, 7);
    documents.push_back(bson::make("_id", bson::BinaryView{0, bytes.data(), bytes.size()}, "n", n++));
    return documents;
}

}  // namespace

TEST_CASE("long _ids are unique, are found, sorted, updated and deleted") {
    TestStore store;
    Collection c = store.collection();
    const std::vector<bson::Document> documents = longIds();
    CHECK(c.insertMany(std::span<const bson::Document>(documents)).insertedCount == 7);
    for (const bson::Document& document : documents) {
        CAPTURE(document["n"].toJson());
        CHECK(codeOf(c, document) == 11000);
        const bson::Document byId = bson::make("_id", document["_id"]);
        CHECK(found(c, byId) == document["n"].toJson() + " ");
        CHECK(c.updateOne(byId, parse("{$inc: {m: 1}}")).modifiedCount == 1);
        CHECK(c.countDocuments(byId) == 1);
    }
    CHECK(codeOf(c, bson::make("_id", bson::make("k", kStem, "v", 1.0))) == 11000);  // equal, whatever the number's type
    FindOptions options;
    options.sort = bson::make("_id", 1);
    CHECK(found(c, {}, options) == "0 1 2 3 4 5 6 ");
    options.sort = bson::make("_id", -1);
    CHECK(found(c, {}, options) == "6 5 4 3 2 1 0 ");
    options.batchSize = 1;  // the position is taken up again inside the run of equal prefixes
    CHECK(found(c, {}, options) == "6 5 4 3 2 1 0 ");
    for (const bson::Document& document : documents) {
        CHECK(c.deleteOne(bson::make("_id", document["_id"])).deletedCount == 1);
        CHECK(codeOf(c, document) == 0);
    }
    CHECK(c.deleteMany({}).deletedCount == 7);
}

TEST_CASE("a batch with a long _id that is there already does as other batches do") {
    for (const bool ordered : {true, false}) {
        CAPTURE(ordered);
        TestStore store;
        Collection c = store.collection();
        c.insertOne(bson::make("_id", kStem, "n", 0));
        std::vector<bson::Document> batch;
        batch.push_back(bson::make("_id", 1, "n", 1));
        batch.push_back(bson::make("_id", kStem, "n", 2));
        batch.push_back(bson::make("_id", kStem + "z", "n", 3));
        batch.push_back(bson::make("_id", kStem + "z", "n", 4));
        batch.push_back(bson::make("_id", 2, "n", 5));
        InsertOptions options;
        options.ordered = ordered;
        const InsertManyResult result = c.insertMany(std::span<const bson::Document>(batch), options);
        CHECK(result.insertedCount == (ordered ? 1 : 3));
        REQUIRE(result.writeErrors.size() == (ordered ? 1 : 2));
        CHECK(result.writeErrors[0].index == 1);
        CHECK(result.writeErrors[0].code == 11000);
        if (!ordered) CHECK(result.writeErrors[1].index == 3);
    }
}

TEST_CASE("a unique index over long values refuses the second, when it is built and afterwards") {
    TestStore store;
    Collection c = store.collection();
    IndexOptions unique;
    unique.unique = true;
    c.insertOne(bson::make("_id", 1, "t", kStem));
    c.insertOne(bson::make("_id", 2, "t", kStem + "a"));
    c.insertOne(bson::make("_id", 3, "t", kStem));
    CHECK_THROWS_AS(c.createIndex({{"t", 1}}, unique), Error);
    CHECK(c.listIndexes().size() == 1);
    c.deleteOne(bson::make("_id", 3));
    c.createIndex({{"t", 1}}, unique);
    CHECK(codeOf(c, bson::make("_id", 4, "t", kStem)) == 11000);
    CHECK(codeOf(c, bson::make("_id", 5, "t", kStem + "b")) == 0);
    CHECK_THROWS_AS(c.updateOne(bson::make("_id", 5), bson::make("$set", bson::make("t", kStem))), Error);
    CHECK(c.updateOne(bson::make("_id", 5), bson::make("$set", bson::make("t", kStem + "c"))).modifiedCount == 1);
    CHECK(c.countDocuments(bson::make("t", kStem + "c")) == 1);
}
