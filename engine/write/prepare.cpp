// The checks and changes that a document meets before it is inserted.
#include "engine/write/prepare.h"

#include "bson/bytes.h"
#include "bson/raise.h"

#include <sheaf/bson/builder.h>
#include <sheaf/bson/validate.h>

#include <atomic>
#include <bit>
#include <cstring>

namespace sheaf::engine {
namespace {

// The value that replaces Timestamp(0, 0): the time, and a count that makes it unique in the process.
bson::Timestamp nextTimestamp() {
    static std::atomic<std::uint32_t> count{0};
    return {.seconds = static_cast<std::uint32_t>(bson::Date::now().ms / 1000), .increment = ++count};
}

struct TopLevel {
    bson::ValueView id;
    std::size_t ids = 0;
    bool idIsFirst = false;
    bool hasZeroTimestamp = false;
};

bool isZeroTimestamp(const bson::Element& element) {
    return element.value.type() == bson::Type::Timestamp && element.value.asTimestamp() == bson::Timestamp{} &&
           element.name != "_id";
}

// Walks the elements of a document that was validated: nothing is checked, names are looked at only to find `_id`.
class ValidWalk {
public:
    explicit ValidWalk(bson::DocumentView document)
        : at_(document.data() + 4), end_(document.data() + document.size() - 1) {}

    bool next() {
        if (at_ == end_) return false;
        type = static_cast<bson::Type>(*at_);
        const std::uint8_t* name = at_ + 1;
        value = endOfText(name) + 1;
        isId = value - name == 4 && std::memcmp(name, "_id", 4) == 0;
        at_ = value + valueBytes();
        return true;
    }

    bson::Type type = bson::Type::Missing;
    const std::uint8_t* value = nullptr;
    bool isId = false;
    bson::ValueView view() const { return {type, value, static_cast<std::uint32_t>(at_ - value)}; }

private:
    // Where the null byte is; eight bytes at a time while they lie in the document.
    const std::uint8_t* endOfText(const std::uint8_t* at) const {
        constexpr std::uint64_t kOnes = 0x0101010101010101;
        for (; end_ - at >= 8; at += 8) {
            const auto word = bson::load<std::uint64_t>(at);
            const std::uint64_t zeros = (word - kOnes) & ~word & (kOnes << 7);
            if (zeros != 0) return at + std::countr_zero(zeros) / 8;
        }
        while (*at != 0) ++at;
        return at;
    }

    std::size_t valueBytes() const {
        switch (type) {
            case bson::Type::Double:
            case bson::Type::Date:
            case bson::Type::Timestamp:
            case bson::Type::Int64: return 8;
            case bson::Type::Int32: return 4;
            case bson::Type::Bool: return 1;
            case bson::Type::ObjectId: return 12;
            case bson::Type::Decimal128: return 16;
            case bson::Type::String:
            case bson::Type::Symbol:
            case bson::Type::Code: return 4 + bson::load<std::uint32_t>(value);
            case bson::Type::Document:
            case bson::Type::Array:
            case bson::Type::CodeWithScope: return bson::load<std::uint32_t>(value);
            case bson::Type::Binary: return 5 + bson::load<std::uint32_t>(value);
            case bson::Type::DbPointer: return 16 + bson::load<std::uint32_t>(value);
            case bson::Type::Regex: return static_cast<std::size_t>(endOfText(endOfText(value) + 1) + 1 - value);
            default: return 0;
        }
    }

    const std::uint8_t* at_;
    const std::uint8_t* end_;
};

TopLevel lookAtTopLevel(bson::DocumentView document) {
    TopLevel found;
    bool isFirst = true;
    for (ValidWalk walk(document); walk.next(); isFirst = false) {
        if (walk.isId) {
            if (found.ids++ == 0) {
                found.id = walk.view();
                found.idIsFirst = isFirst;
            }
        } else if (walk.type == bson::Type::Timestamp && bson::load<std::uint64_t>(walk.value) == 0) {
            found.hasZeroTimestamp = true;
        }
    }
    return found;
}

}  // namespace

void requireStorable(bson::DocumentView document, int maxDepth) {
    if (document.size() > kMaxDocumentBytes) {
        raise(ErrorCode::BadValue, "object to insert too large. size in bytes: ", document.size(),
              ", max size: ", kMaxDocumentBytes);
    }
    bson::requireValid(document.bytes(), {.bytes = kMaxDocumentBytes, .depth = maxDepth});
}

void requireStorableId(bson::ValueView id) {
    switch (id.type()) {
        case bson::Type::Array:
        case bson::Type::Regex:
        case bson::Type::Undefined:
            raise(ErrorCode::InvalidIdField, "The '_id' value cannot be of type ", id.typeName());
        case bson::Type::Document:
            for (const bson::Element& element : id.asDocument()) {
                if (element.name.starts_with('$')) {
                    raise(ErrorCode::DollarPrefixedFieldName, "_id fields may not contain '$'-prefixed fields: ", element.name,
                          " is not valid for storage.");
                }
            }
            return;
        default:
            return;
    }
}

void PreparedDocuments::add(bson::DocumentView document) {
    requireStorable(document, maxDepth_);
    const TopLevel top = lookAtTopLevel(document);
    if (top.ids > 1) raise(ErrorCode::BadValue, "can't have multiple _id fields in one document");
    requireStorableId(top.id);
    if (top.idIsFirst && !top.hasZeroTimestamp) {
        places_.push_back({document.data(), 0, document.size()});
        return;
    }
    const std::size_t start = rewritten_.size();
    bson::Builder builder(rewritten_);
    if (top.ids == 0) builder.append("_id", bson::ObjectId::generate());
    else builder.append("_id", top.id);
    for (const bson::Element& element : document) {
        if (element.name == "_id") continue;
        if (isZeroTimestamp(element)) builder.append(element.name, nextTimestamp());
        else builder.append(element);
    }
    const std::uint32_t size = builder.finish().size();
    if (size > kMaxDocumentBytes) {
        rewritten_.truncate(start);
        raise(ErrorCode::BadValue, "object to insert too large. size in bytes: ", size, ", max size: ", kMaxDocumentBytes);
    }
    places_.push_back({nullptr, start, size});
}

bson::DocumentView PreparedDocuments::operator[](std::size_t at) const {
    const Place& place = places_[at];
    return bson::DocumentView::trusted(place.data ? place.data : rewritten_.data() + place.offset, place.size);
}

}  // namespace sheaf::engine
