// The system's LMDB with just enough C++ around it: what floors are written in.
#pragma once

#include <lmdb.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace sheaf::bench::floor {

inline void require(int code) {
    if (code != MDB_SUCCESS) throw std::runtime_error(mdb_strerror(code));
}

inline MDB_val valueOf(std::string_view bytes) {
    return {bytes.size(), const_cast<char*>(bytes.data())};
}
inline MDB_val valueOf(const std::uint64_t& number) {
    return {sizeof number, const_cast<std::uint64_t*>(&number)};
}
inline std::string_view bytesOf(const MDB_val& value) { return {static_cast<const char*>(value.mv_data), value.mv_size}; }

class Transaction {
public:
    Transaction(MDB_env* environment, unsigned flags) { require(mdb_txn_begin(environment, nullptr, flags, &handle_)); }
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    ~Transaction() {
        if (handle_ != nullptr) mdb_txn_abort(handle_);
    }
    operator MDB_txn*() const { return handle_; }
    void commit() { require(mdb_txn_commit(std::exchange(handle_, nullptr))); }

private:
    MDB_txn* handle_ = nullptr;
};

class TreeCursor {
public:
    TreeCursor(MDB_txn* transaction, MDB_dbi tree) { require(mdb_cursor_open(transaction, tree, &handle_)); }
    TreeCursor(const TreeCursor&) = delete;
    TreeCursor& operator=(const TreeCursor&) = delete;
    ~TreeCursor() { mdb_cursor_close(handle_); }
    operator MDB_cursor*() const { return handle_; }

private:
    MDB_cursor* handle_ = nullptr;
};

class Environment {
public:
    // Flags beside NOTLS: NOSYNC, usually.
    Environment(const std::filesystem::path& folder, unsigned flags) {
        require(mdb_env_create(&handle_));
        require(mdb_env_set_mapsize(handle_, std::size_t{64} << 30));
        require(mdb_env_set_maxdbs(handle_, 64));
        const int code = mdb_env_open(handle_, folder.c_str(), MDB_NOTLS | flags, 0644);
        if (code != MDB_SUCCESS) mdb_env_close(handle_);
        require(code);
    }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;
    ~Environment() { mdb_env_close(handle_); }
    operator MDB_env*() const { return handle_; }

private:
    MDB_env* handle_ = nullptr;
};

}  // namespace sheaf::bench::floor
