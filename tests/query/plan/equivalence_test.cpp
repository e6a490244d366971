// An index never changes an answer: random documents, indexes, filters and sorts, each query run every way.
//
// The seed comes from SHEAF_TEST_SEED, or is fixed, the number of rounds from SHEAF_TEST_ROUNDS; a failure prints seed
// and round.

#include "query/filter/matcher.h"
#include "tests/support/query_runner.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <random>
#include <string>

using namespace sheaf;
using namespace sheaf::tests;

namespace {

class Generator {
public:
    explicit Generator(std::uint64_t seed) : random_(seed), hasArrays_(chance(60)) {}

    std::size_t below(std::size_t count) { return random_() % count; }
    bool chance(std::size_t percent) { return below(100) < percent; }

    std::string scalar() {
        static const char* const kScalars[] = {
            "1", "2", "3", "1.5", R"({"$numberLong":"2"})", R"({"$numberDecimal":"3.0"})", R"({"$numberDouble":"NaN"})",
            R"({"$numberDouble":"-Infinity"})", "null", R"("")", R"("x")", R"("xy")", R"("y")", "true", "false",
            R"({"$minKey":1})", R"({"$maxKey":1})", R"({"$undefined":true})", R"({"$date":{"$numberLong":"5"}})",
            R"({"$regularExpression":{"pattern":"^x","options":""}})", "1", "2", "3"};
        return kScalars[below(std::size(kScalars))];
    }

    // Of a stored field: nested up to two levels.
    std::string value(int depth) {
        const std::size_t kind = below(10);
        if (depth == 0 || kind < 5) return scalar();
        if (kind < 8 && hasArrays_) {
            std::string text = "[";
            for (std::size_t i = below(4); i > 0; --i) text += value(depth - 1) + (i > 1 ? "," : "");
            return text + "]";
        }
        return fields(depth - 1);
    }

    std::string fields(int depth) {
        std::string text = "{";
        for (const char* name : {"b", "c", "0"}) {
            if (!chance(name[0] == '0' ? 15 : 60)) continue;
            text += (text.size() > 1 ? "," : "") + ('"' + std::string(name) + "\":") + value(depth);
        }
        return text + "}";
    }

    std::string document(int id) {
        std::string text = R"({"_id":)" + std::to_string(id);
        if (chance(85)) text += R"(,"a":)" + (hasArrays_ && chance(50) ? arrayOfDocuments() : value(3));
        if (chance(70)) text += R"(,"d":)" + value(1);
        return text + "}";
    }

    std::string path() {
        static const char* const kPaths[] = {"a", "a.b", "a.c", "a.b.c", "d", "a.0", "a.0.b", "a.b.0"};
        return kPaths[below(std::size(kPaths))];
    }

    std::string pattern() {
        std::string text = "{";
        for (std::size_t i = 1 + below(3); i > 0; --i) {
            const std::string name = '"' + path() + "\":";
            if (text.find(name) != std::string::npos) continue;
            text += (text.size() > 1 ? "," : "") + name + (chance(50) ? "1" : "-1");
        }
        return text + "}";
    }

    std::string operand() {
        for (;;) {
            const std::string text = chance(80) ? scalar() : value(2);
            if (text.find("$undefined") == std::string::npos && text.find("$regular") == std::string::npos) return text;
        }
    }

    std::string condition(int depth) {
        switch (below(14)) {
            case 0: return R"({"$eq":)" + operand() + "}";
            case 1: return R"({"$ne":)" + operand() + "}";
            case 2: return R"({"$gt":)" + operand() + R"(,"$lte":)" + operand() + "}";
            case 3: return R"({"$gte":)" + operand() + "}";
            case 4: return R"({"$lt":)" + operand() + "}";
            case 5: return R"({"$in":[)" + operand() + "," + operand() + "," + operand() + "]}";
            case 6: return R"({"$nin":[)" + operand() + "," + operand() + "]}";
            case 7: return R"({"$exists":)" + std::string(chance(50) ? "true}" : "false}");
            case 8: return R"({"$not":{"$gte":)" + operand() + "}}";
            case 9: return R"({"$type":)" + std::string(chance(50) ? "\"number\"}" : "[\"string\",\"null\",\"array\"]}");
            case 10:
                if (depth > 0) return R"({"$regularExpression":{"pattern":"^x","options":""}})";
                return R"({"$in":[{"$regularExpression":{"pattern":"^x","options":""}},)" + operand() + "]}";
            case 11:
                if (depth > 0) return R"({"$elemMatch":)" + condition(0) + "}";
                return R"({"$size":)" + std::to_string(below(3)) + "}";
            case 12:
                if (depth > 0) {
                    return R"({"$elemMatch":{"b":)" + plainCondition() + R"(,"c":)" + plainCondition() + "}}";
                }
                return R"({"$eq":)" + operand() + "}";
            default: return R"({"$all":[)" + operand() + "," + operand() + "]}";
        }
    }

    std::string plainCondition() { return chance(50) ? operand() : condition(0); }

