// sheaf's BSON without a store.
#include "bench/engine/engines.h"
#include "bench/peers/peers.h"
#include "bench/workload/corpus.h"

#include <sheaf/bson/json.h>
#include <sheaf/bson/validate.h>

#include <algorithm>

namespace sheaf::bench::engine {
namespace {

constexpr std::uint32_t kMost = 20'000;  // as the peer

class BsonContestant : public Contestant {
public:
    explicit BsonContestant(const Scale& scale)
        : documents_(std::min(scale.documents, kMost)), corpus_(Corpus::shared(scale.documents)) {}

    void check() override { requireEqual("documents", good_, documents_); }

protected:
    std::uint32_t documents_;
    const Corpus& corpus_;
    std::uint64_t good_ = 0;
};

class Parse : public BsonContestant {
public:
    explicit Parse(const Scale& scale) : BsonContestant(scale), texts_(peers::jsonCorpus(scale.documents)) {}

    std::uint64_t run() override {
        good_ = 0;
        std::uint64_t bytes = 0;
        bson::Buffer buffer;
        for (std::uint32_t i = 0; i < documents_; ++i) {
            buffer.clear();
            const bson::DocumentView document = bson::appendFromJson(texts_[i], buffer);
            // `_id`, an int64, comes back as an int32: four bytes less.
            good_ += document.size() + 4 == corpus_.document(i).size() ? 1 : 0;
            bytes += texts_[i].size();
        }
        return bytes;
    }

private:
    const std::vector<std::string>& texts_;
};

class Print : public BsonContestant {
public:
    using BsonContestant::BsonContestant;

    std::uint64_t run() override {
        good_ = 0;
        std::uint64_t bytes = 0;
        std::string text;
        for (std::uint32_t i = 0; i < documents_; ++i) {
            text.clear();
            bson::appendJson(text, corpus_.document(i), bson::JsonMode::Relaxed);
            good_ += text.size() > 100 ? 1 : 0;
            bytes += corpus_.document(i).size();
        }
        return bytes;
    }
};

class Validate : public BsonContestant {
public:
    using BsonContestant::BsonContestant;

    std::uint64_t run() override {
        good_ = 0;
        std::uint64_t bytes = 0;
        for (std::uint32_t i = 0; i < documents_; ++i) {
            const bson::DocumentView document = corpus_.document(i);
            good_ += bson::validate(document.bytes(), bson::kStoredLimits) ? 1 : 0;
            bytes += document.size();
        }
        return bytes;
    }
};

}  // namespace

std::unique_ptr<Contestant> parseJson(const Scale& scale) { return contestant<Parse>(scale); }
std::unique_ptr<Contestant> printJson(const Scale& scale) { return contestant<Print>(scale); }
std::unique_ptr<Contestant> validate(const Scale& scale) { return contestant<Validate>(scale); }

}  // namespace sheaf::bench::engine
