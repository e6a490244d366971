// How long it takes to make the index keys of documents like the workload's reviews, and to check keys against bounds.

#include "index/bounds.h"
#include "index/key_generator.h"

#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

namespace sheaf::bench {
namespace {

constexpr std::int64_t kDocuments = 10'000;

// A review as the workload has it, field by field, with simpler texts.
bson::Document review(std::int64_t id) {
    bson::Builder out;
    out.append("_id", id).openDocument("material");
    out.append("material_id", static_cast<std::int32_t>(id * 7919 % 20'000));
    out.append("title", "A title of a material").append("type", "book").close();
    out.openDocument("member").append("member_id", static_cast<std::int32_t>(id * 104'729 % 50'000));
    out.append("name", "A member's name").close();
    out.append("score", static_cast<std::int32_t>(1 + id % 5)).append("text", std::string(250, 'x'));
    out.openArray("tags");
    for (std::int64_t tag = 0; tag < 3 + id % 6; ++tag) {
        out.push("tag " + std::to_string((id * 31 + tag * 97) % 300) + " of about");
    }
    out.close().append("votes", static_cast<std::int32_t>(id % 1'000));
    out.append("date", bson::Date{1'420'070'400'000 + id * 1'000'000});
    out.append("state", id % 7 == 0 ? "draft" : "published");
    return out.take();
}

index::IndexSpec specOf(std::initializer_list<std::pair<const char*, int>> fields) {
    bson::Builder pattern;
    for (const auto& [name, direction] : fields) pattern.append(name, direction);
    return index::IndexSpec::parse(bson::make("key", pattern.finish()));
}

// `_id` and the workload's i1 to i4.
std::vector<index::IndexSpec> specs() {
    std::vector<index::IndexSpec> specs;
    specs.push_back(index::IndexSpec::idIndex());
    specs.push_back(specOf({{"material.material_id", 1}, {"votes", -1}}));
    specs.push_back(specOf({{"member.member_id", 1}, {"date", -1}}));
    specs.push_back(specOf({{"state", 1}, {"date", -1}}));
    specs.push_back(specOf({{"tags", 1}}));
    return specs;
}

// Keys per document of the indexes that `mask` chooses, one bit each.
void BM_GenerateKeys(benchmark::State& state) {
    std::vector<bson::Document> documents;
    for (std::int64_t id = 1; id <= kDocuments; ++id) documents.push_back(review(id));
    const std::vector<index::IndexSpec> all = specs();
    std::vector<const index::IndexSpec*> chosen;
    std::vector<index::MultikeyPaths> multikey;
    for (std::size_t at = 0; at < all.size(); ++at) {
        if ((state.range(0) >> at & 1) == 0) continue;
        chosen.push_back(&all[at]);
        multikey.emplace_back(all[at].keyPattern.size());
    }
    const index::KeyGenerators generators(chosen);
    std::vector<index::KeySet> keys = generators.makeKeySets();
    index::KeyScratch scratch;

    std::size_t count = 0;
    for (const bson::Document& document : documents) {
        generators.generate(document, keys, multikey, scratch);
        for (std::size_t set = 0; set < keys.size(); ++set) {
            const bool isTags = chosen[set]->name == "tags_1";
            if (keys[set].size() != (isTags ? document["tags"].asArray().countElements() : 1)) std::abort();
            count += keys[set].size();
        }
    }
    std::size_t at = 0;
    for (auto _ : state) {
        generators.generate(documents[at], keys, multikey, scratch);
        benchmark::DoNotOptimize(keys.data());
        at = at + 1 == documents.size() ? 0 : at + 1;
    }
    state.SetItemsProcessed(state.iterations());
    state.counters["keysPerDocument"] = static_cast<double>(count) / static_cast<double>(documents.size());
}
BENCHMARK(BM_GenerateKeys)->ArgName("indexes")->Arg(1)->Arg(2)->Arg(6)->Arg(14)->Arg(16)->Arg(30)->Arg(31);

// The checker on the entries of an index of two fields, each bounded by an interval.
void BM_CheckBounds(benchmark::State& state) {
    std::vector<std::vector<std::uint8_t>> entries;
    for (int a = 0; a < 100; ++a) {
        for (int b = 0; b < 100; ++b) {
            index::KeyBuffer key;
            key.append(bson::Value(a), false);
            key.append(bson::Value("text" + std::to_string(b)), true);
            entries.emplace_back(key.components().begin(), key.components().end());
            entries.back().insert(entries.back().end(), {0x58, 0x6A, 0x01});
        }
    }
    index::IndexBounds bounds;
    bounds.fields.emplace_back(index::Interval{bson::Value(10), bson::Value(90)});
    bounds.fields.emplace_back(index::Interval{bson::Value("text"), bson::Value("textz")});
    index::IndexBoundsChecker checker(bounds, {2, 2}, index::Direction::Forward);
    if (!checker.start() || checker.check(entries[5'000]) != index::IndexBoundsChecker::State::Valid) std::abort();
    std::size_t at = 1'000;
    for (auto _ : state) {
        benchmark::DoNotOptimize(checker.check(entries[at]));
        at = at + 1 == 9'000 ? 1'000 : at + 1;
    }
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(BM_CheckBounds);

}  // namespace
}  // namespace sheaf::bench

BENCHMARK_MAIN();
