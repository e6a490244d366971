// libbson's side of reading, printing and checking BSON.
#include "bench/peers/peers.h"
#include "bench/versions.h"
#include "bench/workload/corpus.h"

#include <bson/bson.h>

#include <algorithm>
#include <map>

namespace sheaf::bench::peers {
namespace {

constexpr std::uint32_t kMost = 20'000;  // documents: enough for the figure, and libbson is slow

// A document of ours in libbson's hands, without a copy.
bool lend(bson_t& to, bson::DocumentView document) { return bson_init_static(&to, document.data(), document.size()); }

class LibbsonContestant : public Contestant {
public:
    explicit LibbsonContestant(const Scale& scale)
        : documents_(std::min(scale.documents, kMost)), corpus_(Corpus::shared(scale.documents)) {}

    void check() override { requireEqual("documents", good_, documents_); }

protected:
    std::uint32_t documents_;
    const Corpus& corpus_;
    std::uint64_t good_ = 0;
};

// Works in bytes of JSON text.
class Parse : public LibbsonContestant {
public:
    explicit Parse(const Scale& scale) : LibbsonContestant(scale), texts_(jsonCorpus(scale.documents)) {}

    std::uint64_t run() override {
        good_ = 0;
        std::uint64_t bytes = 0;
        for (std::uint32_t i = 0; i < documents_; ++i) {
            bson_error_t error;
            bson_t* const document =
                bson_new_from_json(reinterpret_cast<const std::uint8_t*>(texts_[i].data()),
                                   static_cast<ssize_t>(texts_[i].size()), &error);
            // `_id`, an int64, comes back as an int32: four bytes less.
            good_ += document != nullptr && document->len + 4 == corpus_.document(i).size() ? 1 : 0;
            bson_destroy(document);
            bytes += texts_[i].size();
        }
        return bytes;
    }

private:
    const std::vector<std::string>& texts_;
};

// Works in bytes of BSON.
class Print : public LibbsonContestant {
public:
    using LibbsonContestant::LibbsonContestant;

    std::uint64_t run() override {
        good_ = 0;
        std::uint64_t bytes = 0;
        for (std::uint32_t i = 0; i < documents_; ++i) {
            bson_t document;
            std::size_t length = 0;
            if (!lend(document, corpus_.document(i))) continue;
            char* const text = bson_as_relaxed_extended_json(&document, &length);
            good_ += text != nullptr && length > 100 ? 1 : 0;
            bson_free(text);
            bytes += corpus_.document(i).size();
        }
        return bytes;
    }
};

class Validate : public LibbsonContestant {
public:
    using LibbsonContestant::LibbsonContestant;

    std::uint64_t run() override {
        good_ = 0;
        std::uint64_t bytes = 0;
        for (std::uint32_t i = 0; i < documents_; ++i) {
            bson_t document;
            std::size_t offset = 0;
            const bool lent = lend(document, corpus_.document(i));
            good_ += lent && bson_validate(&document, BSON_VALIDATE_UTF8, &offset) ? 1 : 0;
            bytes += corpus_.document(i).size();
        }
        return bytes;
    }
};

}  // namespace

std::string libbsonVersion() { return bson_get_version(); }

std::string relaxedJsonOf(bson::DocumentView document) {
    bson_t lent;
    std::size_t length = 0;
    if (!lend(lent, document)) throw WrongAnswer("libbson refuses a document of the workload");
    char* const text = bson_as_relaxed_extended_json(&lent, &length);
    std::string json(text, length);
    bson_free(text);
    return json;
}

const std::vector<std::string>& jsonCorpus(std::uint32_t documents) {
    static std::map<std::uint32_t, std::vector<std::string>> corpora;
    std::vector<std::string>& texts = corpora[documents];
    if (texts.empty()) {
        for (const bson::DocumentView document : Corpus::shared(documents).documents()) {
            texts.push_back(relaxedJsonOf(document));
        }
    }
    return texts;
}

std::unique_ptr<Contestant> libbsonParse(const Scale& scale) { return contestant<Parse>(scale); }
std::unique_ptr<Contestant> libbsonPrint(const Scale& scale) { return contestant<Print>(scale); }
std::unique_ptr<Contestant> libbsonValidate(const Scale& scale) { return contestant<Validate>(scale); }

}  // namespace sheaf::bench::peers
