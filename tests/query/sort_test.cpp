// Sorting: what a pattern accepts, the order of documents, top-k, the memory limit and the disk.

#include "query/sort.h"
#include "query/sorter.h"

#include <sheaf/bson/json.h>
#include <sheaf/error.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

using namespace sheaf;
using query::Sorter;
using query::SortPattern;

namespace {

std::string sortedIds(std::string_view pattern, const std::vector<std::string>& documents, Sorter::Options options = {}) {
    try {
        const bson::Document patternDocument = bson::fromJson(pattern);
        Sorter sorter(SortPattern::parse(patternDocument), options);
        RecordId record = 0;
        for (const std::string& document : documents) sorter.add(bson::fromJson(document), ++record);
        sorter.finish();
        std::string ids;
        bson::DocumentView document;
        while (sorter.next(record, document)) ids += (ids.empty() ? "" : ",") + document["_id"].toJson();
        return ids;
    } catch (const Error& error) {
        return error.codeName();
    }
}

}  // namespace

TEST_CASE("a sort pattern names fields with 1 or -1") {
    struct Case { const char* pattern; std::string outcome; };
    const Case cases[] = {
        {"{}", "{}"},
        {R"({"a":1,"b.c":-1})", R"({"a":1,"b.c":-1})"},
        {R"({"a":1.0,"b":{"$numberLong":"-1"}})", R"({"a":1,"b":-1})"},
        {R"({"a":2})", "Location15975"},
        {R"({"a":0})", "Location15975"},
        {R"({"a":"x"})", "Location15974"},
        {R"({"a":null})", "Location15974"},
        {R"({"":1})", "Location40352"},
        {R"({"a.":1})", "Location40353"},
        {R"({"a..b":1})", "Location15998"},
        {R"({"$a":1})", "BadValue"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.pattern);
        std::string outcome;
        try {
            outcome = SortPattern::parse(bson::fromJson(c.pattern)).toDocument().toJson();
        } catch (const Error& error) {
            outcome = error.codeName();
        }
        CHECK(outcome == c.outcome);
    }
}

