// A collection as a floor has it: one LMDB environment with the trees that the engine would have.
#pragma once

#include "bench/floor/floor_input.h"
#include "bench/floor/lmdb_environment.h"
#include "bench/item.h"

#include <array>
#include <memory>
#include <vector>

namespace sheaf::bench::floor {

enum class Indexes : std::uint8_t { None, All };

class FloorStore {
public:
    // Empty. `flags` as mdb_env_open's; MDB_NOSYNC unless syncs are what is measured.
    FloorStore(const std::filesystem::path& parent, Indexes indexes, unsigned flags = MDB_NOSYNC);

    // Puts the documents [first, last) in one transaction: records appended, entries sorted per index.
    void insertBatch(const FloorInput& input, std::uint32_t first, std::uint32_t last);
    // Makes the trees of the indexes, for a store that was made without.
    void addIndexes();
    // One index in one transaction; the entries come in key order, above all that are there.
    void appendEntries(std::size_t index, std::span<const Entry> entries);
    // All documents, 1,000 a transaction.
    void load(const FloorInput& input);

    MDB_env* environment() const { return environment_; }
    MDB_dbi records() const { return records_; }
    MDB_dbi ids() const { return ids_; }
    MDB_dbi index(std::size_t at) const { return trees_[at]; }
    bool isIndexed() const { return indexes_ == Indexes::All; }
    std::uint64_t countEntries(MDB_dbi tree) const;
    std::uint64_t fileBytes() const;

    // One loaded store for all items of a run that only read.
    static const FloorStore& shared(const Scale& scale, Indexes indexes);

private:
    ScratchFolder folder_;
    Environment environment_;
    Indexes indexes_;
    MDB_dbi records_ = 0;
    MDB_dbi ids_ = 0;
    std::array<MDB_dbi, kIndexes> trees_{};
    std::vector<Entry> batch_;
};

inline constexpr std::uint32_t kBatch = 1'000;

}  // namespace sheaf::bench::floor
