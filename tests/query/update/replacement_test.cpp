// Replacements, and the documents that upserts insert.

#include "update_support.h"

#include "query/update/upsert.h"

using namespace sheaf;
using namespace sheaf::query;
using namespace sheaf::query::test;

TEST_CASE("a replacement keeps _id and puts it first") {
    const UpdateCase cases[] = {
        {"without _id", R"({"_id": 1, "a": 1})", R"({"b": 2})", R"({"_id": 1, "b": 2})"},
        {"with the same _id elsewhere", R"({"_id": 1, "a": 1})", R"({"b": 2, "_id": 1, "c": 3})",
         R"({"_id": 1, "b": 2, "c": 3})"},
        {"empty", R"({"_id": 1, "a": 1})", R"({})", R"({"_id": 1})"},
        {"equal bytes", R"({"_id": 1, "a": 1})", R"({"a": 1})", "same"},
        {"another type of number", R"({"_id": 1, "a": 1})", R"({"a": 1.0})", R"({"_id": 1, "a": 1.0})"},
        {"another order is a change", R"({"_id": 1, "a": 1, "b": 2})", R"({"b": 2, "a": 1})",
         R"({"_id": 1, "b": 2, "a": 1})"},
        {"another _id", R"({"_id": 1, "a": 1})", R"({"_id": 2})", "ImmutableField"},
        {"an equal _id of another type", R"({"_id": 1})", R"({"_id": 1.0, "a": 1})", R"({"_id": 1, "a": 1})"},
        {"a dollar name at the top", R"({"_id": 1})", R"({"a": 1, "$b": 2})", "DollarPrefixedFieldName"},
        {"a dollar name further down", R"({"_id": 1})", R"({"a": {"$b": 2}})", R"({"_id": 1, "a": {"$b": 2}})"},
        {"an array as _id", R"({"a": 1})", R"({"_id": [1]})", "InvalidIdField"},
    };
    checkAll(cases);
}

TEST_CASE("an empty timestamp at the top of a replacement becomes the statement's") {
    UpdateContext context;
    context.timestamp = bson::Timestamp{77, 3};
    CHECK(outcomeOf(R"({"_id": 1})",
                    R"({"t": {"$timestamp": {"t": 0, "i": 0}}, "_id": 1, "u": {"$timestamp": {"t": 0, "i": 0}},
                        "d": {"t": {"$timestamp": {"t": 0, "i": 0}}}})",
                    context) == expected(R"({"_id": 1, "t": {"$timestamp": {"t": 77, "i": 3}},
                        "u": {"$timestamp": {"t": 77, "i": 3}}, "d": {"t": {"$timestamp": {"t": 0, "i": 0}}}})"));
}

TEST_CASE("a replacement is refused for many documents, and an array of stages is no update document") {
    UpdateOptions options;
    options.isMulti = true;
    CHECK(outcomeOf(R"({"_id": 1})", R"({"a": 1})", {}, options) == "FailedToParse");
    CHECK(outcomeOf(R"({"_id": 1})", R"({"$set": {"a": 1}})", {}, options) == expected(R"({"_id": 1, "a": 1})"));
    CHECK_THROWS_AS(Update::parse(Value(5)), Error);
}

namespace {

// The upserted document without a generated _id, or the error's codeName.
std::string upserted(const std::string& filter, const std::string& update) {
    try {
        const bson::Document parsedFilter = parse(filter);
        const bson::Document parsed = parse(update);
        bson::Buffer out;
        out.append(std::uint8_t{'x'});
        buildUpsertDocument(parsedFilter.view(), Update::parse(parsed.view().asValue()), {}, out);
        const DocumentView document(out.data() + 1, out.size() - 1);
        CHECK(bool(bson::validate(document.bytes(), bson::kStoredLimits)));
        CHECK(document.begin()->name == "_id");
        if (document["_id"].type() != bson::Type::ObjectId) return canonical(document);
        bson::Buffer rest;
        const bson::Document unset = parse(R"({"a": 1})");
        std::string text = canonical(document);
        const std::size_t end = text.find("}", text.find("$oid")) + 1;
        return "{" + text.substr(end + (text[end] == ',' ? 1 : 0));
    } catch (const Error& error) {
        return error.codeName();
    }
}

}  // namespace

