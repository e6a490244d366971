// Keys as bytes: examples of every type, byte order against comparison order, lengths, and decoding.

#include "index/key_bytes.h"

#include "index/key_set.h"
#include "tests/index/hex.h"
#include "tests/index/random_values.h"

#include <sheaf/bson/compare.h>
#include <sheaf/bson/json.h>
#include <sheaf/error.h>

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <string>
#include <vector>

namespace sheaf::index {
namespace {

using bson::Document;
using bson::Value;

std::string keyOf(bson::ValueView value, bool descending = false) {
    bson::Buffer out;
    appendComponent(out, value, descending);
    return hex(out.bytes());
}

int sign(int order) { return order < 0 ? -1 : order > 0 ? 1 : 0; }

int compareBytes(Bytes a, Bytes b) {
    const int order = std::memcmp(a.data(), b.data(), std::min(a.size(), b.size()));
    return order != 0 ? sign(order) : a.size() < b.size() ? -1 : a.size() > b.size() ? 1 : 0;
}

// A key of several fields with the order that its bytes must have.
struct Key {
    std::vector<Value> values;
    KeyBuffer buffer;
};

Key randomKey(RandomValues& random, Ordering ordering) {
    Key key;
    for (std::size_t field = 0; field < ordering.fields; ++field) {
        key.values.push_back(random.chance(12) ? Value() : random.value(3));
        key.buffer.append(key.values.back(), ordering.isDescending(field));
    }
    return key;
}

int compareValues(const Key& a, const Key& b, Ordering ordering) {
    for (std::size_t field = 0; field < a.values.size(); ++field) {
        const Value null(nullptr);
        const Value& left = a.values[field].isMissing() ? null : a.values[field];
        const Value& right = b.values[field].isMissing() ? null : b.values[field];
        const int order = sign(bson::compare(left, right));
        if (order != 0) return ordering.isDescending(field) ? -order : order;
    }
    return 0;
}

Ordering randomOrdering(RandomValues& random) {
    const auto fields = static_cast<std::uint32_t>(1 + random.below(3));
    return {static_cast<std::uint32_t>(random.below(std::uint64_t{1} << fields)), fields};
}

}  // namespace

TEST_CASE("every type has its documented bytes") {
    struct Case { const char* value; const char* bytes; };
    const Case cases[] = {
        {R"({"$minKey": 1})", "0A"},
        {R"({"$undefined": true})", "0F"},
        {"null", "14"},
        {R"("")", "3C 00"},
        {R"("ab")", "3C 61 62 00"},
        {R"("a\u0000b")", "3C 61 00 FF 62 00"},
        {R"({"$symbol": "ab"})", "3C 61 62 00"},
        {"{}", "46 00"},
        {R"({"a": 1, "b": "x"})", "46 1E 61 00 2E 02 3C 62 00 3C 78 00 00"},
        {R"({"a": {"b": null}})", "46 46 61 00 46 14 62 00 14 00 00"},
        {"[]", "50 00"},
        {R"([1, [2], "a"])", "50 2E 02 50 2E 04 00 3C 61 00 00"},
        {R"({"$binary": {"base64": "AQI=", "subType": "80"}})", "5A 02 80 01 02"},
        {R"({"$oid": "0102030405060708090a0b0c"})", "64 01 02 03 04 05 06 07 08 09 0A 0B 0C"},
        {"false", "6E"},
        {"true", "6F"},
        {R"({"$date": {"$numberLong": "0"}})", "78 80 00 00 00 00 00 00 00"},
        {R"({"$date": {"$numberLong": "-1"}})", "78 7F FF FF FF FF FF FF FF"},
        {R"({"$timestamp": {"t": 1, "i": 2}})", "82 00 00 00 01 00 00 00 02"},
        {R"({"$regularExpression": {"pattern": "a", "options": "i"}})", "8C 61 00 69 00"},
        {R"({"$dbPointer": {"$ref": "ab", "$id": {"$oid": "0102030405060708090a0b0c"}}})",
         "96 00 00 00 02 61 62 01 02 03 04 05 06 07 08 09 0A 0B 0C"},
        {R"({"$code": "f"})", "A0 66 00"},
        {R"({"$code": "f", "$scope": {"a": true}})", "AA 66 00 6E 61 00 6F 00"},
        {R"({"$maxKey": 1})", "F0"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.value);
        const Document document = bson::fromJson(std::string(R"({"v": )") + c.value + "}");
        CHECK(keyOf(document["v"]) == c.bytes);
    }
    CHECK(keyOf(Value()) == "14");
    CHECK(keyOf(Value("a"), true) == "C3 9E FF");
    CHECK(keyOf(Value(1), true) == "D1 FD");
    const std::string longBinary(256, 'x');
    const Document document = bson::make(
        "v", bson::BinaryView{0, reinterpret_cast<const std::uint8_t*>(longBinary.data()), longBinary.size()});
    CHECK(keyOf(document["v"]).substr(0, 23) == "5A FF 00 00 01 00 00 78");
}

TEST_CASE("the order of key bytes is the order of the values, in all directions") {
    CHECK(rc::check("memcmp of whole keys with RecordIds agrees with comparing their values", [](std::uint64_t seed) {
        RandomValues random(seed);
        const Ordering ordering = randomOrdering(random);
        std::vector<Key> keys;
        std::vector<std::vector<std::uint8_t>> entries;
        for (RecordId id = 1; id <= 24; ++id) {
            Key key = id > 1 && random.chance(4) ? keys[random.below(keys.size())] : randomKey(random, ordering);
            if (id > 1 && random.chance(3)) {  // the same first fields
                const Key& other = keys[random.below(keys.size())];
                key.buffer.clear();
                for (std::size_t field = 0; field < key.values.size(); ++field) {
                    if (field + 1 < key.values.size()) key.values[field] = other.values[field];
                    key.buffer.append(key.values[field], ordering.isDescending(field));
                }
            }
            const Bytes components = key.buffer.components();
            std::vector<std::uint8_t> entry(components.begin(), components.end());
            std::uint8_t encoded[kMaxRecordIdBytes];
            entry.insert(entry.end(), encoded, encoded + encodeRecordId(id * 700, encoded));
            keys.push_back(std::move(key));
            entries.push_back(std::move(entry));
        }
        for (std::size_t a = 0; a < keys.size(); ++a) {
            for (std::size_t b = a + 1; b < keys.size(); ++b) {
                const int order = compareValues(keys[a], keys[b], ordering);
                RC_ASSERT(compareBytes(entries[a], entries[b]) == (order == 0 ? -1 : order));
                const bool equal = compareBytes(keys[a].buffer.components(), keys[b].buffer.components()) == 0;
                RC_ASSERT(equal == (order == 0));
            }
        }
    }));
}

TEST_CASE("the order of unique keys, which have no RecordId, is the order of the values too") {
    CHECK(rc::check("memcmp of unique keys agrees with comparing their values", [](std::uint64_t seed) {
        RandomValues random(seed);
        const Ordering ordering = randomOrdering(random);
        for (int round = 0; round < 100; ++round) {
            Key keys[2] = {randomKey(random, ordering), randomKey(random, ordering)};
            KeySet sets[2] = {KeySet(ordering, true), KeySet(ordering, true)};
            for (int at : {0, 1}) {
                if (at == 1 && random.chance(2)) {  // differ in the last field only, and there slightly
                    keys[1] = keys[0];
                    keys[1].values.back() = Value(random.text());
                    keys[1].buffer.clear();
                    for (std::size_t field = 0; field < ordering.fields; ++field) {
                        keys[1].buffer.append(keys[1].values[field], ordering.isDescending(field));
                    }
                }
                if (keys[at].buffer.isLong()) return;
                for (const Value& value : keys[at].values) sets[at].append(value);
                sets[at].endKey();
            }
            RC_ASSERT(compareBytes(sets[0][0].stem, sets[1][0].stem) == compareValues(keys[0], keys[1], ordering));
        }
    }));
}

TEST_CASE("the length of a component is found in its bytes") {
    CHECK(rc::check("whole components are measured, cut ones are not", [](std::uint64_t seed) {
        RandomValues random(seed);
        for (const bool descending : {false, true}) {
            bson::Buffer key;
            appendComponent(key, random.value(4), descending);
            const std::size_t size = key.size();
            appendComponent(key, random.value(2), random.chance(2));
            RC_ASSERT(componentLength(key.bytes(), descending) == size);
            const std::size_t cut = random.below(size);
            // A cut after a 00 that is escaped looks like the text's end; see the checker.
            const std::optional<std::size_t> length = componentLength(key.bytes().first(cut), descending);
            RC_ASSERT(!length.has_value() || *length == cut);
        }
    }));
}

TEST_CASE("keys with their type bits are decoded to exactly the values that were encoded") {
    CHECK(rc::check("decode(encode(values)) is identical", [](std::uint64_t seed) {
        RandomValues random(seed);
        const Ordering ordering = randomOrdering(random);
        const Key key = randomKey(random, ordering);
        bson::Buffer typeBits;
        key.buffer.typeBits().writeTo(typeBits);
        bson::Builder expected;
        bson::Builder decoded;
        KeyDecoder decoder(key.buffer.components(), typeBits.bytes(), ordering);
        for (const Value& value : key.values) {
            expected.append("f", value);
            decoder.next("f", decoded);
        }
        RC_ASSERT(decoder.atEnd());
        const Document want = expected.take();
        const Document have = decoded.take();
        // NaN keeps neither payload nor sign, so documents with one are compared as text.
        if (!std::ranges::equal(want.view().bytes(), have.view().bytes())) {
            RC_ASSERT(want.toJson(bson::JsonMode::Canonical) == have.toJson(bson::JsonMode::Canonical));
            RC_ASSERT(want.toJson().find("NaN") != std::string::npos);
        }
    }));
}

TEST_CASE("type bits are empty for int32, strings and null, and else tell the type") {
    struct Case { const char* document; const char* typeBits; };
    const Case cases[] = {
        {R"({"a": {"$numberInt": "5"}, "b": "x", "c": null})", ""},
        {R"({"a": {"$numberLong": "5"}})", "01"},
        {R"({"a": {"$numberDouble": "5.5"}})", "02"},
        {R"({"a": {"$numberInt": "5"}, "b": {"$numberDouble": "5.5"}})", "08"},
        {R"({"a": {"$numberDouble": "-0.0"}})", "06"},
        {R"({"a": {"$numberDecimal": "12.34"}})", "03"},
        {R"({"a": {"$numberDecimal": "12.340"}})", "07"},
        {R"({"a": {"$numberDecimal": "0E-6176"}})", "03"},
        {R"({"a": {"$symbol": "x"}})", "01"},
        {R"({"a": [{"$numberInt": "1"}, {"$numberLong": "2"}]})", "04"},
        {R"({"a": true, "b": {"$numberLong": "5"}})", "01"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.document);
        KeyBuffer key;
        const Document document = bson::fromJson(c.document);
        for (const bson::Element& element : document) key.append(element.value, false);
        bson::Buffer bits;
        key.typeBits().writeTo(bits);
        CHECK(hex(bits.bytes()) == c.typeBits);
    }
    KeyBuffer missing;
    missing.append({}, false);
    CHECK(!missing.typeBits().allZero());
}

TEST_CASE("damaged keys are refused, whatever their bytes") {
    CHECK(rc::check("random bytes are decoded or raise an error", [](std::uint64_t seed) {
        RandomValues random(seed);
        for (int round = 0; round < 200; ++round) {
            std::vector<std::uint8_t> bytes;
            bson::Buffer key;
            appendComponent(key, random.value(4), false);
            bytes.assign(key.bytes().begin(), key.bytes().end());
            bytes[random.below(bytes.size())] = static_cast<std::uint8_t>(random.next());
            if (random.chance(2)) bytes.resize(random.below(bytes.size() + 1));
            const auto bits = static_cast<std::uint8_t>(random.next());
            try {
                bson::Builder out;
                KeyDecoder(bytes, {&bits, 1}, {0, 1}).next("f", out);
            } catch (const Error& error) {
                RC_ASSERT(error.code() == ErrorCode::StoreDamaged || error.code() == ErrorCode::BadValue);
            }
        }
    }));
}

TEST_CASE("entries of plain, unique and long keys are read back") {
    struct Case { const char* what; std::size_t textBytes; bool unique; bool isLong; std::size_t keyBytes; };
    const Case cases[] = {
        {"plain", 3, false, false, 5 + 2},
        {"unique", 3, true, false, 5},
        {"the longest plain key", 477, false, false, 479 + 2},
        {"the longest unique key", 477, true, false, 479},
        {"the shortest long key", 478, false, true, 480 + 16 + 2},
        {"long and unique", 100'000, true, true, 480 + 16 + 2},
    };
    for (const Case& c : cases) {
        CAPTURE(c.what);
        KeySet keys({0, 1}, c.unique);
        const Value text(std::string(c.textBytes, 'x'));
        keys.append(text);
        keys.endKey();
        EntryBuffer buffer;
        const EntryBytes entry = buffer.make(keys[0], 77, c.unique);
        CHECK(entry.key.size() == c.keyBytes);
        const EntryView view = readEntry(entry.key, entry.value, c.unique);
        CHECK(view.isLong == c.isLong);
        CHECK(view.id == 77);
        CHECK(hex(view.key) == hex(keys[0].stem));
        CHECK(view.typeBits.empty());
        CHECK(entry.value.size() == (c.unique ? 2u : 0u) + (c.isLong ? 1u : 0u));
    }
}

}  // namespace sheaf::index
