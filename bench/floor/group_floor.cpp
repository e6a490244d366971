// The floors of grouping: one scan, one walk of each document, an open-addressing table.
#include "bench/floor/floors.h"
#include "bench/floor/scan.h"
#include "bench/questions/queries.h"
#include "bench/workload/vocabulary.h"

#include <algorithm>
#include <array>
#include <vector>

namespace sheaf::bench::floor {
namespace {

// The key lies inside, so that a probe stays in one or two cache lines. Keys of the workload are short.
struct Group {
    static constexpr std::size_t kKeyBytes = 23;

    std::uint64_t hash = 0;
    std::array<char, kKeyBytes> key{};
    std::uint8_t keySize = 0;
    std::uint64_t count = 0;  // 0: not in use
    std::int64_t scores = 0;
    std::int64_t votes = 0;
};

std::uint64_t hashOf(std::string_view key) {
    std::uint64_t hash = key.size();
    while (key.size() >= 8) {
        hash = (hash ^ loadAt<std::uint64_t>(reinterpret_cast<const std::uint8_t*>(key.data()))) * 0x9E3779B97F4A7C15U;
        hash ^= hash >> 29;
        key.remove_prefix(8);
    }
    std::uint64_t tail = 0;
    if (!key.empty()) std::memcpy(&tail, key.data(), key.size());
    hash = (hash ^ tail) * 0x9E3779B97F4A7C15U;
    return hash ^ (hash >> 32);
}

class GroupTable {
public:
    GroupTable() : groups_(kFirstSize) {}

    // The group of the key, which the caller then counts in.
    Group& operator[](std::string_view key) {
        if (used_ * 2 >= groups_.size()) grow();
        const std::uint64_t hash = hashOf(key);
        std::size_t at = hash & (groups_.size() - 1);
        while (groups_[at].count != 0) {
            Group& group = groups_[at];
            if (group.hash == hash && group.keySize == key.size() &&
                std::memcmp(group.key.data(), key.data(), key.size()) == 0) {
                return group;
            }
            at = (at + 1) & (groups_.size() - 1);
        }
        if (key.size() > Group::kKeyBytes) throw WrongAnswer("a group key is too long for the floor's table");
        Group& group = groups_[at];
        group.hash = hash;
        std::memcpy(group.key.data(), key.data(), key.size());
        group.keySize = static_cast<std::uint8_t>(key.size());
        ++used_;
        return group;
    }
    std::size_t size() const { return used_; }
    std::vector<Group> groups() const {
        std::vector<Group> all;
        std::copy_if(groups_.begin(), groups_.end(), std::back_inserter(all),
                     [](const Group& group) { return group.count != 0; });
        return all;
    }

private:
    static constexpr std::size_t kFirstSize = 1'024;

    void grow() {
        std::vector<Group> old(groups_.size() * 2);
        old.swap(groups_);
        for (const Group& group : old) {
            if (group.count == 0) continue;
            std::size_t at = group.hash & (groups_.size() - 1);
            while (groups_[at].count != 0) at = (at + 1) & (groups_.size() - 1);
            groups_[at] = group;
        }
    }

    std::vector<Group> groups_;
    std::size_t used_ = 0;
};

// Group key, score and votes from one walk; the key lies in `material`.
class GroupMaterials : public ScanFloor {
public:
    GroupMaterials(const Scale& scale, std::string_view keyField, std::uint8_t keyType)
        : ScanFloor(scale), keyField_(keyField), keyType_(keyType) {}

    std::uint64_t run() override {
        GroupTable table;
        forEachRecord(store_, [&](Span elements) {
            std::string_view groupKey;
            std::int32_t score = 0;
            std::int32_t votes = 0;
            walk(elements, [&](std::uint8_t type, std::string_view name, const std::uint8_t* value) {
                if (name == "material" && type == 0x03) {
                    groupKey = keyIn(elementsInside(value, elements.end));
                } else if (name == "score" && type == 0x10) {
                    score = loadAt<std::int32_t>(value);
                } else if (name == "votes" && type == 0x10) {
                    votes = loadAt<std::int32_t>(value);
                    return false;
                }
                return true;
            });
            Group& group = table[groupKey];
            ++group.count;
            group.scores += score;
            group.votes += votes;
        });
        groups_ = table.size();
        votes_ = 0;
        for (const Group& group : table.groups()) votes_ += static_cast<std::uint64_t>(group.votes);
        return scale_.documents;
    }
    void check() override {
        requireEqual("groups", groups_, expectedMaterialGroups(scale_, keyType_ == 0x02));
        requireEqual("votes", votes_, expectedVotes(scale_));
    }

private:
    std::string_view keyIn(Span material) const {
        std::string_view key;
        walk(material, [&](std::uint8_t type, std::string_view name, const std::uint8_t* value) {
            if (name != keyField_) return true;
            if (type == keyType_) {
                key = type == 0x02 ? textAt(value, material.end)
                                   : std::string_view(reinterpret_cast<const char*>(value), 4);
            }
            return false;
        });
        return key;
    }

    std::string_view keyField_;
    std::uint8_t keyType_;
    std::uint64_t groups_ = 0;
    std::uint64_t votes_ = 0;
};

class UnwindTags : public ScanFloor {
public:
    using ScanFloor::ScanFloor;

    std::uint64_t run() override {
        GroupTable table;
        forEachRecord(store_, [&](Span elements) {
            walk(elements, [&](std::uint8_t type, std::string_view name, const std::uint8_t* value) {
                if (name != "tags") return true;
                if (type != 0x04) return false;
                const Span inside = elementsInside(value, elements.end);
                walk(inside, [&](std::uint8_t tagType, std::string_view, const std::uint8_t* tag) {
                    if (tagType == 0x02) ++table[textAt(tag, inside.end)].count;
                    return true;
                });
                return false;
            });
        });
        std::vector<Group> groups = table.groups();
        const std::size_t top = std::min<std::size_t>(groups.size(), kTopTags);
        std::partial_sort(groups.begin(), groups.begin() + static_cast<std::ptrdiff_t>(top), groups.end(),
                          [](const Group& a, const Group& b) { return a.count > b.count; });
        found_ = 0;
        for (std::size_t i = 0; i < top; ++i) found_ += groups[i].count;
        return scale_.documents;
    }
    void check() override { requireEqual("uses of the top tags", found_, expectedTopTagUses(scale_)); }

private:
    std::uint64_t found_ = 0;
};

}  // namespace

std::unique_ptr<Contestant> groupByType(const Scale& scale) {
    return std::make_unique<GroupMaterials>(scale, "type", std::uint8_t{0x02});
}
std::unique_ptr<Contestant> groupByMaterial(const Scale& scale) {
    return std::make_unique<GroupMaterials>(scale, "material_id", std::uint8_t{0x10});
}
std::unique_ptr<Contestant> unwindTags(const Scale& scale) { return contestant<UnwindTags>(scale); }

}  // namespace sheaf::bench::floor
