// `$`, `$[]` and `$[<identifier>]` in the paths of updates.

#include "update_support.h"

#include "query/filter/filter.h"

using namespace sheaf;
using namespace sheaf::query;
using namespace sheaf::query::test;

namespace {

UpdateContext at(std::uint32_t index) {
    UpdateContext context;
    context.positionalIndex = index;
    return context;
}

std::string withArrayFilters(const std::string& document, const std::string& update, const char* filters) {
    const bson::Document parsed = parse(filters);
    UpdateOptions options;
    for (ValueView filter : parsed["f"].asArray()) options.arrayFilters.push_back(filter.asDocument());
    return outcomeOf(document, update, {}, options);
}

}  // namespace

TEST_CASE("`$` stands for the position that the filter matched") {
    CHECK(outcomeOf(R"({"a": [5, 6, 5]})", R"({"$inc": {"a.$": 1}})", at(0)) == expected(R"({"a": [6, 6, 5]})"));
    CHECK(outcomeOf(R"({"a": [{"b": 0}, {"b": 1}]})", R"({"$set": {"a.$.b": 7}})", at(1)) ==
          expected(R"({"a": [{"b": 0}, {"b": 7}]})"));
    CHECK(outcomeOf(R"({"a": [{"b": [0, 1]}]})", R"({"$set": {"a.0.b.$": 2}})", at(1)) ==
          expected(R"({"a": [{"b": [0, 2]}]})"));
    CHECK(outcomeOf(R"({"a": [{"b": [0, 1]}]})", R"({"$set": {"a.$.b.1": 2}})", at(0)) ==
          expected(R"({"a": [{"b": [0, 2]}]})"));
    CHECK(outcomeOf(R"({"a": [1, 2]})", R"({"$unset": {"a.$": 1}})", at(0)) == expected(R"({"a": [null, 2]})"));
    CHECK(outcomeOf(R"({"a": [0]})", R"({"$set": {"a.$": 2}})") == "BadValue");
}

TEST_CASE("`$` meets other paths to the same element") {
    CHECK(outcomeOf(R"({"a": [{}, {}]})", R"({"$set": {"a.$.x": 1, "a.1.y": 2}})", at(1)) ==
          expected(R"({"a": [{}, {"x": 1, "y": 2}]})"));
    CHECK(outcomeOf(R"({"a": [{}, {}]})", R"({"$set": {"a.$.x": 1, "a.0.y": 2}})", at(1)) ==
          expected(R"({"a": [{"y": 2}, {"x": 1}]})"));
    CHECK(outcomeOf(R"({"a": [{}, {}]})", R"({"$set": {"a.$.x": 1, "a.1.x": 2}})", at(1)) ==
          "ConflictingUpdateOperators");
    CHECK(outcomeOf(R"({"a": [{}, {}]})", R"({"$set": {"a.$": 1, "a.1": 2}})", at(1)) ==
          "ConflictingUpdateOperators");
}

TEST_CASE("the position comes from the filter's match") {
    struct Case {
        std::string document;
        std::string filter;
        std::string update;
        std::string outcome;
    };
    const Case cases[] = {
        {R"({"a": [0]})", R"({"a.0": 0})", R"({"$set": {"a.$": 2}})", "BadValue"},
        {R"({"a": [{"b": [0, 1]}]})", R"({"a.0.b": 1})", R"({"$set": {"a.0.b.$": 2}})",
         R"({"a": [{"b": [0, 2]}]})"},
        {R"({"a": [{"b": [0, 1]}]})", R"({"a.b.1": 1})", R"({"$set": {"a.$.b.1": 2}})",
         R"({"a": [{"b": [0, 2]}]})"},
        {R"({"a": [0, 1], "b": [0]})", R"({"a": 1, "b.0": 0})", R"({"$set": {"a.$": 2}})",
         R"({"a": [0, 2], "b": [0]})"},
        {R"({"a": [5, 6, 5]})", R"({"a": 5})", R"({"$inc": {"a.$": 1}})", R"({"a": [6, 6, 5]})"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.filter);
        MatchDetails details;
        REQUIRE(Filter::parse(parse(c.filter)).matches(parse(c.document), &details));
        UpdateContext context;
        context.positionalIndex = details.positionalIndex;
        CHECK(outcomeOf(c.document, c.update, context) == expected(c.outcome));
    }
}

