// A position in one tree.
#pragma once

#include "engine/storage/transaction.h"

struct MDB_cursor;

namespace sheaf::storage {

// Moves return whether there is an entry; key() and value() are valid after a true, until the next move, the next change
// in a write transaction, or the end of the transaction. The cursor must not outlive its transaction.
// Every value's place is checked against the end of the file: damage is StoreDamaged, never a fault.
// In a write transaction a cursor stays at its place when others put and remove beside it; after its own entry was
// removed, next() goes to the entry that followed.
class Cursor {
public:
    Cursor() = default;
    Cursor(const Transaction& transaction, Tree tree);
    Cursor(Cursor&& other) noexcept;
    Cursor& operator=(Cursor&& other) noexcept;
    ~Cursor();

    bool first();
    bool last();
    bool next();
    bool previous();
    bool seek(Bytes key);        // the first entry at or above key
    bool seekExact(Bytes key);
    bool seekAtOrBelow(Bytes key);  // the last entry at or below key
    bool seek(std::uint64_t key);
    bool seekExact(std::uint64_t key);
    bool seekAtOrBelow(std::uint64_t key);

    Bytes key() const { return key_; }
    Bytes value() const { return value_; }
    std::uint64_t integerKey() const;

    // Reads the entry here again: after a change, for fresh views.
    bool refresh();

    // Changes, in a write transaction only; the transaction counts them.
    bool put(WriteTransaction& transaction, Bytes key, Bytes value,
             WriteTransaction::Put how = WriteTransaction::Put::Replace);
    void removeCurrent(WriteTransaction& transaction);
    // Room of that many bytes as the key's value, to be filled before the transaction's next change; null as put() is false.
    std::uint8_t* reserve(WriteTransaction& transaction, Bytes key, std::size_t size, WriteTransaction::Put how);
    // Room of that many bytes in place of the value here, to be filled before the transaction's next change.
    std::uint8_t* reserveCurrent(WriteTransaction& transaction, std::size_t size);

    explicit operator bool() const { return handle_ != nullptr; }

private:
    friend class WriteTransaction;
    bool move(int operation);
    bool seekWith(Bytes key, int operation);
    bool stepBackUnless(bool found, Bytes key);
    void close() noexcept;
    void attach();  // to the write transaction's list
    void detach() noexcept;

    const Transaction* transaction_ = nullptr;
    MDB_cursor* handle_ = nullptr;
    Cursor* next_ = nullptr;
    Cursor** link_ = nullptr;  // what points at this cursor in the list; null outside of write transactions
    Bytes key_;
    Bytes value_;
};

}  // namespace sheaf::storage