TEST_CASE("an upsert takes from the filter what it fixes") {
    struct Case {
        std::string filter;
        std::string update;
        std::string outcome;
    };
    const Case cases[] = {
        {R"({"x": 1})", R"({"$set": {"a": 1}})", R"({"x": 1, "a": 1})"},
        {R"({"x": {"$eq": 1}})", R"({"$set": {"a": 1}})", R"({"x": 1, "a": 1})"},
        {R"({"x": {"$in": [1]}})", R"({"$set": {"a": 1}})", R"({"x": 1, "a": 1})"},
        {R"({"x": {"$all": [1]}})", R"({"$set": {"a": 1}})", R"({"x": 1, "a": 1})"},
        {R"({"$and": [{"x": 1}]})", R"({"$set": {"a": 1}})", R"({"x": 1, "a": 1})"},
        {R"({"$or": [{"x": 1}]})", R"({"$set": {"a": 1}})", R"({"x": 1, "a": 1})"},
        {R"({"x.x": 1})", R"({"$set": {"a": 1}})", R"({"x": {"x": 1}, "a": 1})"},
        {R"({"x": {"$gt": 1}})", R"({"$set": {"a": 1}})", R"({"a": 1})"},
        {R"({"x": {"$in": [1, 2]}})", R"({"$set": {"a": 1}})", R"({"a": 1})"},
        {R"({"x": {"$not": {"$eq": 1}}})", R"({"$set": {"a": 1}})", R"({"a": 1})"},
        {R"({"$or": [{"x": 1}, {"x": 2}]})", R"({"$set": {"a": 1}})", R"({"a": 1})"},
        {R"({"x": {"$elemMatch": {"y": 1}}})", R"({"$set": {"a": 1}})", R"({"a": 1})"},
        {R"({"f1.x": 1, "f1.y": {"$eq": 2}, "f1.z": {"$ne": 3}})", R"({"$set": {"a": 1}})",
         R"({"f1": {"x": 1, "y": 2}, "a": 1})"},
        {R"({"x": 1, "x.x": 1})", R"({"$set": {"a": 1}})", "NotSingleValueField"},
        {R"({"x": {"$all": [1, 2]}})", R"({"$set": {"a": 1}})", "NotSingleValueField"},
        {R"({"$and": [{"x": 1}, {"x": 2}]})", R"({"$set": {"a": 1}})", "NotSingleValueField"},
        {R"({"x": null})", R"({"$set": {"a": 1}})", R"({"x": null, "a": 1})"},
        {R"({"x": {"y": 1}})", R"({"$set": {"x.z": 2}})", R"({"x": {"y": 1, "z": 2}})"},
        {R"({"x": 1})", R"({"$inc": {"x": 2}})", R"({"x": 3})"},
        {R"({"x": 1})", R"({"$unset": {"x": 1}})", R"({})"},
        {R"({"x": 1})", R"({"$setOnInsert": {"y": 2}})", R"({"x": 1, "y": 2})"},
        {R"({"x": 1})", R"({"$pop": {"y": 1}})", R"({"x": 1})"},
        {R"({"x": 1})", R"({"$set": {"x.y": 2}})", "PathNotViable"},
        {R"({"a": [1]})", R"({"$set": {"a.$": 2}})", "BadValue"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.filter);
        CAPTURE(c.update);
        CHECK(upserted(c.filter, c.update) == expected(c.outcome));
    }
}

TEST_CASE("an upsert's _id comes from the filter, the update, or is generated") {
    struct Case {
        std::string filter;
        std::string update;
        std::string outcome;
    };
    const Case cases[] = {
        {R"({"x": 1, "_id": 5})", R"({"$set": {"a": 1}})", R"({"_id": 5, "x": 1, "a": 1})"},
        {R"({"x": 1})", R"({"$set": {"_id": 6}})", R"({"_id": 6, "x": 1})"},
        {R"({"x": 1})", R"({"$setOnInsert": {"_id": 6}})", R"({"_id": 6, "x": 1})"},
        {R"({"_id": 5})", R"({"$set": {"_id": 6}})", "ImmutableField"},
        {R"({"_id": 5})", R"({"$set": {"_id": 5, "a": 1}})", R"({"_id": 5, "a": 1})"},
        {R"({"_id.a": 5})", R"({"$set": {"a": 1}})", R"({"_id": {"a": 5}, "a": 1})"},
        {R"({"_id": 5, "x": 1})", R"({"y": 2})", R"({"_id": 5, "y": 2})"},
        {R"({"_id": 5})", R"({"_id": 6, "y": 2})", "ImmutableField"},
        {R"({"x": 1})", R"({"y": 2, "_id": 6})", R"({"_id": 6, "y": 2})"},
        {R"({"x": 1})", R"({"y": 2})", R"({"y": 2})"},
        {R"({"_id.a": 5})", R"({"y": 2})", "Location111"},
        {R"({})", R"({})", R"({})"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.filter);
        CAPTURE(c.update);
        CHECK(upserted(c.filter, c.update) == expected(c.outcome));
    }
}
