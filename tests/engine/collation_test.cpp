// Collations of commands: filters, sorts, distinct, updates, and a collection's default.
#include "tests/engine/command_case.h"

using namespace sheaf;
using sheaf::test::TestStore;

namespace {
const std::vector<std::string> kWords{"{_id: 1, a: 'cat'}", "{_id: 2, a: 'Cat'}", "{_id: 3, a: 'dog'}", "{_id: 4, a: ['CAT', 'x']}",
                                      "{_id: 5, a: {b: 'cAt'}}", "{_id: 6, a: 7}"};

std::string ids(TestStore& store, const std::string& filter, const std::string& more = "") {
    const Document reply = store.reply("{find: 'c', filter: " + filter + more + "}");
    std::string found;
    for (const ValueView document : reply["cursor"].asDocument()["firstBatch"].asArray()) {
        found += (found.empty() ? "" : " ") + document.asDocument()["_id"].toJson();
    }
    return found;
}

const std::string kBase = ", collation: {locale: 'en', strength: 1}";
}  // namespace

TEST_CASE("filters compare strings by the collation, with and without an index") {
    struct Case { const char* filter; const char* collated; const char* simple; };
    const Case cases[] = {
        {"{a: 'CAT'}", "1 2 4", "4"},
        {"{a: {$eq: 'CAT'}}", "1 2 4", "4"},
        {"{a: {$ne: 'CAT'}}", "3 5 6", "1 2 3 5 6"},
        {"{a: {$in: ['CAT', 'DOG', 7]}}", "1 2 3 4 6", "4 6"},
        {"{a: {$nin: ['CAT', 'DOG']}}", "5 6", "1 2 3 5 6"},
        {"{$or: [{a: 'CAT'}, {a: 'DOG'}]}", "1 2 3 4", "4"},
        {"{a: {$gt: 'Cat'}}", "3 4", "1 3 4"},
        {"{a: {$lte: 'CAT'}}", "1 2 4", "4"},
        {"{a: {b: 'cat'}}", "5", ""},
        {"{'a.b': 'cat'}", "5", ""},
        {"{a: ['cat', 'X']}", "4", ""},
        {"{a: {$all: ['cat', 'X']}}", "4", ""},
        {"{a: {$elemMatch: {$eq: 'cat'}}}", "4", ""},
        {"{a: {$not: {$eq: 'CAT'}}}", "3 5 6", "1 2 3 5 6"},
        {"{a: 7}", "6", "6"},
        {"{a: /^C/}", "2 4", "2 4"},
        {"{a: {$in: [/^d/, 'CAT']}}", "1 2 3 4", "3 4"},
    };
    for (const bool indexed : {false, true}) {
        TestStore store;
        store.insertAll(kWords);
        if (indexed) store.collection().createIndex({{"a", 1}});
        for (const Case& c : cases) {
            CAPTURE(c.filter);
            CAPTURE(indexed);
            CHECK(ids(store, c.filter, ", sort: {_id: 1}" + kBase) == c.collated);
            CHECK(ids(store, c.filter, ", sort: {_id: 1}") == c.simple);
            CHECK(ids(store, c.filter, ", sort: {_id: 1}, hint: {$natural: 1}" + kBase) == c.collated);
        }
    }
}

TEST_CASE("an index serves a query with a collation where no strings are compared") {
    TestStore store;
    store.insertAll(kWords);
    store.collection().createIndex({{"a", 1}});
    const auto examined = [&](const char* filter) {
        const Document reply = store.reply(std::string("{find: 'c', cost: true, filter: ") + filter + kBase + "}");
        return reply["cost"].asDocument()["docsExamined"].toJson();
    };
    CHECK(examined("{a: 7}") == "1");
    CHECK(examined("{a: 'cat'}") == "6");
    CHECK(examined("{_id: 3}") == "1");
}

TEST_CASE("an _id that is a string may equal several under a collation") {
    TestStore store;
    store.insertAll({"{_id: 'cat'}", "{_id: 'CAT'}", "{_id: 'dog'}"});
    CHECK(ids(store, "{_id: 'Cat'}", kBase) == R"("cat" "CAT")");
    CHECK(ids(store, "{_id: 'Cat'}") == "");
    CHECK(store.collection().countDocuments(parse("{_id: 'Cat'}"), {.collation = parse("{locale: 'en', strength: 2}")}) == 2);
    CHECK(store.run("{delete: 'c', deletes: [{q: {_id: 'Cat'}, limit: 0, collation: {locale: 'fr', strength: 2}}]}") ==
          R"({"n":2,"ok":1.0})");
}

