// The shell's language: what is typed in, and what it prints.
#include "tools/shell/parser.h"
#include "tools/shell/shell.h"

#include <doctest/doctest.h>

#include <sstream>
#include <string>

using namespace sheaf;
using namespace sheaf::tools;

namespace {

// A shell over a store in memory, which keeps what it printed.
class TestShell {
public:
    explicit TestShell(bool showCost = false) : shell_(Store::ephemeral(), out_, {.showCost = showCost, .isColored = false}) {}

    // What the input prints, without the last line end.
    std::string operator()(std::string_view input) {
        out_.str({});
        succeeded_ = shell_.run(input);
        std::string printed = out_.str();
        if (!printed.empty() && printed.back() == '\n') printed.pop_back();
        return printed;
    }
    bool succeeded() const { return succeeded_; }
    const shell::Shell& shell() const { return shell_; }

private:
    std::ostringstream out_;
    shell::Shell shell_;
    bool succeeded_ = true;
};

struct Case {
    std::string input;
    std::string output;
};

// The cases in one shell, after some documents were inserted.
template <std::size_t N>
void check(const char* setup, const Case (&cases)[N]) {
    TestShell shell;
    shell(setup);
    REQUIRE(shell.succeeded());
    for (const Case& c : cases) {
        CAPTURE(c.input);
        CHECK(shell(c.input) == c.output);
    }
}

constexpr const char* kUsers =
    "db.users.insertMany([{_id: 1, name: 'batman', following: [2, 3]}, {_id: 2, name: 'joker', age: 40},"
    " {_id: 3, name: 'robin', age: 16, tags: ['a', {b: 1}]}])";

}  // namespace

TEST_CASE("expressions work as in JavaScript") {
    const Case cases[] = {
        {"1 + 2 * 3", "7"},
        {"(1 + 2) * 3 - -1", "10"},
        {"7 / 2", "3.5"},
        {"7 % 4", "3"},
        {"2147483647 + 1", "2147483648"},
        {"NumberLong('9007199254740993') + 1", "Long('9007199254740994')"},
        {"'a' + 1 + null", "a1null"},
        {"1 == 1.0 && '1' == 1 && '1' !== 1", "true"},
        {"null == undefined", "true"},
        {"null === undefined", "false"},
        {"!'' && 3 > 2 ? 'yes' : 'no'", "yes"},
        {"null ?? 5", "5"},
        {"0 || 'x'", "x"},
        {"typeof 'x'", "string"},
        {"`1 + 1 = ${1 + 1}!`", "1 + 1 = 2!"},
        {"[1, ...[2, 3], {a: [null, undefined]}]", "[ 1, 2, 3, { a: [ null, null ] } ]"},
        {"let k = 'x', v = 2; k; ({[k + 'y']: v, v, \"a b\": 1, ...{z: 1}})", "x\n{ xy: 2, v: 2, 'a b': 1, z: 1 }"},
        {"x = 5", "5"},
        {"x += 2; x++; ++x", "7\n7\n9"},
        {"var y = x; y", "9"},
        {"undefined", ""},
        {"// a comment\n1 /* and */ + /* another */ 1", "2"},
        {"ObjectId('5f5e1000aaaaaaaaaaaaaaaa').getTimestamp()", "ISODate('2020-09-13T12:26:40Z')"},
        {"ISODate('2020-01-01') - ISODate('2019-12-31')", "86400000"},
        {"new Date(0).getFullYear()", "1970"},
        {"/a\\/b[/]/i", "/a\\/b[\\/]/i"},
        {"'it\\'s' + \"\\n\" == \"it's\\n\"", "true"},
        {"[3, 1].map(n => n * 2).concat(7).join('-')", "6-2-7"},
        {"[1, 2, 3].filter(function (n) { return n % 2 == 1 })", "[ 1, 3 ]"},
        {"Math.floor(2.7) + Math.max(1, 5)", "7"},
        {"function twice(n) { return 2 * n } twice(4)", "8"},
        {"var s = 0; for (let i = 0; i < 10; i++) { if (i == 5) continue; if (i > 7) break; s += i } s", "23"},
        {"for (const w of ['a', 'b']) print(w)", "a\nb"},
        {"for (var f in {p: 1, q: 2}) print(f)", "p\nq"},
        {"var n = 3; while (n > 0) n--; n", "0"},
    };
    check("", cases);
}

