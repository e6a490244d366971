// The keys of documents: MongoDB's rules for missing fields, arrays, positions and parallel arrays.

#include "index/key_generator.h"

#include "index/array_expander.h"
#include "tests/index/hex.h"
#include "tests/index/random_values.h"

#include <sheaf/bson/compare.h>
#include <sheaf/bson/json.h>
#include <sheaf/error.h>

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <string>
#include <vector>

namespace sheaf::index {
namespace {

using bson::Document;

IndexSpec specOf(const char* pattern) { return IndexSpec::parse(bson::make("key", sheaf::parse(pattern))); }

// "[1, 'x'] [2, null]" in shell-like JSON arrays, or an error's codeName.
std::string keysOf(const IndexSpec& spec, bson::DocumentView document, std::string* multikey = nullptr) {
    KeyGenerator generator(spec);
    KeySet keys = generator.makeKeySet();
    MultikeyPaths paths(spec.keyPattern.size());
    KeyScratch scratch;
    try {
        generator.generate(document, keys, paths, scratch);
    } catch (const Error& error) {
        return error.codeName();
    }
    std::string text;
    for (std::size_t at = 0; at < keys.size(); ++at) {
        bson::Builder values;
        KeyDecoder decoder(keys[at].stem, keys[at].typeBits, spec.keyPattern.ordering());
        std::string key;
        for (std::size_t field = 0; field < spec.keyPattern.size(); ++field) {
            bson::Builder one;
            decoder.next("v", one);
            const Document value = one.take();
            if (!key.empty()) key += ", ";
            key += value.isEmpty() ? "missing" : value["v"].toJson();
        }
        text += (text.empty() ? "[" : " [") + key + "]";
    }
    if (multikey != nullptr) *multikey = paths.toDocument(spec.keyPattern).toJson();
    CHECK(paths == MultikeyPaths::fromDocument(paths.toDocument(spec.keyPattern), spec.keyPattern));
    return text;
}

// The same JSON text as the printer would give.
std::string normal(const char* json) { return sheaf::parse(json).toJson(); }

}  // namespace

TEST_CASE("a document has the index keys that MongoDB gives it") {
    struct Case { const char* pattern; const char* document; const char* keys; const char* multikey; };
    const Case cases[] = {
        {"{a: 1}", "{a: 5}", "[5]", "{a: []}"},
        {"{a: 1}", "{}", "[missing]", "{a: []}"},
        {"{a: 1}", "{a: null}", "[null]", "{a: []}"},
        {"{a: 1}", "{a: {b: 1}}", R"([{"b":1}])", "{a: []}"},
        {"{a: -1, b: 1}", "{b: 'x', a: 1}", R"([1, "x"])", "{a: [], b: []}"},
        {"{'a.b': 1}", "{a: {b: 2}}", "[2]", "{'a.b': []}"},
        {"{'a.b': 1}", "{a: 2}", "[missing]", "{'a.b': []}"},
        {"{'a.b.c': 1}", "{a: {b: {d: 1}}}", "[missing]", "{'a.b.c': []}"},
        {"{a: 1}", "{a: [3, 1, 2]}", "[1] [2] [3]", "{a: ['a']}"},
        {"{a: -1}", "{a: [3, 1, 2]}", "[3] [2] [1]", "{a: ['a']}"},
        {"{a: 1}", "{a: [1, 1, 1]}", "[1]", "{a: ['a']}"},
        {"{a: 1}", "{a: []}", R"([{"$undefined":true}])", "{a: ['a']}"},
        {"{a: 1}", "{a: [[]]}", "[[]]", "{a: ['a']}"},
        {"{a: 1}", "{a: [[1, 2], 3]}", "[3] [[1,2]]", "{a: ['a']}"},
        {"{a: 1}", "{a: [null]}", "[null]", "{a: ['a']}"},
        {"{a: 1, b: 1}", "{a: [1, 2], b: 3}", "[1, 3] [2, 3]", "{a: ['a'], b: []}"},
        {"{b: 1, a: 1}", "{a: [], b: 3}", R"([3, {"$undefined":true}])", "{b: [], a: ['a']}"},
        {"{a: 1, b: 1}", "{a: [1], b: [2]}", "CannotIndexParallelArrays", nullptr},
        {"{a: 1, b: 1}", "{a: [], b: []}", "CannotIndexParallelArrays", nullptr},
        {"{'a.b': 1}", "{a: [{b: 1}, {b: 2}, {c: 3}, 4]}", "[missing] [1] [2]", "{'a.b': ['a']}"},
        {"{'a.b': 1}", "{a: []}", "[missing]", "{'a.b': ['a']}"},
        {"{'a.b': 1}", "{a: [[{b: 1}]]}", "[missing]", "{'a.b': ['a']}"},
        {"{'a.b': 1}", "{a: [{b: [1, 2]}, {b: 3}]}", "[1] [2] [3]", "{'a.b': ['a', 'a.b']}"},
        {"{'a.b': 1}", "{a: {b: [1, 2]}}", "[1] [2]", "{'a.b': ['a.b']}"},
        {"{'a.b': 1, 'a.c': 1}", "{a: [{b: 1, c: 2}, {b: 3, c: 4}]}", "[1, 2] [3, 4]", "{'a.b': ['a'], 'a.c': ['a']}"},
        {"{'a.b': 1, 'a.c': 1}", "{a: [{b: [1], c: [2]}]}", "CannotIndexParallelArrays", nullptr},
        {"{'a.b': 1, 'a.c': 1}", "{a: [{b: [1]}, {c: [2]}]}", "[missing, 2] [1, missing]",
         "{'a.b': ['a', 'a.b'], 'a.c': ['a', 'a.c']}"},
        {"{a: 1, 'a.b': 1}", "{a: [{b: 1}, 2]}", R"([2, missing] [{"b":1}, 1])", "{a: ['a'], 'a.b': ['a']}"},
        {"{'a.b': 1, 'c.d': 1}", "{a: [{b: 1}], c: [{d: 1}]}", "CannotIndexParallelArrays", nullptr},
        {"{'a.0': 1}", "{a: [5, 6]}", "[5]", "{'a.0': []}"},
        {"{'a.1': 1}", "{a: [5]}", "[missing]", "{'a.1': ['a']}"},
        {"{'a.0': 1}", "{a: []}", "[missing]", "{'a.0': ['a']}"},
        {"{'a.0': 1}", "{a: {'0': 7}}", "[7]", "{'a.0': []}"},
        {"{'a.0': 1}", "{a: [[1, 2], 3]}", "[[1,2]]", "{'a.0': []}"},
        {"{'a.0.b': 1}", "{a: [{b: 1}, {b: 2}]}", "[1]", "{'a.0.b': []}"},
        {"{'a.0.b': 1}", "{a: [{b: [1, 2]}]}", "[1] [2]", "{'a.0.b': ['a.0.b']}"},
        {"{'a.00': 1}", "{a: [5, 6]}", "[missing]", "{'a.00': ['a']}"},
        {"{'a.0': 1}", "{a: [{'0': 1}]}", "Location16746", nullptr},
        {"{'a.0.b': 1}", "{a: [{b: 1, '0': 2}]}", "Location16746", nullptr},
        {"{'a.1': 1}", "{a: [{'1': 4}]}", "[4]", "{'a.1': ['a']}"},
        {"{a: 1, 'a.0': 1}", "{a: [5, 6]}", "[5, 5] [6, 5]", "{a: ['a'], 'a.0': []}"},
        {"{'a.b': 1, 'a.b.0': 1}", "{a: {b: [1, 2]}}", "[1, 1] [2, 1]", "{'a.b': ['a.b'], 'a.b.0': []}"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.pattern);
        CAPTURE(c.document);
        std::string multikey;
        CHECK(keysOf(specOf(c.pattern), sheaf::parse(c.document), &multikey) == c.keys);
        if (c.multikey != nullptr) CHECK(multikey == normal(c.multikey));
    }
}

TEST_CASE("of two fields with one name the first is indexed") {
    bson::Builder builder;
    builder.append("a", 1).append("a", 2).append("b", 3);
    CHECK(keysOf(specOf("{a: 1, b: 1}"), builder.finish()) == "[1, 3]");
}

TEST_CASE("the key generators of a collection give each index what its own generator gives") {
    const IndexSpec specs[] = {specOf("{a: 1}"), specOf("{'a.b': 1, c: -1}"), specOf("{c: 1, a: 1}"), specOf("{'b.a': 1}"),
                               specOf("{'b.ab': 1, a: 1}")};
    std::vector<const IndexSpec*> pointers;
    for (const IndexSpec& spec : specs) pointers.push_back(&spec);
    const KeyGenerators together(pointers);
    CHECK(rc::check("together equals alone", [&](std::uint64_t seed) {
        RandomValues random(seed);
        bson::Builder builder;
        for (const char* name : {"a", "b", "c"}) {
            if (!random.chance(4)) builder.append(name, random.value(3));
        }
        const Document document = builder.take();
        std::vector<KeySet> keys = together.makeKeySets();
        std::vector<MultikeyPaths> multikey;
        for (const IndexSpec& spec : specs) multikey.emplace_back(spec.keyPattern.size());
        KeyScratch scratch;
        try {
            together.generate(document, keys, multikey, scratch);
        } catch (const Error&) {
            bool someRefuses = false;
            for (const IndexSpec& spec : specs) {
                someRefuses = someRefuses || keysOf(spec, document) == "CannotIndexParallelArrays";
            }
            RC_ASSERT(someRefuses);
            return;
        }
        for (std::size_t at = 0; at < std::size(specs); ++at) {
            const KeyGenerator alone(specs[at]);
            KeySet expected = alone.makeKeySet();
            MultikeyPaths paths(specs[at].keyPattern.size());
            alone.generate(document, expected, paths, scratch);
            RC_ASSERT(paths == multikey[at]);
            RC_ASSERT(expected.size() == keys[at].size());
            for (std::size_t key = 0; key < expected.size(); ++key) {
                RC_ASSERT(hex(expected[key].stem) == hex(keys[at][key].stem));
                RC_ASSERT(hex(expected[key].typeBits) == hex(keys[at][key].typeBits));
            }
        }
    }));
}

namespace {

// All keys by the general way, as text.
class TextExpander final : public ArrayExpander {
public:
    TextExpander(const std::vector<bson::FieldPath>& paths, MultikeyPaths& multikey, Ordering ordering)
        : ArrayExpander(paths, false, multikey), keys(ordering) {}