TEST_CASE("documents sort by their values in BSON order, arrays by their smallest or largest element") {
    struct Case { const char* what; const char* pattern; std::vector<std::string> documents; std::string ids; };
    const Case cases[] = {
        {"types in order", R"({"a":1})",
         {R"({"_id":1,"a":{"$maxKey":1}})", R"({"_id":2,"a":"x"})", R"({"_id":3,"a":5})", R"({"_id":4})",
          R"({"_id":5,"a":{"$minKey":1}})", R"({"_id":6,"a":{"b":1}})", R"({"_id":7,"a":true})",
          R"({"_id":8,"a":{"$numberDouble":"NaN"}})", R"({"_id":9,"a":[]})"},
         "5,9,4,8,3,2,6,7,1"},
        {"missing is null, and ties keep their order", R"({"a":1})",
         {R"({"_id":1,"a":null})", R"({"_id":2})", R"({"_id":3,"a":null})", R"({"_id":4,"a":0})"}, "1,2,3,4"},
        {"descending, ties keep their order", R"({"a":-1})",
         {R"({"_id":1})", R"({"_id":2,"a":1})", R"({"_id":3,"a":1.0})", R"({"_id":4,"a":2})"}, "4,2,3,1"},
        {"least element", R"({"a":1})", {R"({"_id":1,"a":[3,0,1]})", R"({"_id":2,"a":[8,4,-1]})"}, "2,1"},
        {"largest element", R"({"a":-1})", {R"({"_id":1,"a":[3,0,1]})", R"({"_id":2,"a":[8,4,-1]})"}, "2,1"},
        {"the empty array is below null", R"({"a":1})", {R"({"_id":1,"a":null})", R"({"_id":2,"a":[]})"}, "2,1"},
        {"compound", R"({"a":1,"b":-1})",
         {R"({"_id":1,"a":2,"b":1})", R"({"_id":2,"a":1,"b":1})", R"({"_id":3,"a":1,"b":2})"}, "3,2,1"},
        {"through an array", R"({"a.b":1})",
         {R"({"_id":1,"a":[{"b":5},{"b":2}]})", R"({"_id":2,"a":{"b":3}})", R"({"_id":3,"a":[{"c":1}]})"}, "3,1,2"},
        {"two parts through one array look at one element", R"({"a.b":1,"a.c":1})",
         {R"({"_id":1,"a":[{"b":1,"c":9},{"b":2,"c":0}]})", R"({"_id":2,"a":[{"b":1,"c":5}]})"}, "2,1"},
        {"texts of which one starts the other", R"({"a":-1})",
         {R"({"_id":1,"a":"ab"})", R"({"_id":2,"a":"abc"})", R"({"_id":3,"a":"ab\u0000c"})"}, "2,3,1"},
        {"texts of which one starts the other, and a second part", R"({"a":1,"b":-1})",
         {R"({"_id":1,"a":"ab","b":1})", R"({"_id":2,"a":"ab\u0000","b":9})", R"({"_id":3,"a":"ab","b":2})"}, "3,1,2"},
        {"numbers of all types", R"({"a":1})",
         {R"({"_id":1,"a":{"$numberDecimal":"1.5"}})", R"({"_id":2,"a":1})", R"({"_id":3,"a":1.25})",
          R"({"_id":4,"a":{"$numberLong":"9223372036854775807"}})", R"({"_id":5,"a":{"$numberDouble":"-Infinity"}})"},
         "5,2,3,1,4"},
        {"parallel arrays", R"({"a":1,"b":1})", {R"({"_id":1,"a":[1],"b":[1]})"}, "BadValue"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.what);
        CHECK(sortedIds(c.pattern, c.documents) == c.ids);
    }
}

TEST_CASE("a limit keeps the first documents, memory stays bounded, the disk takes the rest, and ties keep their order") {
    std::mt19937 random(7);
    std::vector<std::string> documents;
    std::vector<std::pair<int, int>> expected;
    for (int id = 0; id < 3000; ++id) {
        const int key = static_cast<int>(random() % 500);
        documents.push_back(R"({"_id":)" + std::to_string(id) + R"(,"k":)" + std::to_string(key) + R"(,"pad":"0123456789"})");
        expected.emplace_back(key, id);
    }
    std::stable_sort(expected.begin(), expected.end(), [](auto a, auto b) { return a.first < b.first; });
    const auto firstIds = [&](std::size_t count) {
        std::string ids;
        for (std::size_t i = 0; i < std::min(count, expected.size()); ++i) {
            ids += (i == 0 ? "" : ",") + std::to_string(expected[i].second);
        }
        return ids;
    };
    CHECK(sortedIds(R"({"k":1})", documents) == firstIds(documents.size()));
    for (const std::uint64_t limit : {1u, 10u, 700u, 3000u, 5000u}) {
        CAPTURE(limit);
        CHECK(sortedIds(R"({"k":1})", documents, {.limit = limit}) == firstIds(limit));
        CHECK(sortedIds(R"({"k":1})", documents, {.limit = limit, .memoryLimitBytes = 20000}) == firstIds(limit));
    }
    CHECK(sortedIds(R"({"k":1})", documents, {.memoryLimitBytes = 20000}) == firstIds(documents.size()));
    CHECK(sortedIds(R"({"k":1})", documents, {.memoryLimitBytes = 1}) == firstIds(documents.size()));
    CHECK(sortedIds(R"({"k":1})", documents, {.memoryLimitBytes = 20000, .allowDiskUse = false}) ==
          "QueryExceededMemoryLimitNoDiskUseAllowed");
    CHECK(sortedIds(R"({"k":1})", documents, {.limit = 10, .memoryLimitBytes = 100000, .allowDiskUse = false}) == firstIds(10));
}
