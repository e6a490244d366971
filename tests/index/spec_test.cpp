// Index specifications: what createIndexes takes and refuses, names, listings, conflicts.

#include "index/spec.h"

#include <sheaf/bson/builder.h>
#include <sheaf/bson/json.h>
#include <sheaf/error.h>

#include <doctest/doctest.h>

#include <string>

namespace sheaf::index {
namespace {

std::string outcomeOf(const char* entry) {
    try {
        return IndexSpec::parse(sheaf::parse(entry)).toDocument().toJson();
    } catch (const Error& error) {
        return error.codeName();
    }
}

std::string normal(const char* json) { return json[0] == '{' ? sheaf::parse(json).toJson() : json; }

}  // namespace

TEST_CASE("an index specification is listed as MongoDB lists it, or refused with MongoDB's code") {
    struct Case { const char* entry; const char* outcome; };
    const Case cases[] = {
        {"{key: {a: 1}, name: 'x'}", "{v: 2, key: {a: 1}, name: 'x'}"},
        {"{key: {a: 1}}", "{v: 2, key: {a: 1}, name: 'a_1'}"},
        {"{key: {a: 1, 'b.c': -1}}", "{v: 2, key: {a: 1, 'b.c': -1}, name: 'a_1_b.c_-1'}"},
        {"{key: {a: 2.5}}", "{v: 2, key: {a: 2.5}, name: 'a_2.5'}"},
        {"{v: 2, key: {a: 1}, name: 'x', unique: true, background: true, hidden: 1}",
         "{v: 2, key: {a: 1}, name: 'x', unique: true, hidden: true}"},
        {"{key: {a: 1}, name: 'x', unique: false, sparse: false}", "{v: 2, key: {a: 1}, name: 'x'}"},
        {"{key: {a: 1}, name: 'x', collation: {locale: 'simple'}}", "{v: 2, key: {a: 1}, name: 'x'}"},
        {"{key: {_id: 1}}", "{v: 2, key: {_id: 1}, name: '_id_'}"},
        {"{key: {_id: 1}, name: 'mine'}", "{v: 2, key: {_id: 1}, name: '_id_'}"},
        {"{key: {'a.$id': 1}}", "{v: 2, key: {'a.$id': 1}, name: 'a.$id_1'}"},
        {"{name: 'x'}", "FailedToParse"},
        {"{key: 1, name: 'x'}", "TypeMismatch"},
        {"{key: {}, name: 'x'}", "CannotCreateIndex"},
        {"{key: {a: 0}, name: 'x'}", "CannotCreateIndex"},
        {"{key: {a: NaN}, name: 'x'}", "CannotCreateIndex"},
        {"{key: {a: true}, name: 'x'}", "CannotCreateIndex"},
        {"{key: {a: null}, name: 'x'}", "CannotCreateIndex"},
        {"{key: {a: {}}, name: 'x'}", "CannotCreateIndex"},
        {"{key: {a: ''}, name: 'x'}", "CannotCreateIndex"},
        {"{key: {a: 'sorted'}, name: 'x'}", "CannotCreateIndex"},
        {"{key: {'': 1}, name: 'x'}", "CannotCreateIndex"},
        {"{key: {'a..b': 1}, name: 'x'}", "CannotCreateIndex"},
        {"{key: {'a.': 1}, name: 'x'}", "CannotCreateIndex"},
        {"{key: {'.a': 1}, name: 'x'}", "CannotCreateIndex"},
        {"{key: {$a: 1}, name: 'x'}", "CannotCreateIndex"},
        {"{key: {'a.$b': 1}, name: 'x'}", "CannotCreateIndex"},
        {"{key: {$id: 1}, name: 'x'}", "CannotCreateIndex"},
        {"{key: {a: 'hashed'}, name: 'x'}", "CannotCreateIndex"},
        {"{key: {a: 'text'}, name: 'x'}", "CannotCreateIndex"},
        {"{key: {a: '2dsphere'}, name: 'x'}", "CannotCreateIndex"},
        {"{key: {'$**': 1}, name: 'x'}", "CannotCreateIndex"},
        {"{key: {a: 1}, name: 'x', sparse: true}", "CannotCreateIndex"},
        {"{key: {a: 1}, name: 'x', expireAfterSeconds: 5}", "CannotCreateIndex"},
        {"{key: {a: 1}, name: 'x', partialFilterExpression: {b: 1}}", "CannotCreateIndex"},
        {"{key: {a: 1}, name: 'x', collation: {locale: 'de'}}", "CannotCreateIndex"},
        {"{key: {a: 1}, name: 'x', v: 3}", "CannotCreateIndex"},
        {"{key: {a: 1}, name: 'x', v: 'two'}", "TypeMismatch"},
        {"{key: {a: 1}, name: ''}", "CannotCreateIndex"},
        {"{key: {a: 1}, name: '*'}", "BadValue"},
        {"{key: {a: 1}, name: '_id_'}", "BadValue"},
        {"{key: {a: 1}, name: 5}", "TypeMismatch"},
        {"{key: {a: 1}, name: 'x', unique: 'yes'}", "TypeMismatch"},
        {"{key: {a: 1}, name: 'x', uniq: true}", "InvalidIndexSpecificationOption"},
        {"{key: {_id: 1}, name: '_id_', unique: true}", "InvalidIndexSpecificationOption"},
        {"{key: {_id: -1}, name: 'x'}", "BadValue"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.entry);
        CHECK(outcomeOf(c.entry) == normal(c.outcome));
    }
    CHECK(IndexSpec::idIndex().toDocument().toJson() == normal("{v: 2, key: {_id: NumberInt(1)}, name: '_id_'}"));
    CHECK(IndexSpec::idIndex().isUniqueInTree());
}

TEST_CASE("a key pattern has at most 32 fields, each once") {
    bson::Builder builder;
    for (int field = 0; field < 32; ++field) builder.append("f" + std::to_string(field), 1);
    const bson::Document most = bson::Document(bson::DocumentView(builder.finish()));
    CHECK(KeyPattern(most).size() == 32);
    bson::Builder more;
    more.appendElements(most).append("last", 1);
    CHECK_THROWS_AS(KeyPattern(more.finish()), Error);
    bson::Builder twice;
    twice.append("a", 1).append("a", -1);
    CHECK_THROWS_AS(KeyPattern(twice.finish()), Error);
}

TEST_CASE("a listed specification reads back as itself") {
    for (const char* entry : {"{key: {a: 1, b: -1}, name: 'x', unique: true, hidden: true}", "{key: {_id: 1}}"}) {
        const IndexSpec spec = IndexSpec::parse(sheaf::parse(entry));
        CHECK(IndexSpec::parse(spec.toDocument()).toDocument().toJson() == spec.toDocument().toJson());
    }
}

TEST_CASE("a second index conflicts with a first one by name or by what it is") {
    struct Case { const char* existing; const char* requested; const char* outcome; };
    const Case cases[] = {
        {"{key: {a: 1}}", "{key: {a: 1}}", "same"},
        {"{key: {a: 1}}", "{key: {a: 1.0}}", "same"},
        {"{key: {a: 1}}", "{key: {b: 1}}", "different"},
        {"{key: {a: 1}}", "{key: {a: -1}}", "different"},
        {"{key: {a: 1, b: 1}}", "{key: {b: 1, a: 1}}", "different"},
        {"{key: {a: 1}}", "{key: {a: 1}, name: 'x'}", "IndexOptionsConflict"},
        {"{key: {a: 1}, name: 'x'}", "{key: {b: 1}, name: 'x'}", "IndexKeySpecsConflict"},
        {"{key: {a: 1}}", "{key: {a: 1}, unique: true}", "IndexKeySpecsConflict"},
        {"{key: {a: 1}}", "{key: {a: 1}, unique: true, name: 'u'}", "different"},
        {"{key: {a: 1}}", "{key: {a: 1}, hidden: true}", "same"},
        {"{key: {_id: 1}}", "{key: {_id: 1}, name: 'x'}", "same"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.existing);
        CAPTURE(c.requested);
        std::string outcome;
        try {
            const IndexSpec existing = IndexSpec::parse(sheaf::parse(c.existing));
            outcome = isSameIndexOrThrow(existing, IndexSpec::parse(sheaf::parse(c.requested))) ? "same" : "different";
        } catch (const Error& error) {
            outcome = error.codeName();
        }
        CHECK(outcome == c.outcome);
    }
}

}  // namespace sheaf::index
