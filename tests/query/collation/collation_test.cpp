// Collations: what they are read from, how they order, their sort keys.
#include "query/collation/collation.h"

#include <sheaf/bson/json.h>
#include <sheaf/error.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

using namespace sheaf;
using query::Collation;
using query::CollationPtr;

namespace {

std::string outcome(const char* specification) {
    try {
        const CollationPtr collation = Collation::parse(parse(specification));
        return collation ? collation->specification().toJson() : "simple";
    } catch (const Error& error) {
        return error.codeName();
    }
}

int order(const char* specification, std::string_view a, std::string_view b) {
    const CollationPtr collation = Collation::parse(parse(specification));
    bson::Buffer first;
    bson::Buffer second;
    collation->appendSortKey(a, first);
    collation->appendSortKey(b, second);
    const auto text = [](const bson::Buffer& key) { return std::string(key.data(), key.data() + key.size()); };
    const int byKeys = text(first).compare(text(second));
    const int byComparison = collation->compare(a, b);
    CHECK((byKeys < 0) == (byComparison < 0));
    CHECK((byKeys > 0) == (byComparison > 0));
    if (byComparison == 0) CHECK(collation->hash(a, 1) == collation->hash(b, 1));
    return byComparison;
}

}  // namespace

TEST_CASE("a collation document is read strictly and completed from its locale") {
    struct Case { const char* what; const char* specification; const char* outcome; };
    const Case cases[] = {
        {"nothing", "{}", "simple"},
        {"simple", "{locale: 'simple'}", "simple"},
        {"simple with more", "{locale: 'simple', strength: 1}", "BadValue"},
        {"a locale without one of its own", "{locale: 'abcd'}", "BadValue"},
        {"an unknown country", "{locale: 'en_DB'}", "BadValue"},
        {"not as it is spelled", "{locale: 'en-US'}", "BadValue"},
        {"in capitals", "{locale: 'EN'}", "BadValue"},
        {"empty", "{locale: ''}", "BadValue"},
        {"an unknown variant", "{locale: 'de@collation=nix'}", "BadValue"},
        {"no locale", "{strength: 1}", "Location40414"},
        {"locale is a number", "{locale: 1}", "TypeMismatch"},
        {"unknown field", "{locale: 'en', x: 1}", "Location40415"},
        {"strength too low", "{locale: 'en', strength: -1}", "Location51024"},
        {"strength too high", "{locale: 'en', strength: 6}", "Location51024"},
        {"strength 0", "{locale: 'en', strength: 0}", "BadValue"},
        {"strength 0.9 is 0", "{locale: 'en', strength: 0.9}", "BadValue"},
        {"strength is a string", "{locale: 'en', strength: '1'}", "TypeMismatch"},
        {"caseFirst unknown", "{locale: 'en', caseFirst: 'bad'}", "BadValue"},
        {"alternate unknown", "{locale: 'en', alternate: 'none'}", "BadValue"},
        {"maxVariable unknown", "{locale: 'en', maxVariable: 'x'}", "BadValue"},
        {"normalization is a number", "{locale: 'en', normalization: 1}", "TypeMismatch"},
        {"backwards is a string", "{locale: 'en', backwards: '0'}", "TypeMismatch"},
        {"backwards without a second level", "{locale: 'en', strength: 1, backwards: true}", "BadValue"},
        {"caseFirst without a third level", "{locale: 'en', strength: 2, caseFirst: 'upper'}", "BadValue"},
        {"another version", "{locale: 'en', version: '1.0'}", "IncompatibleCollationVersion"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.what);
        CHECK(outcome(c.specification) == c.outcome);
    }
    CHECK(outcome("{locale: 'fr_CA', version: '57.1'}").starts_with(
        R"({"locale":"fr_CA","caseLevel":false,"caseFirst":"off","strength":3,"numericOrdering":false,)"
        R"("alternate":"non-ignorable","maxVariable":"punct","normalization":false,"backwards":true,"version":")"));
    CHECK(outcome("{locale: 'de@collation=phonebook', strength: 1.93, caseLevel: true, caseFirst: 'lower', maxVariable: 'space', "
                  "alternate: 'shifted', numericOrdering: true, normalization: true}")
              .starts_with(R"({"locale":"de@collation=phonebook","caseLevel":true,"caseFirst":"lower","strength":1,)"
                           R"("numericOrdering":true,"alternate":"shifted","maxVariable":"space","normalization":true,)"));
    CHECK(outcome("{locale: 'da'}").find(R"("caseFirst":"upper")") != std::string::npos);
}

TEST_CASE("strings compare by the options of their collation, and so do their sort keys") {
    CHECK(order("{locale: 'en', strength: 1}", "cafe", "CAF\u00c9") == 0);
    CHECK(order("{locale: 'en', strength: 2}", "cafe", "CAF\u00c9") < 0);
    CHECK(order("{locale: 'en', strength: 2}", "cafe", "CAFE") == 0);
    CHECK(order("{locale: 'en'}", "cafe", "CAFE") < 0);
    CHECK(order("{locale: 'en', caseFirst: 'upper'}", "cafe", "CAFE") > 0);
    CHECK(order("{locale: 'en', strength: 1, caseLevel: true}", "cafe", "CAFE") < 0);
    CHECK(order("{locale: 'en', strength: 1, caseLevel: true}", "cafe", "caf\u00e9") == 0);
    CHECK(order("{locale: 'en'}", "10", "2") < 0);
    CHECK(order("{locale: 'en', numericOrdering: true}", "10", "2") > 0);
    CHECK(order("{locale: 'en', alternate: 'shifted', strength: 3}", "a b", "ab") == 0);
    CHECK(order("{locale: 'en', alternate: 'shifted', maxVariable: 'space'}", "a-b", "ab") != 0);
    CHECK(order("{locale: 'fr', backwards: true}", "cot\u00e9", "c\u00f4te") > 0);
    CHECK(order("{locale: 'fr'}", "cot\u00e9", "c\u00f4te") < 0);
    CHECK(order("{locale: 'sv'}", "z", "\u00e5") < 0);
    CHECK(order("{locale: 'en'}", "z", "\u00e5") > 0);
    CHECK(order("{locale: 'en'}", "", "a") < 0);
    CHECK(order("{locale: 'en'}", std::string(200, 'a'), std::string(201, 'a')) < 0);
    CHECK(order("{locale: 'en', strength: 5}", std::string_view("a\0b", 3), "ab") != 0);
}

TEST_CASE("values compare by a collation wherever strings are in them") {
    const CollationPtr collation = Collation::parse(parse("{locale: 'en', strength: 1}"));
    const Document values = parse("{a: {x: ['cat', 1]}, b: {x: ['CAT', 1]}, c: {X: ['cat', 1]}, n: [1, null]}");
    CHECK(bson::equal(values["a"], values["b"], collation.get()));
    CHECK_FALSE(bson::equal(values["a"], values["b"]));
    CHECK_FALSE(bson::equal(values["a"], values["c"], collation.get()));
    CHECK(bson::hash(values["a"], 0, collation.get()) == bson::hash(values["b"], 0, collation.get()));
    CHECK(query::holdsString(values["a"]));
    CHECK_FALSE(query::holdsString(values["n"]));
    bson::Buffer first;
    bson::Buffer second;
    CHECK(bson::equal(query::collated(values["a"], *collation, first), query::collated(values["b"], *collation, second)));
    CHECK(query::collated(values["n"], *collation, first).data() == values["n"].data());
}
