// What a filter tells besides yes and no: the positional index, equalities, its canonical form, conditions on values.

#include "query/filter/filter.h"
#include "query/filter/regex.h"

#include <sheaf/bson/json.h>

#include <doctest/doctest.h>

#include <string>

using namespace sheaf;
using query::Filter;
using query::MatchDetails;
using query::ValueFilter;

TEST_CASE("a match tells where in the outermost array it was found") {
    struct Case { const char* what; const char* filter; const char* document; const char* index; };
    const Case cases[] = {
        {"element", R"({"a":5})", R"({"a":[6,5,5]})", "1"},
        {"document in an array", R"({"a.b":2})", R"({"a":[{"b":1},{"b":2}]})", "1"},
        {"outermost array", R"({"a.b":2})", R"({"a":[{"b":[0]},{"b":[9,2]}]})", "1"},
        {"a fixed index gives no position", R"({"a.0":0})", R"({"a":[0]})", "none"},
        {"the array below a fixed index", R"({"a.0.b":1})", R"({"a":[{"b":[0,1]}]})", "1"},
        {"the array above a fixed index", R"({"a.b.1":1})", R"({"a":[{"b":[0,1]}]})", "0"},
        {"the last condition that found one", R"({"a":1,"b.0":0})", R"({"a":[0,1],"b":[0]})", "1"},
        {"$elemMatch", R"({"a":{"$elemMatch":{"$gt":5}}})", R"({"a":[1,9]})", "1"},
        {"$elemMatch on documents", R"({"a":{"$elemMatch":{"b":2}}})", R"({"a":[{"b":1},{"b":2}]})", "1"},
        {"$in", R"({"a":{"$in":[7,5]}})", R"({"a":[6,5]})", "1"},
        {"$or tells nothing", R"({"$or":[{"a":9},{"b":5}]})", R"({"a":[6],"b":[4,5]})", "none"},
        {"$or of one branch", R"({"$or":[{"b":5}]})", R"({"b":[4,5]})", "1"},
        {"beside an $or", R"({"b":5,"$or":[{"c":1},{"c":2,"d":1}]})", R"({"b":[4,5],"c":1})", "1"},
        {"$ne tells nothing", R"({"a":{"$ne":5}})", R"({"a":[6]})", "none"},
        {"no array", R"({"a":5})", R"({"a":5})", "none"},
        {"the whole array", R"({"a":[5]})", R"({"a":[5]})", "none"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.what);
        MatchDetails details;
        CHECK(Filter::parse(bson::fromJson(c.filter)).matches(bson::fromJson(c.document), &details));
        CHECK((details.positionalIndex ? std::to_string(*details.positionalIndex) : "none") == c.index);
    }
}

TEST_CASE("equalities are what a matching document must hold") {
    struct Case { const char* filter; const char* equalities; };
    const Case cases[] = {
        {R"({"x":1})", "x=1 "},
        {R"({"x":{"$in":[1]}})", "x=1 "},
        {R"({"x":{"$all":[1]}})", "x=1 "},
        {R"({"$and":[{"x":1}]})", "x=1 "},
        {R"({"$or":[{"x":1}]})", "x=1 "},
        {R"({"x.x":1})", "x.x=1 "},
        {R"({"x":{"$gt":1}})", ""},
        {R"({"x":{"$in":[1,2]}})", ""},
        {R"({"x":{"$not":{"$eq":1}}})", ""},
        {R"({"$or":[{"x":1},{"x":2}]})", ""},
        {R"({"x":{"$elemMatch":{"y":1}}})", ""},
        {R"({"f1.x":1,"f1.y":{"$eq":2},"f1.z":{"$ne":3}})", "f1.x=1 f1.y=2 "},
        {R"({"x":{"$all":[1,2]}})", "x=1 x=2 "},
        {R"({"x":{"$eq":null}})", "x=null "},
    };
    for (const Case& c : cases) {
        CAPTURE(c.filter);
        std::string text;
        for (const Filter::Equality& equality : Filter::parse(bson::fromJson(c.filter)).equalities()) {
            text += equality.path + "=" + equality.value.toJson() + " ";
        }
        CHECK(text == c.equalities);
    }
}

