// Turns index keys into byte strings whose memcmp order is BSON comparison order, and back.
//
//   entry     := key value
//   key       := component* rid              plain index
//              | component* end?             unique index; end = 04, only when the last field is descending
//              | prefix digest rid           long key (480 bytes of components or more), of either index
//   value     := typebits                    plain index; empty when all bits are 0
//              | rid typebits                unique index
//              | 00 | rid 00                 long key, plain | unique
//   prefix    := the first 480 bytes of the components
//   digest    := XXH3-128 of all components, canonical (big-endian), 16 bytes
//   rid       := see record_id.h
//   component := tag body                    inverted bit by bit, tag included, for a descending field
//
//   tag                              body
//   0A MinKey                        -
//   0F undefined, and []             -
//   14 null, and missing             -
//   20..37 numbers                   see number_key.h
//   3C string, symbol                text
//   46 document                      (class name 00 component)* 00      class: see below
//   50 array                         component* 00
//   5A binary                        length subtype bytes               length: 1 byte, or FF and 4 bytes
//   64 ObjectId                      12 bytes
//   6E false, 6F true                -
//   78 date                          int64, sign bit flipped
//   82 timestamp                     8 bytes, seconds first
//   8C regex                         text text                          pattern, options
//   96 DBPointer                     4 bytes length, namespace, 12 bytes
//   A0 code                          text
//   AA code with scope               text (class name 00 component)* 00
//   F0 MaxKey                        -
//   text      := bytes 00            with 00 inside written as 00 FF
//   class     := the lowest tag of the value's sort class (1E for numbers, 6E for both booleans)
//
// All numbers are big-endian. No component starts with 00 or FF, inverted or not: that tells a text's end from an
// escaped 00, and leaves 01 and FE as bytes below and above anything that may follow a component.
// One component can be a proper prefix of another only as text ended by 00 against text going on with 00 FF; what
// follows (rid, component, end) then orders them. Keys of components alone keep that for an ascending last field;
// `end` is there for the descending one. A long prefix is one byte longer than the longest plain key, for the same
// reason.
//
//   typebits  := bits, lowest bit of the first byte first, zero bytes at the end dropped; in order of appearance,
//                nested values included:
//     number             2 bits: int32 0, int64 1, double 2, Decimal128 3; then for
//       a double zero    1 bit: negative
//       a decimal zero   1 bit: negative, 14 bits: its exponent + 6176
//       another finite decimal   6 bits: how many zeros its coefficient ended with
//     string, symbol     1 bit: symbol
//     null, missing      1 bit: missing
//
// NaN loses its payload and sign, a Decimal128 with a non-canonical encoding becomes the zero that it stands for.
// On disk: changing a tag, a body or a bit is a new index format version (docs/file-format.md).
#pragma once

#include "index/record_id.h"
#include "index/spec.h"

#include <sheaf/bson/buffer.h>
#include <sheaf/bson/builder.h>
#include <sheaf/bson/view.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace sheaf::index {

using Bytes = std::span<const std::uint8_t>;

inline constexpr std::size_t kLongPrefixBytes = 480;
inline constexpr std::size_t kDigestBytes = 16;
inline constexpr std::uint8_t kUniqueEnd = 0x04;
inline constexpr std::uint8_t kBelowAll = 0x01;    // may be appended to components to seek before, or ...
inline constexpr std::uint8_t kAboveAll = 0xFE;    // ... past everything that starts with them
inline constexpr std::uint8_t kLongKeyMark = 0x00; // the value of a long key

// Collects type bits; reusable, allocates only beyond 64 bits.
class TypeBits {
public:
    void clear() { low_ = 0; count_ = 0; any_ = false; rest_.clear(); }
    void append(std::uint32_t bits, unsigned count);
    bool allZero() const { return !any_; }
    // Appends the bytes, without zero bytes at the end.
    void writeTo(bson::Buffer& out) const;

private:
    std::uint64_t low_ = 0;
    std::uint32_t count_ = 0;
    bool any_ = false;
    bson::Buffer rest_;
};

// Appends the component of one value, and its type bits unless `bits` is null.
void appendComponent(bson::Buffer& out, TypeBits* bits, bson::ValueView value, bool descending);
inline void appendComponent(bson::Buffer& out, bson::ValueView value, bool descending) {
    appendComponent(out, nullptr, value, descending);
}

// The components of one key and their type bits. Keep one and reuse it: no allocation once it has grown.
class KeyBuffer {
public:
    void clear() { bytes_.clear(); bits_.clear(); }
    // A missing value is keyed as null. An empty array is keyed as an array here: keying it as undefined is the key
    // generator's rule for a whole field.
    void append(bson::ValueView value, bool descending) { appendComponent(bytes_, &bits_, value, descending); }

    Bytes components() const { return bytes_.bytes(); }
    const TypeBits& typeBits() const { return bits_; }
    bool isLong() const { return bytes_.size() >= kLongPrefixBytes; }

private:
    bson::Buffer bytes_;
    TypeBits bits_;
};

// The bytes of the component at the start of `bytes`, found without decoding it; nothing when `bytes` end within it
// (the cut component of a long key). Throws StoreDamaged for an unknown tag.
std::optional<std::size_t> componentLength(Bytes bytes, bool descending);
// The longest that a component is walked through nested values; more is StoreDamaged.
inline constexpr int kMaxComponentDepth = 200;

// Byte order of two whole components of one field: -1, 0 or 1.
int compareComponents(Bytes a, Bytes b, bool descending);

// What an entry of the tree holds.
struct EntryView {
    Bytes key;          // as stored, without RecordId; of a long key: prefix and digest
    RecordId id;
    Bytes typeBits;     // of a long key: none
    bool isLong;        // the document must be looked at; the order within equal prefixes is not known
};
// Throws StoreDamaged when the bytes cannot be an entry.
EntryView readEntry(Bytes key, Bytes value, bool unique);

// Whether a key as stored, with or without its RecordId, is long: its length alone tells.
inline bool isLongKey(Bytes key) { return key.size() >= kLongPrefixBytes + kDigestBytes; }

// Appends the values of an entry that is not long to `out`, exactly as they were, under the pattern's field paths (a
// missing one is left out) - a document like explain's keyPattern. Throws StoreDamaged.
void decodeKey(const EntryView& entry, const KeyPattern& pattern, bson::Builder& out);

// The same one field at a time.
class KeyDecoder {
public:
    // `key` with or without its RecordId; not a long one.
    KeyDecoder(Bytes key, Bytes typeBits, Ordering ordering) : key_(key), typeBits_(typeBits), ordering_(ordering) {}

    bool atEnd() const { return field_ == ordering_.fields; }
    // Appends the next field's value under `name`; a missing one is left out.
    void next(std::string_view name, bson::Builder& out);
    void skip();

private:
    Bytes key_;
    Bytes typeBits_;
    Ordering ordering_;
    std::size_t field_ = 0;
    std::size_t bit_ = 0;
};

}  // namespace sheaf::index
