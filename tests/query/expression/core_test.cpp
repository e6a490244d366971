// What all expressions have in common: literals, paths, variables, documents and arrays, conditions, errors of parsing.

#include "query/expression/operators.h"
#include "tests/query/expression/expression_support.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace sheaf;
using test::check;

namespace {

std::string textOf(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

}  // namespace

TEST_CASE("every expression operator is in name order, has cases and a row in docs/operators.md") {
    const std::filesystem::path root = SHEAF_SOURCE_DIR;
    std::string cases;
    for (const auto& entry : std::filesystem::directory_iterator(root / "tests/query/expression")) {
        if (entry.path().extension() == ".cpp") cases += textOf(entry.path());
    }
    const std::string page = textOf(root / "docs/operators.md");
    const std::string rows = page.substr(page.find("## Expression operators"));
    const auto table = query::expressionOperators();
    CHECK(std::is_sorted(table.begin(), table.end(), [](const auto* a, const auto* b) { return a->name < b->name; }));
    for (const auto* entry : table) {
        const std::string name(entry->name);
        CAPTURE(name);
        CHECK((entry->evaluate != nullptr) != (entry->parse != nullptr));
        CHECK(cases.find("{\"" + name + "\":") != std::string::npos);
        CHECK(rows.find("`" + name + "`") != std::string::npos);
    }
}

TEST_CASE("literals stand for themselves, and $literal keeps what looks like an expression") {
    check({
        {"a number", "5", "{}", "5"},
        {"a string", R"("a")", "{}", R"("a")"},
        {"the empty string", R"("")", "{}", R"("")"},
        {"null", "null", "{}", "null"},
        {"the empty document", "{}", "{}", "{}"},
        {"a document of expressions", R"({"x": "$a", "y": {"z": [1, "$b"]}})", R"({"a": 7})", R"({"x": 7, "y": {"z": [1, null]}})"},
        {"a missing field is left out", R"({"x": "$a"})", "{}", "{}"},
        {"a missing element is null", R"(["$a", 1])", "{}", "[null, 1]"},
        {"$literal", R"({"$literal": "$a"})", R"({"a": 1})", R"("$a")"},
        {"$literal of an operator", R"({"$literal": {"$add": [1, 2]}})", "{}", R"({"$add": [1, 2]})"},
        {"$const", R"({"$const": "$a"})", "{}", R"("$a")"},
    });
}

TEST_CASE("field paths go through documents, and through arrays to an array of what is found") {
    check({
        {"a field", R"("$a")", R"({"a": 1})", "1"},
        {"a missing field", R"("$a")", "{}", "missing"},
        {"null", R"("$a")", R"({"a": null})", "null"},
        {"dotted", R"("$a.b.c")", R"({"a": {"b": {"c": 3}}})", "3"},
        {"through a scalar", R"("$a.b")", R"({"a": 3})", "missing"},
        {"through an array", R"("$a.b")", R"({"a": [{"b": 1}, {"c": 2}, 5, {"b": null}, [{"b": 9}]]})", "[1, null]"},
        {"through an empty array", R"("$a.b")", R"({"a": []})", "[]"},
        {"through two arrays", R"("$a.b.c")", R"({"a": [{"b": [{"c": 1}, {"c": 2}]}, {"b": {"c": 3}}, {"b": 4}]})", "[[1, 2], 3]"},
        {"an array at the end", R"("$a.b")", R"({"a": {"b": [1, 2]}})", "[1, 2]"},
        {"a number is a name", R"("$a.0")", R"({"a": [1, 2]})", "[]"},
        {"a number as a field", R"("$a.0")", R"({"a": {"0": 4}})", "4"},
        {"$ alone", R"("$")", "{}", "Location16872"},
        {"ends with a dot", R"("$a.")", "{}", "Location40353"},
        {"an empty component", R"("$a..b")", "{}", "Location15998"},
        {"a component with $", R"("$a.$b")", "{}", "Location16410"},
    });
}

TEST_CASE("variables: those of the system, and none that is not there") {
    check({
        {"$$ROOT", R"("$$ROOT")", R"({"a": 1})", R"({"a": 1})"},
        {"$$ROOT with a path", R"("$$ROOT.a")", R"({"a": 1})", "1"},
        {"$$CURRENT", R"("$$CURRENT.a")", R"({"a": 1})", "1"},
        {"$$NOW", R"("$$NOW")", "{}", R"({"$date": "1970-01-01T00:00:00Z"})"},
        {"$$REMOVE", R"("$$REMOVE")", "{}", "missing"},
        {"$$REMOVE in a document", R"({"a": "$$REMOVE", "b": 1})", "{}", R"({"b": 1})"},
        {"$$CLUSTER_TIME", R"("$$CLUSTER_TIME")", "{}", "Location51144"},
        {"unknown", R"("$$nope")", "{}", "Location17276"},
        {"no name", R"("$$")", "{}", "FailedToParse"},
        {"a wrong name", R"("$$$a")", "{}", "FailedToParse"},
        {"$let", R"({"$let": {"vars": {"x": "$a", "y": 2}, "in": {"$add": ["$$x", "$$y"]}}})", R"({"a": 1})", "3"},
        {"$let with a path", R"({"$let": {"vars": {"x": "$a"}, "in": "$$x.b"}})", R"({"a": [{"b": 1}, {"b": 2}]})", "[1, 2]"},
        {"$let: the variables do not see each other", R"({"$let": {"vars": {"x": 1, "y": "$$x"}, "in": 1}})", "{}", "Location17276"},
        {"$let in a value does not disturb the ones before",
         R"({"$let": {"vars": {"x": "$a", "y": {"$let": {"vars": {"z": "$b"}, "in": "$$z"}}}, "in": ["$$x", "$$y"]}})",
         R"({"a": 1, "b": 2})", "[1, 2]"},
        {"$let: an inner name hides the outer", R"({"$let": {"vars": {"x": 1}, "in": {"$let": {"vars": {"x": {"$add": ["$$x", 1]}}, "in": "$$x"}}}})", "{}", "2"},
        {"$let: CURRENT", R"({"$let": {"vars": {"CURRENT": "$a"}, "in": "$b"}})", R"({"a": {"b": 5}, "b": 6})", "5"},
        {"$let: no document", R"({"$let": 1})", "{}", "Location10065"},
        {"$let: no vars", R"({"$let": {"in": 1}})", "{}", "Location16876"},
        {"$let: no in", R"({"$let": {"vars": {}}})", "{}", "Location16877"},
        {"$let: another name", R"({"$let": {"vars": {}, "in": 1, "x": 1}})", "{}", "Location16875"},
        {"$let: a capital", R"({"$let": {"vars": {"X": 1}, "in": 1}})", "{}", "FailedToParse"},
        {"$let: ROOT", R"({"$let": {"vars": {"ROOT": 1}, "in": 1}})", "{}", "FailedToParse"},
    });
}

TEST_CASE("what is no expression is refused while parsing") {
    check({
        {"an unknown operator", R"({"$nope": 1})", "{}", "InvalidPipelineOperator"},
        {"an operator beside a field", R"({"$add": [1, 2], "a": 1})", "{}", "Location15983"},
        {"a field before an operator", R"({"a": 1, "$add": [1, 2]})", "{}", "Location16410"},
        {"a dotted field", R"({"a.b": 1})", "{}", "Location16412"},
        {"an empty field", R"({"": 1})", "{}", "Location15998"},
        {"too few arguments", R"({"$eq": [1]})", "{}", "Location16020"},
        {"too many", R"({"$abs": [1, 2]})", "{}", "Location16020"},
        {"one without an array", R"({"$abs": -1})", "{}", "1"},
        {"a constant part is evaluated while parsing", R"({"$and": ["$a", {"$divide": [1, 0]}]})", R"({"a": false})", "BadValue"},
        {"but not one that is never reached", R"({"$cond": [true, 1, {"$divide": [1, 0]}]})", "{}", "1"},
    });
    bson::Document nested = bson::make("$abs", -1);
    const auto isParsed = [&] {
        try {
            query::Expression::parse(nested.view().asValue(), query::OperationVariables());
            return std::string("OK");
        } catch (const Error& error) {
            return error.codeName();
        }
    };
    for (int level = 2; level < query::Expression::kMaxDepth; ++level) nested = bson::make("$abs", nested);
    CHECK(isParsed() == "OK");
    nested = bson::make("$abs", nested);
    CHECK(isParsed() == "Overflow");
}

TEST_CASE("conditions: $cond, $ifNull, $switch, $and, $or, $not") {
    check({
        {"$cond: true", R"({"$cond": ["$a", 1, 2]})", R"({"a": "x"})", "1"},
        {"$cond: missing is false", R"({"$cond": ["$a", 1, 2]})", "{}", "2"},
        {"$cond: 0 is false", R"({"$cond": ["$a", 1, 2]})", R"({"a": 0})", "2"},
        {"$cond: NaN is true", R"({"$cond": ["$a", 1, 2]})", R"({"a": {"$numberDouble": "NaN"}})", "1"},
        {"$cond: the empty array is true", R"({"$cond": ["$a", 1, 2]})", R"({"a": []})", "1"},
        {"$cond: named", R"({"$cond": {"if": "$a", "then": "$b", "else": 2}})", R"({"a": true})", "missing"},
        {"$cond: no if", R"({"$cond": {"then": 1, "else": 2}})", "{}", "Location17080"},
        {"$cond: no then", R"({"$cond": {"if": 1, "else": 2}})", "{}", "Location17081"},
        {"$cond: no else", R"({"$cond": {"if": 1, "then": 2}})", "{}", "Location17082"},
        {"$cond: another name", R"({"$cond": {"if": 1, "then": 2, "else": 3, "x": 1}})", "{}", "Location17083"},
        {"$cond: two", R"({"$cond": [1, 2]})", "{}", "Location16020"},
        {"$ifNull", R"({"$ifNull": ["$a", "$b", 3]})", R"({"b": null})", "3"},
        {"$ifNull: the first", R"({"$ifNull": ["$a", 3]})", R"({"a": 0})", "0"},
        {"$ifNull: the last may be missing", R"({"$ifNull": ["$a", "$b"]})", R"({"a": null})", "missing"},
        {"$ifNull: one", R"({"$ifNull": ["$a"]})", "{}", "Location1257300"},
        {"$switch", R"({"$switch": {"branches": [{"case": {"$eq": ["$a", 1]}, "then": "one"}, {"case": "$b", "then": "b"}], "default": "none"}})", R"({"a": 1, "b": 1})", R"("one")"},
        {"$switch: the second", R"({"$switch": {"branches": [{"case": false, "then": "one"}, {"case": "$b", "then": "b"}]}})", R"({"b": 1})", R"("b")"},
        {"$switch: default", R"({"$switch": {"branches": [{"case": "$x", "then": 1}], "default": "$d"}})", R"({"d": 4})", "4"},
        {"$switch: no match", R"({"$switch": {"branches": [{"case": "$x", "then": 1}]}})", "{}", "Location40066"},
        {"$switch: no document", R"({"$switch": 1})", "{}", "Location40060"},
        {"$switch: branches no array", R"({"$switch": {"branches": 1}})", "{}", "Location40061"},
        {"$switch: a branch no document", R"({"$switch": {"branches": [1]}})", "{}", "Location40062"},
        {"$switch: another name in a branch", R"({"$switch": {"branches": [{"case": 1, "then": 1, "x": 1}]}})", "{}", "Location40063"},
        {"$switch: no case", R"({"$switch": {"branches": [{"then": 1}]}})", "{}", "Location40064"},
        {"$switch: no then", R"({"$switch": {"branches": [{"case": 1}]}})", "{}", "Location40065"},
        {"$switch: another name", R"({"$switch": {"branches": [{"case": 1, "then": 1}], "x": 1}})", "{}", "Location40067"},
        {"$switch: no branches", R"({"$switch": {"branches": []}})", "{}", "Location40068"},
        {"$and", R"({"$and": ["$a", "$b"]})", R"({"a": 1, "b": "x"})", "true"},
        {"$and: null", R"({"$and": ["$a", "$b"]})", R"({"a": 1, "b": null})", "false"},
        {"$and: nothing", R"({"$and": []})", "{}", "true"},
        {"$or", R"({"$or": ["$a", "$b"]})", R"({"b": 1})", "true"},
        {"$or: nothing", R"({"$or": []})", "{}", "false"},
        {"$or: stops at the first", R"({"$or": ["$a", {"$divide": ["$a", 0]}]})", R"({"a": 1})", "true"},
        {"$not", R"({"$not": ["$a"]})", R"({"a": 1})", "false"},
        {"$not: missing", R"({"$not": "$a"})", "{}", "true"},
        {"$not: two", R"({"$not": [1, 2]})", "{}", "Location16020"},
    });
}

TEST_CASE("comparisons follow the order of all BSON values") {
    check({
        {"$eq", R"({"$eq": ["$a", 1]})", R"({"a": {"$numberLong": "1"}})", "true"},
        {"$eq: null is not missing", R"({"$eq": ["$a", null]})", "{}", "false"},
        {"$eq: arrays as a whole", R"({"$eq": ["$a", 1]})", R"({"a": [1]})", "false"},
        {"$ne", R"({"$ne": ["$a", "x"]})", R"({"a": "y"})", "true"},
        {"$gt: a string is above a number", R"({"$gt": ["a", 5]})", "{}", "true"},
        {"$gte", R"({"$gte": [5, 5.0]})", "{}", "true"},
        {"$lt: missing is below null", R"({"$lt": ["$a", null]})", "{}", "true"},
        {"$lte", R"({"$lte": [[1, 2], [1, 3]]})", "{}", "true"},
        {"$cmp", R"({"$cmp": [1, 2]})", "{}", "-1"},
        {"$cmp: equal", R"({"$cmp": ["a", "a"]})", "{}", "0"},
        {"$cmp: greater", R"({"$cmp": [true, 2]})", "{}", "1"},
        {"one argument", R"({"$cmp": [1]})", "{}", "Location16020"},
    });
}

TEST_CASE("dependencies are the paths that an expression reads") {
    const auto pathsOf = [](const char* expression) {
        const bson::Document holder = bson::fromJson(std::string("{\"e\": ") + expression + "}");
        const query::ExpressionDependencies found =
            query::Expression::parse(holder["e"], query::OperationVariables()).dependencies();
        std::string text = found.needsWholeDocument ? "all" : "";
        for (const std::string& path : found.paths) text += " " + path;
        return text;
    };
    CHECK(pathsOf("1") == "");
    CHECK(pathsOf(R"({"$add": ["$b.c", {"$cond": ["$a", "$$ROOT.d", "$$NOW"]}]})") == " a b.c d");
    CHECK(pathsOf(R"({"$let": {"vars": {"x": "$a"}, "in": "$$x.b"}})") == " a");
    CHECK(pathsOf(R"(["$$ROOT", "$a"])") == "all a");
    CHECK(pathsOf(R"({"$cond": [true, "$a", "$b"]})") == " a");
}

TEST_CASE("let gives an operation its variables, and may not read a document") {
    query::OperationVariables variables;
    variables.addLet(bson::fromJson(R"({"x": {"$add": [1, 2]}, "y": {"$multiply": ["$$x", 2]}, "s": {"$literal": "$a"}})"));
    const auto valueOf = [&](const char* expression) {
        const bson::Document holder = bson::fromJson(std::string("{\"e\": ") + expression + "}");
        return query::Expression::parse(holder["e"], variables).constantValue()->toJson();
    };
    CHECK(valueOf(R"("$$y")") == "6");
    CHECK(valueOf(R"("$$s")") == "\"$a\"");
    const auto codeOf = [&](const char* let) {
        const auto code = [&] {
            try {
                variables.addLet(bson::fromJson(let));
                return std::string("OK");
            } catch (const Error& error) {
                return error.codeName();
            }
        };
        return code();
    };
    CHECK(codeOf(R"({"z": "$a"})") == "Location4890500");
    CHECK(codeOf(R"({"Z": 1})") == "FailedToParse");
    CHECK(codeOf(R"({"z": "$$nope"})") == "Location17276");
}