TEST_CASE("documents and arrays are reached into and changed") {
    const Case cases[] = {
        {"var doc = {a: {b: [1, 2]}, _id: 7}; doc.a.b[1]", "2"},
        {"doc['a'].b.length", "2"},
        {"doc.a.b.push(3); doc.a.b", "3\n[ 1, 2, 3 ]"},
        {"doc.a.c = 'new'; doc.a.b[4] = 5; doc", "new\n5\n{ a: { b: [ 1, 2, 3, null, 5 ], c: 'new' }, _id: 7 }"},
        {"delete doc.a; doc", "true\n{ _id: 7 }"},
        {"doc.none", ""},
        {"doc.none?.deeper", ""},
        {"Object.keys({x: 1, y: 2})", "[ 'x', 'y' ]"},
    };
    check("", cases);
}

TEST_CASE("what is printed is what the reader takes") {
    const char* const values[] = {
        "ObjectId('5f5e1000aaaaaaaaaaaaaaaa')", "ISODate('2020-01-01T10:00:00.5Z')", "Long('9007199254740993')",
        "Decimal128('1.50')", "UUID('00112233-4455-6677-8899-aabbccddeeff')", "BinData(0, 'AQID')", "Timestamp({ t: 1, i: 2 })",
        "MinKey()", "MaxKey()", "/a.b/im", "'it\\'s \\\\ \\n'", "[ 1, 1.5, -2, true, null, [], {} ]", "NaN", "-Infinity",
        "{ a: 1, 'b c': [ { d: 2 } ] }", "Code('x')",
    };
    TestShell shell;
    for (const char* value : values) {
        CAPTURE(value);
        const std::string printed = shell(std::string("tojson(") + value + ")");
        CHECK(shell("tojson(" + printed + ")") == printed);
    }
    CHECK(shell("ISODate('2020-01-01')") == "ISODate('2020-01-01T00:00:00Z')");
    CHECK(shell("({a: 'a long text that fills the line', b: 'and another text', c: {d: 'and more of it'}})") ==
          "{\n  a: 'a long text that fills the line',\n  b: 'and another text',\n  c: { d: 'and more of it' }\n}");
}

TEST_CASE("finds are chained, and use variables") {
    const Case cases[] = {
        {"db.users.find({age: {$gt: 20}})", "{ _id: 2, name: 'joker', age: 40 }"},
        {"user = db.users.findOne({name: 'batman'})", "{ _id: 1, name: 'batman', following: [ 2, 3 ] }"},
        {"db.users.find({_id: {$in: user.following}}, {name: 1}).sort({_id: -1})", "{ _id: 3, name: 'robin' }\n{ _id: 2, name: 'joker' }"},
        {"db.users.find({_id: {$in: user[\"following\"]}}, {name: 1})\n  .sort({_id: -1})\n  .skip(1).limit(1).pretty()", "{ _id: 2, name: 'joker' }"},
        {"db.users.find({_id: user._id}).count()", "1"},
        {"db.users.find().skip(1).limit(1).size()", "1"},
        {"db.users.countDocuments({age: {$exists: true}})", "2"},
        {"db.users.estimatedDocumentCount()", "3"},
        {"db.users.findOne({_id: 9})", "null"},
        {"cursor = db.users.find().sort({_id: 1})", ""},
        {"cursor[2].name; cursor.next().name; cursor.hasNext()", "robin\nbatman\ntrue"},
        {"db.users.find({}, {_id: 0, name: 1}).toArray()", "[ { name: 'batman' }, { name: 'joker' }, { name: 'robin' } ]"},
        {"db.users.find().forEach(u => print(u.name))", "batman\njoker\nrobin"},
        {"db.users.find({_id: 2}).forEach(printjson)", "{ _id: 2, name: 'joker', age: 40 }"},
        {"db.users.find().map(u => u._id)", "[ 1, 2, 3 ]"},
        {"db.getCollection('users').find({name: /^ro/}).toArray()[0].tags[1].b", "1"},
        {"db['users'].find({'tags.b': 1}).itcount()", "1"},
    };
    check(kUsers, cases);
}