    std::string filter(int depth) {
        std::string text = "{";
        for (std::size_t i = 1 + below(3); i > 0; --i) {
            if (depth > 0 && chance(15)) {
                static const char* const kNames[] = {"$or", "$and", "$nor"};
                const std::string name = '"' + std::string(kNames[below(3)]) + "\":";
                if (text.find(name) != std::string::npos) continue;
                text += (text.size() > 1 ? "," : "") + name + "[" + filter(depth - 1) + "," + filter(depth - 1) + "]";
                continue;
            }
            const std::string name = '"' + path() + "\":";
            if (text.find(name) != std::string::npos) continue;
            text += (text.size() > 1 ? "," : "") + name + (chance(40) ? operand() : condition(1));
        }
        return text + "}";
    }

private:
    std::string arrayOfDocuments() {
        std::string text = "[";
        for (std::size_t i = below(4); i > 0; --i) text += (chance(80) ? fields(1) : scalar()) + (i > 1 ? "," : "");
        return text + "]";
    }

    std::mt19937_64 random_;
    bool hasArrays_;  // else indexes are not multikey: bounds are exact and may cover
};

std::uint64_t setting(const char* name, std::uint64_t otherwise) {
    const char* text = std::getenv(name);
    return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}

std::uint64_t seed() { return setting("SHEAF_TEST_SEED", 20240607); }

// Inserts what all indexes accept: parallel arrays and ambiguous names are refused by key generation.
bool tryInsert(MemoryCollection& collection, const std::string& document, const std::vector<std::string>& specs) {
    try {
        MemoryCollection probe;
        probe.insert(document);
        for (const std::string& spec : specs) probe.createIndex(spec);
        collection.insert(document);
        return true;
    } catch (const Error&) {
        return false;
    }
}

// Results by every plan are the same documents; sorted ones also in the same order of sort keys.
void checkQuery(const MemoryCollection& collection, const Query& asked) {
    const Outcome walked = run(collection, asked, R"({"$natural":1})");
    const auto asSet = [](Outcome outcome) {
        std::sort(outcome.documents.begin(), outcome.documents.end());
        return outcome.documents;
    };
    const auto sortKeys = [&](const Outcome& outcome) {
        std::vector<std::string> keys;
        const query::SortPattern pattern = query::SortPattern::parse(bson::fromJson(asked.sort));
        query::SortKeyGenerator generator(pattern);
        for (const std::string& json : outcome.documents) {
            if (!json.starts_with('{')) continue;
            bson::Buffer key;
            generator.appendKey(bson::fromJson(json), key);
            keys.emplace_back(reinterpret_cast<const char*>(key.data()), key.size());
        }
        return keys;
    };
    const bool isError = !walked.documents.empty() && !walked.documents[0].starts_with('{');
    std::vector<std::string> hints{""};
    for (const MemoryCollection::Index& index : collection.indexes()) hints.push_back('"' + index.info.spec->name + '"');
    for (const std::string& hint : hints) {
        CAPTURE(hint);
        const Outcome outcome = run(collection, asked, hint, hint.empty() ? 0 : 2);
        CAPTURE(outcome.plan);
        if (isError) {
            // Which of two errors comes first depends on the order of the walk.
            CHECK((outcome.documents.size() == 1 && !outcome.documents[0].starts_with('{')));
            continue;
        }
        CHECK(asSet(outcome) == asSet(walked));
        if (asked.sort != "{}") CHECK(sortKeys(outcome) == sortKeys(walked));
        MemorySource source(collection);
        query::CanonicalQuery counting = canonical({asked.filter}, hint);
        counting.countsOnly = true;
        CHECK(planQuery(std::move(counting), source)->countRemaining() == walked.documents.size());
    }
}

}  // namespace

TEST_CASE("random queries give the same answer by every index and by the walk") {
    const std::uint64_t first = seed();
    const std::uint64_t rounds = setting("SHEAF_TEST_ROUNDS", 50);
    for (std::uint64_t round = 0; round < rounds; ++round) {
        CAPTURE(first);
        CAPTURE(round);
        Generator generator(first + round);
        MemoryCollection collection;
        std::vector<std::string> specs;
        for (int i = 0; i < 3; ++i) {
            const std::string key = generator.pattern();
            specs.push_back(R"({"key":)" + key + R"(,"name":"i)" + std::to_string(i) + "\"}");
            collection.createIndex(specs.back());
        }
        std::string documents;
        for (int id = 1; id <= 12; ++id) {
            const std::string document = generator.document(id);
            if (tryInsert(collection, document, specs)) documents += document + "\n";
        }
        CAPTURE(documents);
        CAPTURE(specs[0]);
        CAPTURE(specs[1]);
        CAPTURE(specs[2]);
        for (int i = 0; i < 12; ++i) {
            Query asked;
            asked.filter = generator.filter(1);
            if (generator.chance(40)) asked.sort = generator.pattern();
            if (generator.chance(30) && asked.sort == "{}") {
                asked.projection = R"({"_id":0,")" + generator.path() + R"(":1})";
            }
            CAPTURE(asked.projection);
            CAPTURE(asked.filter);
            CAPTURE(asked.sort);
            checkQuery(collection, asked);
        }
    }
}

TEST_CASE("the compiled matcher agrees with the tree on random documents, one after the other") {
    Generator generator(seed());
    for (int round = 0; round < 400; ++round) {
        const std::string text = generator.filter(2);
        CAPTURE(text);
        const query::Filter filter = query::Filter::parse(bson::fromJson(text));
        query::Matcher matcher(filter);
        for (int id = 0; id < 10; ++id) {
            const bson::Document document = bson::fromJson(generator.document(id));
            CAPTURE(document.toJson());
            CHECK(matcher.matches(document) == filter.matches(document));
        }
    }
}
