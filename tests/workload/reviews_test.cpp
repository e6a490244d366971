// The workload is the same on every machine, and is what its table says.
#include "bench/workload/big_document.h"
#include "bench/workload/corpus.h"
#include "bench/workload/vocabulary.h"


#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

using namespace sheaf;
using namespace sheaf::bench;

namespace {

constexpr std::uint32_t kSample = 20'000;
const Corpus& sample() { return Corpus::shared(kSample); }

bool isNear(double value, double expected, double tolerance) {
    return value > expected - tolerance && value < expected + tolerance;
}

}  // namespace

TEST_CASE("splitmix64 from seed 42 gives the published sequence") {
    SplitMix64 random(42);
    CHECK(random.next() == 13679457532755275413U);
    CHECK(random.next() == 2949826092126892291U);
    CHECK(random.next() == 5139283748462763858U);
}

TEST_CASE("the same seed gives the same bytes, and a longer run begins like a shorter one") {
    const Corpus& corpus = sample();
    const Corpus shorter(100);
    for (std::uint32_t i = 0; i < shorter.size(); ++i) {
        REQUIRE(fingerprint(shorter.document(i).bytes()) == fingerprint(corpus.document(i).bytes()));
    }
    std::uint64_t all = fingerprint({});
    for (const DocumentView document : corpus.documents()) all = fingerprint(document.bytes(), all);
    CHECK(all == 10444479498202471203U);
}

TEST_CASE("a review has its fields in the order of the table, and its types") {
    struct Field { const char* name; bson::Type type; };
    const Field fields[] = {{"_id", bson::Type::Int64},       {"material", bson::Type::Document},
                            {"member", bson::Type::Document}, {"score", bson::Type::Int32},
                            {"text", bson::Type::String},     {"tags", bson::Type::Array},
                            {"votes", bson::Type::Int32},     {"date", bson::Type::Date},
                            {"state", bson::Type::String}};
    std::int64_t id = 0;
    for (const DocumentView document : sample().documents()) {
        REQUIRE(document["_id"].asInt64() == ++id);
        const Field* field = fields;
        for (const bson::Element& element : document) {
            REQUIRE(element.name == field->name);
            REQUIRE(element.value.type() == field->type);
            ++field;
        }
        REQUIRE(field == std::end(fields));
        const DocumentView material = document["material"].asDocument();
        const auto materialId = static_cast<std::uint32_t>(material["material_id"].asInt32());
        REQUIRE(material["title"].asString() == titleOf(materialId));
        REQUIRE(material["type"].asString() == materialTypeOf(materialId));
    }
}

TEST_CASE("sizes and shares are those of the table") {
    const Corpus& corpus = sample();
    const double documents = corpus.size();
    std::map<std::string_view, double> states;
    std::map<std::int32_t, double> scores;
    std::map<std::uint32_t, std::uint32_t> materials;
    double tags = 0;
    double firstTag = 0;
    double votes = 0;
    for (std::uint32_t i = 0; i < corpus.size(); ++i) {
        const Review& review = corpus.facts(i);
        REQUIRE(review.tags.size() >= 3);
        REQUIRE(review.tags.size() <= 8);
        REQUIRE(std::set<std::uint32_t>(review.tags.begin(), review.tags.end()).size() == review.tags.size());
        REQUIRE(review.votes < 1'000);
        REQUIRE(review.dateMs >= kFirstDateMs);
        REQUIRE(review.dateMs < kFirstDateMs + static_cast<std::int64_t>(kDateSpanMs));
        const std::size_t text = corpus.document(i)["text"].asString().size();
        REQUIRE(text >= 200);
        REQUIRE(text < 310);
        states[stateName(review.state)] += 1 / documents;
        scores[review.score] += 1 / documents;
        ++materials[review.materialId];
        tags += static_cast<double>(review.tags.size());
        firstTag += std::count(review.tags.begin(), review.tags.end(), 0U) > 0 ? 1 : 0;
        votes += review.votes;
    }
    CHECK(isNear(static_cast<double>(corpus.bytes()) / documents, 600, 30));
    CHECK(isNear(tags / documents, 5.5, 0.05));
    CHECK(isNear(firstTag / documents, 0.28, 0.02));
    CHECK(isNear(votes / documents, 249.5, 8));
    CHECK(isNear(states["published"], 0.85, 0.01));
    CHECK(isNear(states["draft"], 0.10, 0.01));
    CHECK(isNear(scores[1], 0.10, 0.01));
    CHECK(isNear(scores[3], 0.20, 0.01));
    CHECK(isNear(scores[5], 0.30, 0.015));
    // Zipf: the first rank takes 1 / H(20000), the second half of that.
    CHECK(isNear(materials[7'919] / documents, 0.0954, 0.008));
    CHECK(isNear(materials[15'838] / documents, 0.0477, 0.006));
}

TEST_CASE("words, tags and types are distinct and of the promised length") {
    std::set<std::string_view> words;
    std::set<std::string_view> tags;
    double length = 0;
    for (std::uint32_t i = 0; i < kWords; ++i) words.insert(wordOf(i));
    for (std::uint32_t i = 0; i < kTags; ++i) {
        tags.insert(tagOf(i));
        length += static_cast<double>(tagOf(i).size()) / kTags;
    }
    CHECK(words.size() == kWords);
    CHECK(tags.size() == kTags);
    CHECK(isNear(length, 15, 2));
    CHECK(materialTypeOf(kBookType) == "book");
    CHECK(materialTypeOf(7'919) == materialTypeOf(7));
}

TEST_CASE("a big document fills its size but for one comment and the room for a record's header") {
    for (const std::size_t bytes : kBigDocumentBytes) {
        CAPTURE(bytes);
        const Document document = makeBigDocument(3, bytes);
        CHECK(document.size() <= bytes - 32);
        CHECK(document.size() + 320 > bytes);
        CHECK(document["votes"].asInt32() == 7);
        CHECK(document["comments"].asArray().countElements() >= 1);
        CHECK(fingerprint(document.view().bytes()) == fingerprint(makeBigDocument(3, bytes).view().bytes()));
    }
}
