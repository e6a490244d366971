// Moves over the entries of one tree.
#include "engine/storage/cursor.h"

#include "bson/raise.h"
#include "engine/storage/counted_io.h"
#include "engine/storage/environment.h"
#include "engine/storage/lmdb_api.h"
#include "engine/storage/page_format.h"

#include <array>
#include <cstring>
#include <utility>

namespace sheaf::storage {
namespace {

unsigned flagsOf(WriteTransaction::Put how) {
    switch (how) {
        case WriteTransaction::Put::Insert: return MDB_NOOVERWRITE;
        case WriteTransaction::Put::Append: return MDB_APPEND;
        case WriteTransaction::Put::Replace: return 0;
    }
    return 0;
}

}  // namespace

Cursor::Cursor(const Transaction& transaction, Tree tree) : transaction_(&transaction) {
    if (const int result = mdb_cursor_open(transaction.handle_, tree.handle_, &handle_)) {
        handle_ = nullptr;
        raiseLmdb(result, "open a cursor");
    }
    attach();
}

void Cursor::attach() {
    if (!transaction_->isWrite()) return;
    next_ = transaction_->cursors_;
    if (next_ != nullptr) next_->link_ = &next_;
    link_ = &transaction_->cursors_;
    transaction_->cursors_ = this;
}

void Cursor::detach() noexcept {
    if (link_ == nullptr) return;
    *link_ = next_;
    if (next_ != nullptr) next_->link_ = link_;
    link_ = nullptr;
    next_ = nullptr;
}

void Cursor::close() noexcept {
    if (handle_ == nullptr) return;
    detach();
    mdb_cursor_close(handle_);
    handle_ = nullptr;
}

Cursor::Cursor(Cursor&& other) noexcept { *this = std::move(other); }

Cursor& Cursor::operator=(Cursor&& other) noexcept {
    if (this == &other) return *this;
    close();
    transaction_ = other.transaction_;
    handle_ = std::exchange(other.handle_, nullptr);
    key_ = other.key_;
    value_ = other.value_;
    if (other.link_ != nullptr) {
        other.detach();
        attach();
    }
    return *this;
}

Cursor::~Cursor() { close(); }

bool Cursor::move(int operation) {
    MDB_val key{}, value{};
    const int result = mdb_cursor_get(handle_, &key, &value, static_cast<MDB_cursor_op>(operation));
    if (result == 0) {
        key_ = fromLmdb(key);
        value_ = transaction_->checked(fromLmdb(value));
        return true;
    }
    if (result == MDB_NOTFOUND) return false;
    if (result == EINVAL) return false;  // GET_CURRENT of a cursor that stands nowhere
    raiseLmdb(result, "move a cursor");
}

bool Cursor::seekWith(Bytes key, int operation) {
    MDB_val lmdbKey = toLmdb(key);
    MDB_val value{};
    const int result = mdb_cursor_get(handle_, &lmdbKey, &value, static_cast<MDB_cursor_op>(operation));
    if (result == 0) {
        key_ = fromLmdb(lmdbKey);
        value_ = transaction_->checked(fromLmdb(value));
        return true;
    }
    if (result == MDB_NOTFOUND) return false;
    raiseLmdb(result, "move a cursor");
}

bool Cursor::first() { return move(MDB_FIRST); }
bool Cursor::last() { return move(MDB_LAST); }
bool Cursor::next() { return move(MDB_NEXT); }
bool Cursor::previous() { return move(MDB_PREV); }
bool Cursor::refresh() { return move(MDB_GET_CURRENT); }

bool Cursor::seek(Bytes key) {
    if (key.empty()) return first();  // below every key; LMDB does not take it
    return seekWith(key, MDB_SET_RANGE);
}

bool Cursor::seekExact(Bytes key) { return !key.empty() && seekWith(key, MDB_SET_KEY); }

bool Cursor::stepBackUnless(bool found, Bytes key) {
    if (!found) return last();
    const bool exact = key_.size() == key.size() && compareBytes(key_, key) == 0;
    return exact || previous();
}

bool Cursor::seekAtOrBelow(Bytes key) { return !key.empty() && stepBackUnless(seek(key), key); }

bool Cursor::seek(std::uint64_t key) {
    return seekWith({reinterpret_cast<const std::uint8_t*>(&key), sizeof key}, MDB_SET_RANGE);
}

bool Cursor::seekExact(std::uint64_t key) {
    return seekWith({reinterpret_cast<const std::uint8_t*>(&key), sizeof key}, MDB_SET_KEY);
}

bool Cursor::seekAtOrBelow(std::uint64_t key) {
    return stepBackUnless(seek(key), {reinterpret_cast<const std::uint8_t*>(&key), sizeof key});
}

std::uint64_t Cursor::integerKey() const {
    std::uint64_t key = 0;
    if (key_.size() == sizeof key) std::memcpy(&key, key_.data(), sizeof key);
    return key;
}

bool Cursor::put(WriteTransaction& transaction, Bytes key, Bytes value, WriteTransaction::Put how) {
    SHEAF_INVARIANT(transaction_ == &transaction && handle_ != nullptr, "a cursor writes in its own transaction");
    const IoScope scope(transaction.counters_);
    MDB_val lmdbKey = toLmdb(key);
    MDB_val lmdbValue = toLmdb(value);
    const int result = mdb_cursor_put(handle_, &lmdbKey, &lmdbValue, flagsOf(how));
    if (result == MDB_KEYEXIST && how != WriteTransaction::Put::Replace) return false;
    if (result != 0) transaction.fail(result, "write");
    transaction.noteChange(value.size());
    return true;
}

std::uint8_t* Cursor::reserve(WriteTransaction& transaction, Bytes key, std::size_t size, WriteTransaction::Put how) {
    SHEAF_INVARIANT(transaction_ == &transaction && handle_ != nullptr, "a cursor writes in its own transaction");
    const IoScope scope(transaction.counters_);
    MDB_val lmdbKey = toLmdb(key);
    MDB_val room{size, nullptr};
    const int result = mdb_cursor_put(handle_, &lmdbKey, &room, flagsOf(how) | MDB_RESERVE);
    if (result == MDB_KEYEXIST && how != WriteTransaction::Put::Replace) return nullptr;
    if (result != 0) transaction.fail(result, "write");
    transaction.noteChange(size);
    return static_cast<std::uint8_t*>(room.mv_data);
}

void Cursor::removeCurrent(WriteTransaction& transaction) {
    SHEAF_INVARIANT(transaction_ == &transaction && handle_ != nullptr, "a cursor writes in its own transaction");
    const IoScope scope(transaction.counters_);
    if (const int result = mdb_cursor_del(handle_, 0)) transaction.fail(result, "remove");
    transaction.noteChange(0);
}

std::uint8_t* Cursor::reserveCurrent(WriteTransaction& transaction, std::size_t size) {
    SHEAF_INVARIANT(transaction_ == &transaction && handle_ != nullptr, "a cursor writes in its own transaction");
    const IoScope scope(transaction.counters_);
    // A copy: key_ lies in the page, and a value of another size makes LMDB move what is in the page before it reads
    // the key.
    std::array<std::uint8_t, format::kMaxKeyBytes> keyBytes;
    std::memcpy(keyBytes.data(), key_.data(), key_.size());
    MDB_val key{key_.size(), keyBytes.data()};
    MDB_val room{size, nullptr};
    if (const int result = mdb_cursor_put(handle_, &key, &room, MDB_CURRENT | MDB_RESERVE)) {
        transaction.fail(result, "write");
    }
    transaction.noteChange(size);
    return static_cast<std::uint8_t*>(room.mv_data);
}

}  // namespace sheaf::storage