TEST_CASE("writes answer as drivers do") {
    const Case cases[] = {
        {"db.c.insertOne({_id: 1, n: 1})", "{ acknowledged: true, insertedId: 1 }"},
        {"db.c.insertMany([{_id: 2}, {_id: 3}])", "{ acknowledged: true, insertedIds: { '0': 2, '1': 3 } }"},
        {"tojson(db.c.updateOne({_id: 1}, {$inc: {n: 1}}))",
         "{ acknowledged: true, insertedId: null, matchedCount: 1, modifiedCount: 1, upsertedCount: 0 }"},
        {"db.c.updateMany({}, {$set: {m: 0}}).modifiedCount", "3"},
        {"db.c.updateOne({_id: 4}, {$set: {m: 1}}, {upsert: true}).insertedId", "4"},
        {"db.c.replaceOne({_id: 4}, {z: 1}).modifiedCount; db.c.findOne({_id: 4})", "1\n{ _id: 4, z: 1 }"},
        {"db.c.update({}, {$set: {k: 1}}, {multi: true}).matchedCount", "4"},
        {"db.c.update({_id: 5}, {$set: {k: 1}}, true).upsertedCount", "1"},
        {"db.c.save({_id: 5, saved: true}); db.c.findOne({_id: 5}).saved",
         "{\n  acknowledged: true,\n  insertedId: null,\n  matchedCount: 1,\n  modifiedCount: 1,\n  upsertedCount: 0\n}\ntrue"},
        {"db.c.deleteOne({m: 0})", "{ acknowledged: true, deletedCount: 1 }"},
        {"db.c.deleteMany({}).deletedCount", "4"},
        {"db.c.insertOne({}).insertedId.toString().length", "24"},
        {"db.c.drop()", "true"},
        {"db.c.insertOne({_id: 1}); db.c.insertOne({_id: 1})",
         "{ acknowledged: true, insertedId: 1 }\n"
         "DuplicateKey: E11000 duplicate key error collection: test.c index: _id_ dup key: { _id: 1 }"},
    };
    check("", cases);
}

TEST_CASE("indexes, databases and collections are looked after") {
    const Case cases[] = {
        {"db.users.createIndex({name: 1, age: -1})", "name_1_age_-1"},
        {"db.users.createIndex({age: 1}, {name: 'byAge'})", "byAge"},
        {"db.users.getIndexes().map(i => i.name)", "[ '_id_', 'name_1_age_-1', 'byAge' ]"},
        {"db.users.dropIndex('byAge').nIndexesWas", "3"},
        {"db.users.dropIndex({name: 1, age: -1}).nIndexesWas", "2"},
        {"show collections", "users"},
        {"db.createCollection('extra').ok; db.getCollectionNames()", "1\n[ 'extra', 'users' ]"},
        {"use other", "switched to db other"},
        {"db; db.x.insertOne({_id: 1}).insertedId", "other\n1"},
        {"db.getSiblingDB('test').users.countDocuments()", "3"},
        {"db.x.stats().documents; db.stats().objects", "Long('1')\n1"},
        {"db.runCommand({count: 'x'}).n", "1"},
        {"db.dropDatabase().dropped", "other"},
        {"use test; show tables", "switched to db test\nextra\nusers"},
    };
    check(kUsers, cases);
}

