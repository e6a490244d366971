// A store for one test: thrown away afterwards, and held against itself before.
#pragma once

#include "tests/support/temporary_folder.h"

#include <sheaf/store.h>

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

namespace sheaf::test {

// Extended JSON or shell literals in, relaxed JSON out; commands go to the database "test".
class TestStore {
public:
    TestStore() : store_(Store::ephemeral()) {}
    explicit TestStore(Store store) : store_(std::move(store)) {}
    ~TestStore() { validate(); }
    TestStore(const TestStore&) = delete;
    TestStore& operator=(const TestStore&) = delete;

    Store& store() { return store_; }
    operator Store&() { return store_; }
    Collection collection(std::string_view name = "c") { return store_.database("test").collection(name); }

    // The reply, or the error's codeName.
    std::string run(std::string_view command, std::string_view database = "test") {
        try {
            return store_.runCommand(database, parse(command)).toJson();
        } catch (const Error& error) {
            return error.codeName();
        }
    }
    Document reply(std::string_view command, std::string_view database = "test") {
        return store_.runCommand(database, parse(command));
    }

    void insert(std::string_view document, std::string_view name = "c") { collection(name).insertOne(parse(document)); }
    void insertAll(const std::vector<std::string>& documents, std::string_view name = "c") {
        for (const std::string& document : documents) insert(document, name);
    }
    // The matching documents, one JSON text each.
    std::vector<std::string> find(std::string_view filter = "{}", const FindOptions& options = {},
                                  std::string_view name = "c") {
        std::vector<std::string> found;
        for (const DocumentView document : collection(name).find(parse(filter), options)) found.push_back(document.toJson());
        return found;
    }

    // Every index entry has its document, each document its entries.
    void validate() {
        const CheckReport report = store_.validate();
        for (const CheckFinding& finding : report.findings) {
            FAIL_CHECK(finding.kind << " in " << finding.where << ": " << finding.message);
        }
    }

private:
    Store store_;
};

}  // namespace sheaf::test
