// Evaluates expressions of tests: Extended JSON in, Extended JSON or the name of an error out.
#pragma once

#include "query/expression/expression.h"

#include <sheaf/bson/builder.h>
#include <sheaf/bson/json.h>
#include <sheaf/error.h>

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace sheaf::test {

struct ExpressionCase {
    const char* what;
    const char* expression;  // Extended JSON
    const char* document;
    const char* outcome;     // Extended JSON, "missing", or the codeName of the error
};

// Canonical Extended JSON of a value that is written as Extended JSON.
inline std::string canonicalValue(const std::string& json) {
    const bson::Document holder = bson::fromJson("{\"v\": " + json + "}");
    return holder["v"].toJson(bson::JsonMode::Canonical);
}

// Evaluated twice over one arena: the second time must not differ.
inline std::string evaluate(const std::string& expression, const std::string& document) {
    try {
        const bson::Document holder = bson::fromJson("{\"e\": " + expression + "}");
        const query::Expression parsed = query::Expression::parse(holder["e"], query::OperationVariables(bson::Date{0}));
        const bson::Document root = bson::fromJson(document);
        query::Arena arena;
        std::string results[2];
        for (std::string& result : results) {
            const query::ArenaScope scope(arena);
            const bson::ValueView value = parsed.evaluate(root, arena);
            result = value.isMissing() ? "missing" : value.toJson(bson::JsonMode::Canonical);
        }
        return results[0] == results[1] ? results[0] : results[0] + ", then " + results[1];
    } catch (const Error& error) {
        return error.codeName();
    }
}

inline void check(const std::vector<ExpressionCase>& cases) {
    for (const ExpressionCase& c : cases) {
        CAPTURE(c.what);
        CAPTURE(c.expression);
        CAPTURE(c.document);
        const std::string outcome = c.outcome;
        const bool isName = outcome == "missing" || (outcome[0] >= 'A' && outcome[0] <= 'Z');
        CHECK(evaluate(c.expression, c.document) == (isName ? outcome : canonicalValue(outcome)));
    }
}

}  // namespace sheaf::test
