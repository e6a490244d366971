// Runs queries over a MemoryCollection every way there is - the walk, the planner's choice, each index by hint - and
// holds the answers equal.
#pragma once

#include "query/plan/planner.h"
#include "tests/support/memory_collection.h"

#include <sheaf/bson/json.h>
#include <sheaf/error.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

namespace sheaf::tests {

struct Query {
    std::string filter = "{}";
    std::string sort = "{}";
    std::string projection = "{}";
    std::int64_t skip = 0;
    std::int64_t limit = 0;
};

struct Outcome {
    std::vector<std::string> documents;  // relaxed Extended JSON, or the error's codeName alone
    std::string plan;
    query::ExecutionCounters counters;
    bson::Document explained;
};

inline MemoryCollection collectionOf(std::initializer_list<const char*> documents) {
    MemoryCollection collection;
    for (const char* document : documents) collection.insert(document);
    return collection;
}

inline query::CanonicalQuery canonical(const Query& asked, std::string_view hint) {
    const bson::Document filter = bson::fromJson(asked.filter);
    const bson::Document sort = bson::fromJson(asked.sort);
    const bson::Document projection = bson::fromJson(asked.projection);
    const bson::Document hintHolder = bson::fromJson(hint.empty() ? "{}" : R"({"h":)" + std::string(hint) + "}");
    query::QueryRequest request;
    request.filter = filter.view();
    request.sort = sort.view();
    request.projection = projection.view();
    request.hint = hintHolder["h"];
    request.skip = asked.skip;
    request.limit = asked.limit;
    return query::CanonicalQuery::parse(request);
}

// `hint` is JSON: "name", {…}, or empty. `batch`: after so many results the plan is saved and restored over a new
// source; 0: never.
inline Outcome run(const MemoryCollection& collection, const Query& asked, std::string_view hint = "",
                   std::size_t batch = 0) {
    Outcome outcome;
    try {
        auto source = std::make_unique<MemorySource>(collection);
        const auto executor = query::planQuery(canonical(asked, hint), *source);
        query::PlanResult result;
        while (executor->next(result)) {
            outcome.documents.push_back(result.document.toJson());
            if (batch != 0 && outcome.documents.size() % batch == 0) {
                executor->save();
                source = std::make_unique<MemorySource>(collection);
                executor->restore(*source);
            }
        }
        outcome.plan = executor->planSummary();
        outcome.counters = executor->counters();
        outcome.explained = executor->explainQueryPlanner();
    } catch (const Error& error) {
        outcome.documents = {error.codeName()};
    }
    return outcome;
}

// "1,2,3": the _ids of the results, in order, or the error's name.
inline std::string idsOf(const Outcome& outcome) {
    std::string ids;
    for (const std::string& json : outcome.documents) {
        if (!ids.empty()) ids += ',';
        ids += json.starts_with('{') ? bson::fromJson(json)["_id"].toJson() : json;
    }
    return ids;
}

// Runs the query in every way and compares with `expected`: in order when it sorts, else as a set in _id order.
inline void checkEveryWay(const MemoryCollection& collection, const Query& asked, const std::string& expected) {
    CAPTURE(asked.filter);
    CAPTURE(asked.sort);
    const auto ids = [&](std::string_view hint, std::size_t batch) {
        Outcome outcome = run(collection, asked, hint, batch);
        if (asked.sort == "{}") {
            std::sort(outcome.documents.begin(), outcome.documents.end(), [](const std::string& a, const std::string& b) {
                if (!a.starts_with('{') || !b.starts_with('{')) return a < b;
                return bson::compare(bson::fromJson(a)["_id"], bson::fromJson(b)["_id"]) < 0;
            });
        }
        return idsOf(outcome);
    };
    CHECK(ids(R"({"$natural":1})", 0) == expected);
    CHECK(ids(R"({"$natural":-1})", 1) == expected);
    CHECK(ids("", 0) == expected);
    CHECK(ids("", 1) == expected);
    for (const MemoryCollection::Index& index : collection.indexes()) {
        if (index.info.spec->sparse) continue;  // a hint on a sparse index may return less
        CAPTURE(index.info.spec->name);
        const std::string hint = '"' + index.info.spec->name + '"';
        CHECK(ids(hint, 0) == expected);
        CHECK(ids(hint, 2) == expected);
    }
}

}  // namespace sheaf::tests