TEST_CASE("errors say where, and what was perhaps meant") {
    const Case cases[] = {
        {"db.c.fnd({})", "line 1, column 6: a collection has no method 'fnd'; did you mean find?\n  db.c.fnd({})\n       ^"},
        {"db.c.find({a: )", "line 1, column 15: expected a value, found ')'\n  db.c.find({a: )\n                ^"},
        {"1 +\n  nosuch", "line 2, column 3: 'nosuch' is not defined\n    nosuch\n    ^"},
        {"db.c.find().sorted({})", "line 1, column 13: a cursor has no method 'sorted'; did you mean sort?\n  db.c.find().sorted({})\n              ^"},
        {"ObjectId('12')", "line 1, column 1: ObjectId takes 24 hexadecimal digits, or nothing"},
        {"'open", "line 1, column 1: a string without its closing quote\n  'open\n  ^"},
        {"var x = null; x.y", "line 1, column 17: cannot read 'y' of null\n  var x = null; x.y\n                  ^"},
        {"db.c.find(1)", "line 1, column 6: find: argument 1 must be a document, found int\n  db.c.find(1)\n       ^"},
        {"db.c.updateOne({}, {a: 1})", "line 1, column 6: updateOne: the update must begin with an operator such as $set"},
        {"print(1) print(2)", "line 1, column 10: expected the end of the statement, found 'print'\n  print(1) print(2)\n           ^"},
        {"({a: db})", "line 1, column 6: a database is no value that a document can hold\n  ({a: db})\n       ^"},
        {"db.c.find({a: {$nosuch: 1}})", "BadValue: unknown operator: $nosuch"},
        {"\xE2\x80\x9Cx\xE2\x80\x9D", "line 1, column 1: a typographic quote or dash: type \", ' or - instead"},
        {"function f() { return f() } f()", "line 1, column 1: functions call each other too deeply"},
        {"show me", "say: show dbs, or: show collections"},
    };
    for (const Case& c : cases) {
        TestShell shell;
        CAPTURE(c.input);
        const std::string printed = shell(c.input);
        CAPTURE(printed);
        CHECK(printed.rfind(c.output, 0) == 0);
        CHECK_FALSE(shell.succeeded());
    }
    TestShell shell;
    CHECK(shell(std::string(1000, '[')).rfind("line 1, column ", 0) == 0);
    CHECK(shell("print(1); nosuch; print(2)").rfind("1\nline 1, column 11: 'nosuch' is not defined", 0) == 0);
}

TEST_CASE("a find prints twenty documents, and `it` goes on") {
    TestShell shell;
    shell("for (let i = 0; i < 230; i++) db.n.insertOne({_id: i})");
    const std::string first = shell("db.n.find()");
    CHECK(first.rfind("{ _id: 0 }\n", 0) == 0);
    CHECK(first.find("{ _id: 19 }\nType \"it\" for more") != std::string::npos);
    CHECK(first.find("{ _id: 20 }") == std::string::npos);
    std::string printed;
    for (int k = 0; k < 11; ++k) printed = shell("it");
    CHECK(printed.rfind("{ _id: 220 }", 0) == 0);
    CHECK(printed.find("{ _id: 229 }") != std::string::npos);
    CHECK(shell("it") == "no cursor");
    CHECK(shell("db.n.find().toArray().length") == "230");
}

TEST_CASE("every statement that runs commands says what it cost") {
    TestShell shell(true);
    CHECK(shell("1 + 1") == "2");
    CHECK(shell("db.c.insertOne({_id: 1, a: 2}).acknowledged").rfind("true\n-- 1 trip, examined 0 documents and 0 keys, changed ", 0) == 0);
    CHECK(shell("db.c.find({a: 2})") == "{ _id: 1, a: 2 }\n-- 1 trip, examined 1 document and 0 keys");
    CHECK(shell("db.c.find({a: 2}).count(); db.c.find({_id: 9})") ==
          "1\n-- 1 trip, examined 1 document and 0 keys\n-- 1 trip, examined 0 documents and 1 key");
    CHECK(shell("for (let i = 0; i < 3; i++) db.c.findOne()") == "-- 3 trips, examined 3 documents and 0 keys");
    CHECK(shell("cost off; db.c.countDocuments(); cost on") == "1");
}

TEST_CASE("an input that is not whole is known to be so") {
    struct Incomplete {
        const char* text;
        bool isIncomplete;
    };
    const Incomplete cases[] = {
        {"", false},           {"1", false},          {"db.c.find({", true},       {"db.c.find({})", false},
        {"'(' + \"[\"", false}, {"`a\n", true},        {"/* a", true},              {"// (", false},
        {"({a: /[(]/})", false}, {"x = ", true},       {"db.c.", true},             {"({a: ]", false},
        {"a / (b", true},      {"'open", false},      {"function f() {\n", true},  {"f(1,\n", true},
    };
    for (const Incomplete& c : cases) {
        CAPTURE(c.text);
        CHECK(shell::isIncomplete(c.text) == c.isIncomplete);
    }
}

TEST_CASE("words are words only where nothing else is meant") {
    TestShell shell;
    CHECK(shell("show = 3; show") == "3\n3");
    CHECK(shell("var it = 4; it + 1") == "5");
    CHECK(shell("help").find("show collections") != std::string::npos);
    CHECK(shell("db.c.help()").find("db.c.find(filter, projection)") != std::string::npos);
    CHECK_FALSE(shell.shell().isOver());
    shell("exit; print(1)");
    CHECK(shell.shell().isOver());
}
