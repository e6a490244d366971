// How long updates and projections of one document take, without storage.

#include "query/logical_bytes.h"
#include "query/projection/projection.h"
#include "query/update/update.h"

#include <sheaf/bson/builder.h>
#include <sheaf/bson/json.h>

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <string>

namespace {

using namespace sheaf;
using namespace sheaf::query;

// A review with a text such that the document has about that many bytes.
bson::Document review(std::size_t bytes) {
    bson::Document plain = parse(R"({
        "_id": {"$numberLong": "4711"},
        "material": {"material_id": 8, "title": "The shape of things", "type": "book"},
        "member": {"member_id": 77, "name": "Ada Lovelace"},
        "score": 4, "text": "", "tags": ["history", "science", "london"], "votes": 3,
        "date": {"$date": {"$numberLong": "1500000000000"}}, "state": "published", "flags": 5})");
    bson::Builder builder;
    for (const bson::Element& element : plain) {
        if (element.name != "text") builder.append(element);
        else builder.append("text", std::string(bytes > plain.size() ? bytes - plain.size() : 0, 'x'));
    }
    return builder.take();
}

constexpr const char* kSixOperators = R"({
    "$inc": {"votes": 1}, "$set": {"state": "hidden"}, "$push": {"tags": "new"}, "$max": {"score": 5},
    "$unset": {"flags": 1}, "$currentDate": {"date": true}})";
constexpr const char* kOneOperator = R"({"$inc": {"votes": 1}})";
constexpr const char* kNothing = R"({"$set": {"votes": 3}, "$max": {"score": 1}})";

void runUpdate(benchmark::State& state, const char* text, bool changes) {
    const bson::Document document = review(static_cast<std::size_t>(state.range(0)));
    const bson::Document parsed = parse(text);
    const Update update = Update::parse(parsed.view().asValue());
    UpdateContext context;
    context.now = bson::Date{1'600'000'000'000};
    bson::Buffer out;
    const UpdateResult first = update.apply(document, context, out);
    const bool isRight = first.isChanged == changes &&
                         (!changes || first.logicalBytes == logicalBytes(document, {out.data(), out.size()}));
    if (!isRight) std::abort();
    for (auto _ : state) {
        out.clear();
        benchmark::DoNotOptimize(update.apply(document, context, out).logicalBytes);
    }
    state.SetItemsProcessed(state.iterations());
    state.SetBytesProcessed(state.iterations() * document.size());
}

void BM_Update_SixOperators(benchmark::State& state) { runUpdate(state, kSixOperators, true); }
void BM_Update_OneOperator(benchmark::State& state) { runUpdate(state, kOneOperator, true); }
void BM_Update_NoChange(benchmark::State& state) { runUpdate(state, kNothing, false); }

void BM_Update_Parse(benchmark::State& state) {
    const bson::Document parsed = parse(kSixOperators);
    for (auto _ : state) benchmark::DoNotOptimize(Update::parse(parsed.view().asValue()).kind());
    state.SetItemsProcessed(state.iterations());
}

void BM_LogicalBytes(benchmark::State& state) {
    const bson::Document document = review(static_cast<std::size_t>(state.range(0)));
    const bson::Document parsed = parse(kSixOperators);
    bson::Buffer out;
    Update::parse(parsed.view().asValue()).apply(document, {}, out);
    const DocumentView changed(out.data(), out.size());
    if (logicalBytes(document, changed) == 0) std::abort();
    for (auto _ : state) benchmark::DoNotOptimize(logicalBytes(document, changed));
    state.SetItemsProcessed(state.iterations());
}

void runProjection(benchmark::State& state, const char* text, std::size_t fields) {
    const bson::Document document = review(static_cast<std::size_t>(state.range(0)));
    const Projection projection = Projection::parse(parse(text));
    bson::Buffer out;
    projection.apply(document, out);
    if (DocumentView(out.data(), out.size()).countElements() != fields) std::abort();
    for (auto _ : state) {
        out.clear();
        projection.apply(document, out);
        benchmark::DoNotOptimize(out.data());
    }
    state.SetItemsProcessed(state.iterations());
    state.SetBytesProcessed(state.iterations() * document.size());
}

void BM_Projection_Inclusion(benchmark::State& state) {
    runProjection(state, R"({"votes": 1, "material.title": 1, "score": 1})", 4);
}
void BM_Projection_Exclusion(benchmark::State& state) { runProjection(state, R"({"text": 0, "member": 0})", 8); }

BENCHMARK(BM_Update_SixOperators)->ArgName("docBytes")->Arg(600)->Arg(16384);
BENCHMARK(BM_Update_OneOperator)->ArgName("docBytes")->Arg(600)->Arg(16384);
BENCHMARK(BM_Update_NoChange)->ArgName("docBytes")->Arg(600)->Arg(16384);
BENCHMARK(BM_Update_Parse);
BENCHMARK(BM_LogicalBytes)->ArgName("docBytes")->Arg(600)->Arg(16384);
BENCHMARK(BM_Projection_Inclusion)->ArgName("docBytes")->Arg(600)->Arg(16384);
BENCHMARK(BM_Projection_Exclusion)->ArgName("docBytes")->Arg(600)->Arg(16384);

}  // namespace

BENCHMARK_MAIN();