TEST_CASE("a sort orders strings by the collation, with and without an index, whole and in arrays") {
    const std::vector<std::string> documents{"{_id: 1, a: 'b'}", "{_id: 2, a: 'A'}", "{_id: 3, a: 'a'}", "{_id: 4, a: 'B'}",
                                             "{_id: 5, a: ['z', 'Aa']}", "{_id: 6, a: 3}", "{_id: 7, a: {x: 'B'}}", "{_id: 8, a: {x: 'a'}}"};
    for (const bool indexed : {false, true}) {
        TestStore store;
        store.insertAll(documents);
        if (indexed) store.collection().createIndex({{"a", 1}});
        CHECK(ids(store, "{}", ", sort: {a: 1}, collation: {locale: 'en'}") == "6 3 2 5 1 4 8 7");
        CHECK(ids(store, "{}", ", sort: {a: -1, _id: 1}, collation: {locale: 'en', strength: 1}") == "7 8 5 1 4 2 3 6");
        CHECK(ids(store, "{}", ", sort: {a: 1}") == "6 2 5 4 3 1 7 8");
    }
    TestStore store;
    store.insertAll({"{_id: 1, a: '10'}", "{_id: 2, a: '9'}"});
    CHECK(ids(store, "{}", ", sort: {a: 1}, collation: {locale: 'en', numericOrdering: true}") == "2 1");
    CHECK(ids(store, "{}", ", sort: {a: 1}, collation: {locale: 'en'}") == "1 2");
}

TEST_CASE("commands take a collation") {
    test::check({
        {"count", kWords, "{count: 'c', query: {a: 'CAT'}, collation: {locale: 'en', strength: 1}}", R"({"n":3,"ok":1.0})"},
        {"distinct", {"{a: 'cat'}", "{a: 'CAT'}", "{a: ['Dog', 'cAt', 'dog']}"},
         "{distinct: 'c', key: 'a', collation: {locale: 'en', strength: 1}}", R"({"values":["cat","Dog"],"ok":1.0})"},
        {"distinct with a query", kWords, "{distinct: 'c', key: '_id', query: {a: 'CAT'}, collation: {locale: 'en', strength: 1}}",
         R"({"values":[1,2,4],"ok":1.0})"},
        {"delete", kWords, "{delete: 'c', deletes: [{q: {a: 'DOG'}, limit: 0, collation: {locale: 'en', strength: 1}}, {q: {a: 'CAT'}, limit: 0}]}",
         R"({"n":2,"ok":1.0})"},
        {"update", kWords, "{update: 'c', updates: [{q: {a: 'CAT'}, u: {$set: {x: 1}}, multi: true, collation: {locale: 'en', strength: 1}}]}",
         R"({"n":3,"nModified":3,"ok":1.0})"},
        {"findAndModify", kWords, "{findAndModify: 'c', query: {a: 'DOG'}, remove: true, collation: {locale: 'en', strength: 1}}",
         R"({"lastErrorObject":{"n":1},"value":{"_id":3,"a":"dog"},"ok":1.0})"},
        {"find, unknown locale", kWords, "{find: 'c', collation: {locale: 'abcd'}}", "BadValue"},
        {"find, unknown field", kWords, "{find: 'c', collation: {locale: 'en', x: 1}}", "Location40415"},
        {"find, a string", kWords, "{find: 'c', collation: 'en'}", "TypeMismatch"},
        {"update, unknown locale", kWords, "{update: 'c', updates: [{q: {}, u: {$set: {x: 1}}, collation: {locale: 'abcd'}}]}",
         R"({"n":0,"writeErrors":[{"index":0,"code":2}],"nModified":0,"ok":1.0})"},
    });
}

