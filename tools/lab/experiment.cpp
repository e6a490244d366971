// The surroundings of a run: temporary stores, parameters, random numbers.
#include "tools/lab/experiment.h"

#include <sheaf/bson/builder.h>

#include <sys/statfs.h>
#include <unistd.h>

#include <algorithm>

namespace sheaf::lab {
namespace {

std::string_view fileSystemName(const std::filesystem::path& path) {
    struct statfs facts {};
    if (statfs(path.c_str(), &facts) != 0) return "unknown";
    switch (static_cast<unsigned long>(facts.f_type)) {
        case 0xEF53: return "ext4";
        case 0x01021994: return "tmpfs";
        case 0x9123683E: return "btrfs";
        case 0x58465342: return "xfs";
        case 0x794C7630: return "overlayfs";
        case 0x2FC12FC1: return "zfs";
        default: return "other";
    }
}

}  // namespace

RunContext::RunContext(const RunOptions& options) : options_(options) {
    const auto base = options.folder.empty() ? std::filesystem::temp_directory_path() : options.folder;
    std::string pattern = (base / "sheaf-lab-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) {
        throw Error(ErrorCode::StoreInputOutput, "cannot make a folder for temporary stores in " + base.string());
    }
    folder_ = pattern;
}

RunContext::~RunContext() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
}

std::uint64_t RunContext::docs(std::uint64_t usual, std::uint64_t quick) const {
    return options_.docs ? *options_.docs : options_.quick ? quick : usual;
}

Store RunContext::makeStore(std::string_view name) {
    return Store::open(folder_ / name, {.durability = Durability::Relaxed});
}

bson::Document RunContext::parameters(bson::DocumentView own) const {
    bson::Builder builder;
    builder.append("seed", static_cast<std::int64_t>(options_.seed)).append("quick", options_.quick);
    builder.appendElements(own);
    builder.append("durability", "relaxed").append("pageSize", static_cast<std::int32_t>(sysconf(_SC_PAGESIZE)));
    builder.append("fileSystem", fileSystemName(folder_));
    return builder.take();
}

std::uint64_t Random::next() {
    state_ += 0x9E3779B97F4A7C15u;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    return mixed ^ (mixed >> 31);
}

std::uint64_t Random::below(std::uint64_t bound) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((static_cast<Wide>(next()) * bound) >> 64);
}

double median(std::vector<double> values) {
    if (values.empty()) return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

void requireSame(bool same, std::string_view what) {
    if (!same) throw Error(ErrorCode::InternalError, "the variants do not give the same answer: " + std::string(what));
}

}  // namespace sheaf::lab
