// What the storage tests share: folders that disappear, names for keys, errors by name.
#pragma once

#include "engine/storage/environment.h"

#include <sheaf/error.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <utility>

#include <unistd.h>

namespace sheaf::storage::test {

// A folder of its own, removed at the end of the test.
class StoreFolder {
public:
    explicit StoreFolder(const std::filesystem::path& place = std::filesystem::temp_directory_path()) {
        static std::atomic<int> counter{0};
        path_ = place / ("sheaf-test-" + std::to_string(::getpid()) + "-" + std::to_string(counter++));
        std::filesystem::create_directories(path_);
    }
    ~StoreFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    StoreFolder(const StoreFolder&) = delete;
    StoreFolder& operator=(const StoreFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }
    std::filesystem::path data() const { return path_ / "data.mdb"; }

private:
    std::filesystem::path path_;
};

// "" when the work succeeds, else the error's codeName.
template <typename Work>
std::string outcomeOf(Work&& work) {
    try {
        std::forward<Work>(work)();
        return "";
    } catch (const Error& error) {
        return error.codeName();
    } catch (const MapGrown&) {
        return "MapGrown";
    }
}

// The seed of random tests: SHEAF_SEED, or the one given.
inline std::uint64_t seedOr(std::uint64_t fallback) {
    const char* const text = std::getenv("SHEAF_SEED");
    return text != nullptr ? std::strtoull(text, nullptr, 10) : fallback;
}

// Makes a tree outside of any transaction.
inline Tree makeTree(Environment& environment, TreeKind kind) {
    environment.reserveTrees(kind);
    WriteTransaction transaction = environment.beginWrite();
    const Tree tree = transaction.takeTree(kind);
    transaction.commit();
    return tree;
}

inline void putText(Environment& environment, Tree tree, std::string_view key, std::string_view value) {
    WriteTransaction transaction = environment.beginWrite();
    transaction.put(tree, asBytes(key), asBytes(value));
    transaction.commit();
}

inline std::string getText(Environment& environment, Tree tree, std::string_view key) {
    const ReadTransaction transaction = environment.beginRead();
    const auto value = transaction.get(tree, asBytes(key));
    return value ? std::string(asText(*value)) : "(none)";
}

}  // namespace sheaf::storage::test