TEST_CASE("the operators of an update compare by the collation of their statement") {
    const auto after = [](const std::string& document, const std::string& update, const std::string& more = "") {
        TestStore store;
        store.insert(document);
        store.reply("{update: 'c', updates: [{q: {}, u: " + update + more + ", collation: {locale: 'en', strength: 1}}]}");
        return store.find()[0];
    };
    CHECK(after("{_id: 1, a: ['cat', 'dog']}", "{$pull: {a: 'CAT'}}") == R"({"_id":1,"a":["dog"]})");
    CHECK(after("{_id: 1, a: [{x: 'cat'}, {x: 'dog'}]}", "{$pull: {a: {x: 'CAT'}}}") == R"({"_id":1,"a":[{"x":"dog"}]})");
    CHECK(after("{_id: 1, a: ['cat', 'dog']}", "{$pullAll: {a: ['CAT', 'x']}}") == R"({"_id":1,"a":["dog"]})");
    CHECK(after("{_id: 1, a: ['cat']}", "{$addToSet: {a: {$each: ['CAT', 'dog', 'Dog']}}}") == R"({"_id":1,"a":["cat","dog"]})");
    CHECK(after("{_id: 1, a: ['b', 'C']}", "{$push: {a: {$each: ['A'], $sort: 1}}}") == R"({"_id":1,"a":["A","b","C"]})");
    CHECK(after("{_id: 1, a: 'cat'}", "{$max: {a: 'CAU'}}") == R"({"_id":1,"a":"CAU"})");
    CHECK(after("{_id: 1, a: 'cat'}", "{$min: {a: 'CAT'}}") == R"({"_id":1,"a":"cat"})");
    CHECK(after("{_id: 1, a: ['cat', 'dog']}", "{$set: {'a.$[x]': 1}}", ", arrayFilters: [{x: 'CAT'}]") == R"({"_id":1,"a":[1,"dog"]})");
}

TEST_CASE("a collection's default collation is that of every operation that names none") {
    const test::TemporaryFolder folder;
    const auto open = [&] { return Store::open(folder.path() / "s", {.durability = Durability::Ephemeral}); };
    {
        TestStore store(open());
        CHECK(store.run("{create: 'c', collation: {locale: 'en', strength: 2}}") == R"({"ok":1.0})");
        CHECK(store.run("{create: 'c', collation: {locale: 'en', strength: 2}}") == R"({"ok":1.0})");
        CHECK(store.run("{create: 'c', collation: {locale: 'en', strength: 3}}") == "NamespaceExists");
        CHECK(store.run("{create: 'd', collation: {locale: 'simple'}}") == R"({"ok":1.0})");
        CHECK(store.run("{create: 'e', collation: {locale: 'abcd'}}") == "BadValue");
        store.insertAll({"{_id: 'cat', a: 'B'}", "{_id: 'dog', a: 'a'}"});
    }
    TestStore store(open());
    const Document listed = store.reply("{listCollections: 1, filter: {name: 'c'}}");
    CHECK(listed.toJson().find(R"("options":{"collation":{"locale":"en","caseLevel":false,"caseFirst":"off","strength":2,)") !=
          std::string::npos);
    CHECK(ids(store, "{_id: 'CAT'}") == R"("cat")");
    CHECK(ids(store, "{_id: 'CAT'}", ", collation: {locale: 'simple'}") == "");
    CHECK(ids(store, "{}", ", sort: {a: 1}") == R"("dog" "cat")");
    CHECK(store.collection().findOne(parse("{_id: 'DOG'}")).has_value());
    CHECK(store.collection().countDocuments(parse("{a: 'b'}")) == 1);
    CHECK(store.collection().distinct("_id", parse("{a: 'b'}")).size() == 1);
    CHECK(store.collection().updateOne(parse("{_id: 'CAT'}"), parse("{$set: {x: 1}}")).modifiedCount == 1);
    CHECK(store.collection().findOneAndDelete(parse("{_id: 'DOG'}")).has_value());
    CHECK(store.collection().deleteMany(parse("{a: 'b'}")).deletedCount == 1);
    CHECK(store.run("{update: 'c', updates: [{q: {_id: 'Z'}, u: {$set: {x: 1}}, upsert: true}]}") ==
          R"({"n":1,"upserted":[{"index":0,"_id":"Z"}],"nModified":0,"ok":1.0})");
}
