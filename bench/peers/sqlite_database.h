// SQLite with just enough C++ around it.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace sheaf::bench::peers {

class SqliteDatabase {
public:
    explicit SqliteDatabase(const std::filesystem::path& file) {
        if (sqlite3_open(file.c_str(), &handle_) != SQLITE_OK) throw std::runtime_error("SQLite cannot open its file");
    }
    SqliteDatabase(const SqliteDatabase&) = delete;
    SqliteDatabase& operator=(const SqliteDatabase&) = delete;
    ~SqliteDatabase() { sqlite3_close_v2(handle_); }

    void run(const char* sql) { require(sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr)); }
    void require(int code) const {
        if (code != SQLITE_OK && code != SQLITE_DONE && code != SQLITE_ROW) {
            throw std::runtime_error(sqlite3_errmsg(handle_));
        }
    }
    operator sqlite3*() const { return handle_; }

private:
    sqlite3* handle_ = nullptr;
};

// A prepared statement. Parameters count from 1, columns from 0; texts must outlive the step.
class SqliteStatement {
public:
    SqliteStatement(SqliteDatabase& database, const char* sql) : database_(database) {
        database.require(sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &handle_, nullptr));
    }
    SqliteStatement(const SqliteStatement&) = delete;
    SqliteStatement& operator=(const SqliteStatement&) = delete;
    ~SqliteStatement() { sqlite3_finalize(handle_); }

    SqliteStatement& bind(int at, std::int64_t value) {
        database_.require(sqlite3_bind_int64(handle_, at, value));
        return *this;
    }
    SqliteStatement& bind(int at, std::string_view text) {
        database_.require(sqlite3_bind_text(handle_, at, text.data(), static_cast<int>(text.size()), SQLITE_STATIC));
        return *this;
    }
    // Whether there is a row.
    bool step() {
        const int code = sqlite3_step(handle_);
        database_.require(code);
        return code == SQLITE_ROW;
    }
    void reset() { sqlite3_reset(handle_); }
    // Runs to the end.
    void execute() {
        while (step()) {
        }
        reset();
    }
    std::int64_t integer(int column) { return sqlite3_column_int64(handle_, column); }
    std::string_view text(int column) {
        const unsigned char* const data = sqlite3_column_text(handle_, column);
        return {reinterpret_cast<const char*>(data), static_cast<std::size_t>(sqlite3_column_bytes(handle_, column))};
    }

private:
    SqliteDatabase& database_;
    sqlite3_stmt* handle_ = nullptr;
};

}  // namespace sheaf::bench::peers
