// Names of databases and collections, and MongoDB's rules for them.
#pragma once

#include <string>
#include <string_view>

namespace sheaf::engine {

inline constexpr std::size_t kMaxDatabaseNameBytes = 63;
inline constexpr std::size_t kMaxNamespaceBytes = 255;

// "database.collection". Made only of checked names.
class Namespace {
public:
    // Throws InvalidNamespace (73).
    Namespace(std::string_view database, std::string_view collection);

    std::string_view database() const { return std::string_view(full_).substr(0, databaseBytes_); }
    std::string_view collection() const { return std::string_view(full_).substr(databaseBytes_ + 1); }
    const std::string& full() const { return full_; }
    // system.views, system.profile and the like: reading finds nothing there, writing is refused.
    bool isSystem() const { return collection().starts_with("system."); }

    friend bool operator==(const Namespace& a, const Namespace& b) { return a.full_ == b.full_; }

private:
    std::string full_;
    std::size_t databaseBytes_;
};

// Throws InvalidNamespace (73): empty, longer than kMaxDatabaseNameBytes, or with one of /\. "$ or a null byte.
void requireDatabaseName(std::string_view name);

}  // namespace sheaf::engine
