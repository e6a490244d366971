// The floor of a short-lived store: make a folder and an environment with two trees, put one document, remove all.
#include "bench/floor/floor_store.h"
#include "bench/floor/floors.h"
#include "bench/versions.h"

#include <algorithm>

namespace sheaf::bench::floor {
namespace {

class OpenInsertClose : public Contestant {
public:
    explicit OpenInsertClose(const Scale& scale) : scale_(scale), input_(FloorInput::shared(1)) {}

    std::uint64_t run() override {
        const std::uint32_t stores = std::max(scale_.operations / 100, 1U);
        for (std::uint32_t i = 0; i < stores; ++i) {
            FloorStore store(scale_.folder, Indexes::None);
            store.load(input_);
        }
        return stores;
    }

private:
    const Scale scale_;
    const FloorInput& input_;
};

}  // namespace

std::unique_ptr<Contestant> openInsertClose(const Scale& scale) { return contestant<OpenInsertClose>(scale); }
std::string lmdbVersion() { return mdb_version(nullptr, nullptr, nullptr); }

}  // namespace sheaf::bench::floor