TEST_CASE("the canonical form names every operator") {
    struct Case { const char* filter; const char* canonical; };
    const Case cases[] = {
        {"{}", "{}"},
        {R"({"a":1})", R"({"a":{"$eq":1}})"},
        {R"({"a":{"$gt":1,"$lt":5}})", R"({"$and":[{"a":{"$gt":1}},{"a":{"$lt":5}}]})"},
        {R"({"a":{"$ne":1}})", R"({"a":{"$not":{"$eq":1}}})"},
        {R"({"a":{"$in":[1]}})", R"({"a":{"$eq":1}})"},
        {R"({"a":{"$in":[2,1,2]}})", R"({"a":{"$in":[1,2]}})"},
        {R"({"$or":[{"a":1},{"a":2}]})", R"({"a":{"$in":[1,2]}})"},
        {R"({"$or":[{"a":1},{"b":2}]})", R"({"$or":[{"a":{"$eq":1}},{"b":{"$eq":2}}]})"},
        {R"({"$and":[{"$and":[{"a":1},{"b":2}]},{"c":3}]})", R"({"$and":[{"a":{"$eq":1}},{"b":{"$eq":2}},{"c":{"$eq":3}}]})"},
        {R"({"a":{"$not":{"$gt":1,"$lt":5}}})", R"({"$nor":[{"$and":[{"a":{"$gt":1}},{"a":{"$lt":5}}]}]})"},
        {R"({"a":{"$exists":false}})", R"({"a":{"$not":{"$exists":true}}})"},
        {R"({"a":{"$elemMatch":{"$gt":1,"$lt":5}}})", R"({"a":{"$elemMatch":{"$gt":1,"$lt":5}}})"},
        {R"({"a":{"$elemMatch":{"b":1}}})", R"({"a":{"$elemMatch":{"b":{"$eq":1}}}})"},
        {R"({"a":{"$type":"number"}})", R"({"a":{"$type":[1,16,18,19]}})"},
        {R"({"a":{"$size":2}})", R"({"a":{"$size":2}})"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.filter);
        CHECK(Filter::parse(bson::fromJson(c.filter)).toDocument().toJson() == bson::fromJson(c.canonical).toJson());
    }
}

TEST_CASE("a condition on a value looks into arrays or not, as asked") {
    struct Case { const char* condition; const char* value; bool isMatch; bool isElementMatch; };
    const Case cases[] = {
        {R"({"v":{"$gte":5}})", R"({"v":9})", true, true},
        {R"({"v":{"$gte":5}})", R"({"v":[1,9]})", true, false},
        {R"({"v":{"$gte":5,"$lt":7}})", R"({"v":[1,9]})", true, false},
        {R"({"v":{"$in":["c"]}})", R"({"v":"c"})", true, true},
        {R"({"v":"c"})", R"({"v":"c"})", true, true},
        {R"({"v":{"b":1}})", R"({"v":{"b":1}})", true, true},
        {R"({"v":{"$not":{"$gt":5}}})", R"({"v":[9]})", false, true},
        {R"({"v":{"$elemMatch":{"$gt":5}}})", R"({"v":[9]})", true, true},
        {R"({"v":{"$size":1}})", R"({"v":[9]})", true, true},
    };
    for (const Case& c : cases) {
        CAPTURE(c.condition);
        CAPTURE(c.value);
        const bson::Document condition = bson::fromJson(c.condition);
        const bson::Document value = bson::fromJson(c.value);
        const ValueFilter filter = ValueFilter::parse(condition["v"]);
        CHECK(filter.matches(value["v"]) == c.isMatch);
        CHECK(filter.matchesElement(value["v"]) == c.isElementMatch);
    }
}

TEST_CASE("the prefix of a regular expression is what every match starts with") {
    struct Case { const char* pattern; const char* options; const char* prefix; bool isExact; };
    const Case cases[] = {
        {"^bob", "", "bob", true},
        {"^bob.*", "", "bob", true},
        {"^bob.", "", "bob", false},
        {"^\\Qblah\\E", "", "blah", true},
        {"^\\Q[\\Ewi\\Qth]some?s\\Eym", "", "[with]some?sym", true},
        {"^\\/", "", "/", true},
        {"^aa*", "", "a", false},
        {"^a?", "", "", false},
        {"^a{0,2}b", "", "", false},
        {"^a|b", "", "", false},
        {"^aa", "i", "", false},
        {"^a", "m", "", false},
        {"^a b", "x", "", false},
        {"bob", "", "", false},
        {"\\Abob", "", "bob", true},
        {"^bob$", "", "bob", false},
        {"^bo[bx]", "", "bo", false},
        {"^bo\\d", "", "bo", false},
        {"^\xC3\xA9?x", "", "", false},
    };
    for (const Case& c : cases) {
        CAPTURE(c.pattern);
        CAPTURE(c.options);
        const query::Regex::Prefix prefix = query::Regex(c.pattern, c.options).prefix();
        CHECK(prefix.text == c.prefix);
        CHECK((prefix.text.empty() || prefix.isExact == c.isExact));
    }
}
