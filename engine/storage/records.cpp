// The layout "whole": flags, checksum, document in one value.
#include "engine/storage/records.h"

#include "bson/bytes.h"
#include "bson/hash.h"
#include "bson/raise.h"

namespace sheaf::storage {
namespace {

constexpr std::uint8_t kWhole = 0;
constexpr std::size_t kChecksumOffset = 1;
constexpr std::size_t kMinDocumentBytes = 5;

void fill(std::uint8_t* value, bson::DocumentView document) {
    value[0] = kWhole;
    bson::store<std::uint64_t>(value + kChecksumOffset, bson::hashBytes(document.bytes()));
    std::memcpy(value + kRecordHeaderBytes, document.data(), document.size());
}

// What is wrong with a record's value, or null.
const char* problemOf(Bytes value, bool verify) {
    if (value.size() < kRecordHeaderBytes + kMinDocumentBytes) return "is too short";
    if (value[0] != kWhole) return "has an unknown layout";
    const std::size_t size = value.size() - kRecordHeaderBytes;
    if (bson::load<std::uint32_t>(value.data() + kRecordHeaderBytes) != size) return "holds a document of another length";
    if (verify && bson::hashBytes(value.subspan(kRecordHeaderBytes)) !=
                      bson::load<std::uint64_t>(value.data() + kChecksumOffset)) {
        return "does not match its checksum";
    }
    return nullptr;
}

bson::DocumentView documentOf(RecordId id, Bytes value, bool verify) {
    if (const char* problem = problemOf(value, verify)) {
        raise(ErrorCode::StoreDamaged, "record ", id, " ", problem);
    }
    return bson::DocumentView::trusted(value.data() + kRecordHeaderBytes,
                                       static_cast<std::uint32_t>(value.size() - kRecordHeaderBytes));
}

}  // namespace

std::optional<bson::DocumentView> Records::fetch(const Transaction& transaction, RecordId id) const {
    const std::optional<Bytes> value = transaction.get(tree_, id);
    if (!value) return std::nullopt;
    return documentOf(id, *value, verify_);
}

RecordId Records::lastId(const Transaction& transaction) const {
    if (transaction.countEntries(tree_) == 0) return 0;
    Cursor cursor(transaction, tree_);
    return cursor.last() ? cursor.integerKey() : 0;
}

RecordId Records::append(WriteTransaction& transaction, bson::DocumentView document, RecordId floor) const {
    const std::size_t size = valueBytes(document.size());
    // The floor is nearly always the last id itself, so this is one descent.
    for (const bool isGuess : {true, false}) {
        const RecordId above = isGuess ? floor : lastId(transaction);
        if (above >= index::kMaxRecordId) break;
        std::uint8_t* room = transaction.reserve(tree_, above + 1, size, WriteTransaction::Put::Append);
        if (room == nullptr) continue;
        fill(room, document);
        return above + 1;
    }
    raise(ErrorCode::OperationFailed, "all RecordIds of the collection are used up");
}

bool Records::replace(WriteTransaction& transaction, RecordId id, bson::DocumentView document) const {
    Cursor cursor(transaction, tree_);
    if (!cursor.seekExact(id)) return false;
    fill(cursor.reserveCurrent(transaction, valueBytes(document.size())), document);
    return true;
}

bool Records::remove(WriteTransaction& transaction, RecordId id) const { return transaction.remove(tree_, id); }

bool Records::isIntact(const Transaction& transaction, RecordId id) const {
    const std::optional<Bytes> value = transaction.get(tree_, id);
    return value && problemOf(*value, true) == nullptr;
}

RecordCursor::RecordCursor(const Transaction& transaction, const Records& records)
    : cursor_(transaction, records.tree_), verify_(records.verify_) {}

bool RecordCursor::advance(Direction direction) {
    const bool forward = direction == Direction::Forward;
    if (started_) return forward ? cursor_.next() : cursor_.previous();
    started_ = true;
    return forward ? cursor_.first() : cursor_.last();
}

bool RecordCursor::seek(RecordId id, Direction direction) {
    started_ = true;
    return direction == Direction::Forward ? cursor_.seek(id) : cursor_.seekAtOrBelow(id);
}

bool RecordCursor::seekExact(RecordId id) {
    started_ = true;
    return cursor_.seekExact(id);
}

bson::DocumentView RecordCursor::document() const { return documentOf(id(), cursor_.value(), verify_); }

RecordAppender::RecordAppender(WriteTransaction& transaction, const Records& records)
    : transaction_(transaction), cursor_(transaction, records.tree_) {}

void RecordAppender::append(RecordId id, bson::DocumentView document) {
    std::uint8_t* room = cursor_.reserve(transaction_, {reinterpret_cast<const std::uint8_t*>(&id), sizeof id},
                                         Records::valueBytes(document.size()), WriteTransaction::Put::Append);
    if (room == nullptr) raise(ErrorCode::InternalError, "record ", id, " does not lie above the others");
    fill(room, document);
}

}  // namespace sheaf::storage
