// The small parts that every benchmark uses.
#include "bench/item.h"

#include <cstdlib>

namespace sheaf::bench {

Scale Scale::tiny() {
    Scale scale;
    scale.documents = 2'000;
    scale.operations = 64;
    scale.syncedInserts = 32;
    return scale;
}

void requireEqual(std::string_view what, std::uint64_t found, std::uint64_t expected) {
    if (found == expected) return;
    throw WrongAnswer(std::string(what) + ": found " + std::to_string(found) + ", expected " + std::to_string(expected));
}

ScratchFolder::ScratchFolder(const std::filesystem::path& parent) {
    std::string name = (parent / "sheaf-bench-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no scratch folder can be made in " + parent.string());
    path_ = name;
}

ScratchFolder::~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

}  // namespace sheaf::bench
