// The index keys of one document for one index: sorted, without duplicates, in one flat buffer.
#pragma once

#include "index/key_bytes.h"

#include <array>
#include <cstdint>
#include <vector>

namespace sheaf::index {

// A key as it will be stored, short of its RecordId. Points into the KeySet that it came from.
struct KeyView {
    Bytes stem;        // the components (of a long key: prefix and digest; of a unique key: with its end byte)
    Bytes typeBits;    // of a long key: kLongKeyMark
    bool isLong;
};

// Reusable; no allocation once it has grown.
class KeySet {
public:
    explicit KeySet(Ordering ordering = {}, bool unique = false) : ordering_(ordering), unique_(unique) {}

    void clear() { bytes_.clear(); keys_.clear(); start_ = 0; }
    // One key: append() for each of its fields, then endKey(). Not yet in order: finish() after the last key.
    // A missing value is keyed as null.
    void append(bson::ValueView value) {
        appendComponent(bytes_, &bits_, value, ordering_.isDescending(field_++));
    }
    void endKey();
    // One whole key that was encoded elsewhere, in this set's ordering.
    void add(const KeyBuffer& key);
    // Sorts by bytes and drops keys equal to an earlier one (whatever their type bits).
    void finish();

    std::size_t size() const { return keys_.size(); }
    bool isEmpty() const { return keys_.empty(); }
    KeyView operator[](std::size_t at) const;

private:
    struct Place {
        std::uint64_t head;    // the first 8 bytes, padded with 00, as a number: decides most comparisons
        std::uint32_t offset;
        std::uint32_t stemBytes;
        std::uint16_t typeBitBytes;
        bool isLong;
    };
    void endKey(const TypeBits& bits);
    Bytes stemOf(const Place& place) const { return {bytes_.data() + place.offset, place.stemBytes}; }
    int compare(const Place& a, const Place& b) const;

    bson::Buffer bytes_;
    TypeBits bits_;         // of the key being appended
    std::size_t start_ = 0; // where it starts in bytes_
    std::size_t field_ = 0;
    std::vector<Place> keys_;
    Ordering ordering_;
    bool unique_;
};

// A key and value ready to be put into the index's tree. Both point into the EntryBuffer.
struct EntryBytes {
    Bytes key;
    Bytes value;
};

// Makes entries of keys; reusable.
class EntryBuffer {
public:
    // Valid until the next call. `id` at most kMaxRecordId.
    // A long key of a unique index has its RecordId in the key too, so the tree does not refuse a second one: whether
    // the value is there already is found by a seek to the stem and a look at the documents of all keys that start so.
    EntryBytes make(const KeyView& key, RecordId id, bool unique);

private:
    std::array<std::uint8_t, kLongPrefixBytes + kDigestBytes + kMaxRecordIdBytes> key_;
    bson::Buffer value_;
};

// What an update does to an index: positions in the two sets. A key whose type bits alone changed (1 became 1.0) is
// in both lists.
struct KeyDifference {
    std::vector<std::uint32_t> removed;   // in the old set
    std::vector<std::uint32_t> inserted;  // in the new set
    bool isEmpty() const { return removed.empty() && inserted.empty(); }
};
void differenceOf(const KeySet& old, const KeySet& now, KeyDifference& out);

}  // namespace sheaf::index
