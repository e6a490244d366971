// sheaf's reads: finds and counts with filters made beforehand where the question does not change.
#include "bench/engine/engines.h"
#include "bench/engine/loaded_store.h"
#include "bench/questions/queries.h"
#include "bench/workload/vocabulary.h"

#include <sheaf/bson/builder.h>

namespace sheaf::bench::engine {
namespace {

class EngineReader : public Contestant {
public:
    EngineReader(const Scale& scale, Indexes indexes)
        : scale_(scale), reviews_(LoadedStore::shared(scale, indexes).reviews()) {}

protected:
    const Scale scale_;
    Collection& reviews_;
    std::uint64_t found_ = 0;
};

class PointRead : public EngineReader {
public:
    explicit PointRead(const Scale& scale) : EngineReader(scale, Indexes::None) {}

    std::uint64_t run() override {
        SplitMix64 random(kSeed);
        found_ = 0;
        for (std::uint32_t i = 0; i < scale_.operations; ++i) {
            const Document filter = bson::make("_id", static_cast<std::int64_t>(random.below(scale_.documents)) + 1);
            Cursor cursor = reviews_.find(filter);
            while (const auto document = cursor.next()) found_ += document->size() > 9 ? 1 : 0;
        }
        return scale_.operations;
    }
    void check() override { requireEqual("documents", found_, scale_.operations); }
};

class TopOfMaterial : public EngineReader {
public:
    explicit TopOfMaterial(const Scale& scale) : EngineReader(scale, Indexes::All) {
        options_.sort = bson::make("votes", -1);
        options_.limit = kTopReviews;
    }

    std::uint64_t run() override {
        SplitMix64 random(kSeed);
        found_ = 0;
        const std::uint32_t queries = materialQueries(scale_);
        for (std::uint32_t i = 0; i < queries; ++i) {
            const auto material = static_cast<std::int32_t>(drawMaterial(random, scale_));
            Cursor cursor = reviews_.find(bson::make("material.material_id", material), options_);
            while (const auto document = cursor.next()) found_ += document->size() > 9 ? 1 : 0;
        }
        return queries;
    }
    void check() override { requireEqual("documents", found_, expectedTopReviews(scale_)); }

private:
    FindOptions options_;
};

class TagQuery : public EngineReader {
public:
    TagQuery(const Scale& scale, bool publishedOnly)
        : EngineReader(scale, Indexes::All), publishedOnly_(publishedOnly) {}

    std::uint64_t run() override {
        found_ = 0;
        const std::uint32_t queries = tagQueries(scale_, publishedOnly_);
        for (std::uint32_t i = 0; i < queries; ++i) {
            const std::string_view tag = tagOf(queriedTag(i));
            const Document filter =
                publishedOnly_ ? bson::make("tags", tag, "state", "published") : bson::make("tags", tag);
            found_ += static_cast<std::uint64_t>(reviews_.countDocuments(filter));
        }
        return queries;
    }
    void check() override { requireEqual("documents", found_, expectedTagged(scale_, publishedOnly_)); }

private:
    bool publishedOnly_;
};

class Scan : public EngineReader {
public:
    using Expected = std::uint64_t (*)(const Scale&);
    Scan(const Scale& scale, const char* filter, Expected expected)
        : EngineReader(scale, Indexes::None), filter_(parse(filter)), expected_(expected) {}

    std::uint64_t run() override {
        found_ = static_cast<std::uint64_t>(reviews_.countDocuments(filter_));
        return scale_.documents;
    }
    void check() override { requireEqual("documents", found_, expected_(scale_)); }

private:
    Document filter_;
    Expected expected_;
};

}  // namespace

std::unique_ptr<Contestant> pointRead(const Scale& scale) { return contestant<PointRead>(scale); }
std::unique_ptr<Contestant> topOfMaterial(const Scale& scale) { return contestant<TopOfMaterial>(scale); }
std::unique_ptr<Contestant> tagAndState(const Scale& scale) { return std::make_unique<TagQuery>(scale, true); }
std::unique_ptr<Contestant> countTag(const Scale& scale) { return std::make_unique<TagQuery>(scale, false); }
std::unique_ptr<Contestant> scanEarly(const Scale& scale) {
    return std::make_unique<Scan>(scale, R"({"score": {"$gte": 4}, "material.type": "book"})", expectedGoodBooks);
}
std::unique_ptr<Contestant> scanLate(const Scale& scale) {
    return std::make_unique<Scan>(scale, R"({"state": "hidden"})", expectedHidden);
}

}  // namespace sheaf::bench::engine
