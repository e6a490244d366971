// The rules for names of databases and collections.
#include "engine/catalog/namespace.h"

#include "bson/raise.h"

namespace sheaf::engine {
namespace {

constexpr std::string_view kForbiddenInDatabase{"/\\. \"$\0", 7};
constexpr std::string_view kForbiddenInCollection{"$\0", 2};

void requireCollectionName(std::string_view database, std::string_view name) {
    const char* problem = nullptr;
    if (name.empty()) problem = "the collection's name is empty";
    else if (name.front() == '.') problem = "the collection's name starts with '.'";
    else if (name.find_first_of(kForbiddenInCollection) != std::string_view::npos) {
        problem = "the collection's name holds '$' or a null byte";
    } else if (database.size() + 1 + name.size() > kMaxNamespaceBytes) {
        problem = "the namespace is longer than 255 bytes";
    }
    if (problem) {
        raise(ErrorCode::InvalidNamespace, "Invalid namespace specified '", database, ".", name, "': ", problem);
    }
}

}  // namespace

void requireDatabaseName(std::string_view name) {
    if (name.empty()) raise(ErrorCode::InvalidNamespace, "Invalid database name: it is empty");
    if (name.size() > kMaxDatabaseNameBytes) {
        raise(ErrorCode::InvalidNamespace, "Invalid database name, longer than ", kMaxDatabaseNameBytes, " bytes: '", name,
              "'");
    }
    if (name.find_first_of(kForbiddenInDatabase) != std::string_view::npos) {
        raise(ErrorCode::InvalidNamespace, "Invalid database name, with one of /\\. \"$ or a null byte in it: '", name, "'");
    }
}

Namespace::Namespace(std::string_view database, std::string_view collection) : databaseBytes_(database.size()) {
    requireDatabaseName(database);
    requireCollectionName(database, collection);
    full_.reserve(database.size() + 1 + collection.size());
    full_.append(database).append(1, '.').append(collection);
}

}  // namespace sheaf::engine
