// Collects, orders and compares the keys of a document, and makes entries of them.

#include "index/key_set.h"

#include "bson/hash.h"
#include "bson/raise.h"

#include <algorithm>
#include <cstring>

namespace sheaf::index {
namespace {

int compareBytes(Bytes a, Bytes b) {
    const std::size_t common = std::min(a.size(), b.size());
    const int order = common == 0 ? 0 : std::memcmp(a.data(), b.data(), common);
    if (order != 0) return order;
    return a.size() < b.size() ? -1 : a.size() > b.size() ? 1 : 0;
}

constexpr std::size_t kFewKeys = 16;  // sorted by insertion

std::uint64_t headOf(Bytes bytes) {
    std::uint64_t head = 0;
    std::memcpy(&head, bytes.data(), std::min(bytes.size(), sizeof head));
    return __builtin_bswap64(head);
}

bool sameBytes(Bytes a, Bytes b) { return compareBytes(a, b) == 0; }

}  // namespace

void KeySet::endKey() {
    endKey(bits_);
    bits_.clear();
    field_ = 0;
}

void KeySet::add(const KeyBuffer& key) {
    bytes_.append(key.components().data(), key.components().size());
    endKey(key.typeBits());
}

void KeySet::endKey(const TypeBits& bits) {
    Place place{};
    place.offset = static_cast<std::uint32_t>(start_);
    const std::size_t size = bytes_.size() - start_;
    place.isLong = size >= kLongPrefixBytes;
    if (place.isLong) {
        const auto digest = bson::digestBytes(bytes_.bytes().subspan(start_));
        bytes_.truncate(start_ + kLongPrefixBytes);
        bytes_.append(digest.data(), digest.size());
        place.stemBytes = static_cast<std::uint32_t>(kLongPrefixBytes + kDigestBytes);
        bytes_.append(kLongKeyMark);
        place.typeBitBytes = 1;
    } else {
        if (unique_ && ordering_.fields > 0 && ordering_.isDescending(ordering_.fields - 1)) bytes_.append(kUniqueEnd);
        place.stemBytes = static_cast<std::uint32_t>(bytes_.size() - start_);
        bits.writeTo(bytes_);
        place.typeBitBytes = static_cast<std::uint16_t>(bytes_.size() - start_ - place.stemBytes);
    }
    place.head = headOf(stemOf(place));
    keys_.push_back(place);
    start_ = bytes_.size();
}

int KeySet::compare(const Place& a, const Place& b) const {
    if (a.head != b.head) return a.head < b.head ? -1 : 1;
    return compareBytes(stemOf(a), stemOf(b));
}

void KeySet::finish() {
    if (keys_.size() < 2) return;
    // The first of equal keys stays, so that its type bits are the ones kept.
    const auto isBefore = [this](const Place& a, const Place& b) {
        const int order = compare(a, b);
        return order != 0 ? order < 0 : a.offset < b.offset;
    };
    if (keys_.size() <= kFewKeys) {
        for (std::size_t next = 1; next < keys_.size(); ++next) {
            const Place place = keys_[next];
            std::size_t at = next;
            for (; at > 0 && isBefore(place, keys_[at - 1]); --at) keys_[at] = keys_[at - 1];
            keys_[at] = place;
        }
    } else {
        std::sort(keys_.begin(), keys_.end(), isBefore);
    }
    const auto end = std::unique(keys_.begin(), keys_.end(),
                                 [this](const Place& a, const Place& b) { return compare(a, b) == 0; });
    keys_.erase(end, keys_.end());
}

KeyView KeySet::operator[](std::size_t at) const {
    const Place& place = keys_[at];
    return {stemOf(place), {bytes_.data() + place.offset + place.stemBytes, place.typeBitBytes}, place.isLong};
}

EntryBytes EntryBuffer::make(const KeyView& key, RecordId id, bool unique) {
    SHEAF_INVARIANT(id <= kMaxRecordId, "RecordIds beyond this have no bytes");
    std::uint8_t encoded[kMaxRecordIdBytes];
    const std::size_t idBytes = encodeRecordId(id, encoded);
    if (unique) {
        value_.clear();
        value_.append(encoded, idBytes);
        value_.append(key.typeBits.data(), key.typeBits.size());
        if (!key.isLong) return {key.stem, value_.bytes()};
    }
    std::memcpy(key_.data(), key.stem.data(), key.stem.size());
    std::memcpy(key_.data() + key.stem.size(), encoded, idBytes);
    const Bytes whole{key_.data(), key.stem.size() + idBytes};
    return {whole, unique ? value_.bytes() : key.typeBits};
}

void differenceOf(const KeySet& old, const KeySet& now, KeyDifference& out) {
    out.removed.clear();
    out.inserted.clear();
    std::uint32_t left = 0;
    std::uint32_t right = 0;
    while (left < old.size() || right < now.size()) {
        int order = left == old.size() ? 1 : right == now.size() ? -1 : compareBytes(old[left].stem, now[right].stem);
        if (order == 0) {
            if (!sameBytes(old[left].typeBits, now[right].typeBits)) {
                out.removed.push_back(left);
                out.inserted.push_back(right);
            }
            ++left;
            ++right;
        } else if (order < 0) {
            out.removed.push_back(left++);
        } else {
            out.inserted.push_back(right++);
        }
    }
}

}  // namespace sheaf::index