    void key(const std::vector<bson::ValueView>& values) override {
        for (const bson::ValueView value : values) keys.append(value);
        keys.endKey();
    }

    KeySet keys;
};

}  // namespace

TEST_CASE("the quick ways to keys give what the general way gives") {
    const IndexSpec spec = specOf("{a: -1, 'b.a': 1}");
    const KeyGenerator generator(spec);
    std::vector<bson::FieldPath> paths;
    for (const KeyField& field : spec.keyPattern.fields()) paths.push_back(field.path);
    CHECK(rc::check("quick equals general", [&](std::uint64_t seed) {
        RandomValues random(seed);
        bson::Builder builder;
        builder.append("a", random.value(3)).append("b", random.value(3));
        const Document document = builder.take();
        MultikeyPaths quickPaths(2);
        MultikeyPaths generalPaths(2);
        TextExpander expander(paths, generalPaths, spec.keyPattern.ordering());
        KeySet keys = generator.makeKeySet();
        KeyScratch scratch;
        bool refused = false;
        try {
            generator.generate(document, keys, quickPaths, scratch);
        } catch (const Error&) {
            refused = true;
        }
        try {
            expander.expand(document);
            RC_ASSERT(!refused);
        } catch (const Error&) {
            RC_ASSERT(refused);
            return;
        }
        expander.keys.finish();
        RC_ASSERT(quickPaths == generalPaths);
        RC_ASSERT(keys.size() == expander.keys.size());
        for (std::size_t key = 0; key < keys.size(); ++key) {
            RC_ASSERT(hex(keys[key].stem) == hex(expander.keys[key].stem));
            RC_ASSERT(hex(keys[key].typeBits) == hex(expander.keys[key].typeBits));
        }
    }));
}

TEST_CASE("the difference of two key sets is what an update must remove and insert") {
    struct Case { const char* what; const char* old; const char* now; std::size_t removed; std::size_t inserted; };
    const Case cases[] = {
        {"nothing changed", "{a: [1, 2]}", "{a: [2, 1]}", 0, 0},
        {"one element more", "{a: [1]}", "{a: [1, 2]}", 0, 1},
        {"one element less", "{a: [1, 2]}", "{a: [2]}", 1, 0},
        {"another value", "{a: 1}", "{a: 3}", 1, 1},
        {"the same number of another type", "{a: NumberInt(1)}", "{a: NumberLong(1)}", 1, 1},
        {"missing became null", "{}", "{a: null}", 1, 1},
        {"all elements", "{a: [1, 2, 3]}", "{a: [4, 5]}", 3, 2},
    };
    const KeyGenerator generator(specOf("{a: 1}"));
    for (const Case& c : cases) {
        CAPTURE(c.what);
        KeySet old = generator.makeKeySet();
        KeySet now = generator.makeKeySet();
        MultikeyPaths paths(1);
        KeyScratch scratch;
        generator.generate(sheaf::parse(c.old), old, paths, scratch);
        generator.generate(sheaf::parse(c.now), now, paths, scratch);
        KeyDifference difference;
        differenceOf(old, now, difference);
        CHECK(difference.removed.size() == c.removed);
        CHECK(difference.inserted.size() == c.inserted);
    }
}

}  // namespace sheaf::index