TEST_CASE("`$[]` stands for every element") {
    const UpdateCase cases[] = {
        {"all numbers", R"({"a": [1, 2]})", R"({"$inc": {"a.$[]": 10}})", R"({"a": [11, 12]})"},
        {"a field of all", R"({"a": [{"b": 1}, {}]})", R"({"$set": {"a.$[].b": 5}})", R"({"a": [{"b": 5}, {"b": 5}]})"},
        {"arrays in arrays", R"({"a": [[1], [2, 3]]})", R"({"$mul": {"a.$[].$[]": 2}})", R"({"a": [[2], [4, 6]]})"},
        {"with a fixed position", R"({"a": [{}, {}]})", R"({"$set": {"a.$[].x": 1, "a.0.y": 2}})",
         R"({"a": [{"x": 1, "y": 2}, {"x": 1}]})"},
        {"on the same field", R"({"a": [{}, {}]})", R"({"$set": {"a.$[].x": 1, "a.0.x": 2}})",
         "ConflictingUpdateOperators"},
        {"no elements", R"({"a": []})", R"({"$inc": {"a.$[]": 10}})", "same"},
        {"no change", R"({"a": [1]})", R"({"$inc": {"a.$[]": 0}})", "same"},
        {"no array", R"({"a": {"b": 1}})", R"({"$inc": {"a.$[]": 10}})", "BadValue"},
        {"a scalar", R"({"a": 1})", R"({"$inc": {"a.$[]": 10}})", "BadValue"},
        {"missing", R"({})", R"({"$inc": {"a.$[]": 10}})", "BadValue"},
        {"missing, to be removed", R"({})", R"({"$unset": {"a.$[]": 10}})", "BadValue"},
    };
    checkAll(cases);
}

TEST_CASE("`$[<identifier>]` stands for the elements that its array filter matches") {
    CHECK(withArrayFilters(R"({"a": [95, 102, 90, 150]})", R"({"$set": {"a.$[e]": 100}})",
                           R"({"f": [{"e": {"$gte": 100}}]})") == expected(R"({"a": [95, 100, 90, 100]})"));
    CHECK(withArrayFilters(R"({"a": [{"g": 80, "s": 1}, {"g": 90, "s": 1}]})", R"({"$inc": {"a.$[x].s": 5}})",
                           R"({"f": [{"x.g": {"$gt": 85}, "x.s": {"$lt": 5}}]})") ==
          expected(R"({"a": [{"g": 80, "s": 1}, {"g": 90, "s": 6}]})"));
    CHECK(withArrayFilters(R"({"a": [1]})", R"({"$set": {"a.$[e]": 100}})", R"({"f": [{"e": 5}]})") == "same");
    CHECK(withArrayFilters(R"({"a": [1]})", R"({"$set": {"a.$[e]": 100}})", R"({"f": []})") == "BadValue");
    CHECK(withArrayFilters(R"({"a": [1]})", R"({"$set": {"a": 1}})", R"({"f": [{"e": 5}]})") == "FailedToParse");
    CHECK(withArrayFilters(R"({"a": [1]})", R"({"$set": {"a.$[e]": 1}})", R"({"f": [{"e": 5}, {"e": 6}]})") ==
          "FailedToParse");
    CHECK(withArrayFilters(R"({"a": [1]})", R"({"$set": {"a.$[e]": 1}})", R"({"f": [{"e": 5, "d": 6}]})") ==
          "FailedToParse");
    CHECK(withArrayFilters(R"({"a": [1]})", R"({"$set": {"a.$[e]": 1}})", R"({"f": [{}]})") == "FailedToParse");
    CHECK(withArrayFilters(R"({"a": [1]})", R"({"$set": {"a.$[E]": 1}})", R"({"f": [{"E": 1}]})") == "BadValue");
    CHECK(withArrayFilters(R"({"a": 1})", R"({"a": 2})", R"({"f": [{"e": 1}]})") == "FailedToParse");
}
