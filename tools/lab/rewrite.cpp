// rewrite: what changing a little of a document costs, from 0.5 KB to 15 MB, and what index keys add.
//
// Every change is metered: a transaction of its own in a collection of `docs` small documents, so that the pages are
// those of one change in a tree of real depth.

#include "tools/common/text_table.h"
#include "tools/lab/experiments.h"

#include <sheaf/bson/builder.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace sheaf::lab {
namespace {

constexpr std::int32_t kMaxIndexes = 8;
constexpr std::int32_t kRepeats = 5;
constexpr std::uint64_t kKilobyte = 1024;
constexpr std::uint64_t kMegabyte = 1024 * kKilobyte;

// What is done to the document. `touching`: the first n indexed fields k1…kn are incremented as well.
enum class Change : std::uint8_t { SameLength, OtherLength, Push };
constexpr std::array kChanges{Change::SameLength, Change::OtherLength, Change::Push};

std::string_view nameOf(Change change) {
    switch (change) {
        case Change::SameLength: return "field, same length";
        case Change::OtherLength: return "field, other length";
        case Change::Push: return "push 200 bytes";
    }
    return "";
}

std::string keyName(std::int32_t number) { return "k" + std::to_string(number); }

void appendComment(bson::Builder& builder, std::int64_t number, std::size_t textBytes) {
    builder.pushDocument().append("user", static_cast<std::int32_t>(number % 50'000));
    builder.append("text", std::string(textBytes, static_cast<char>('a' + number % 26)));
    builder.append("at", bson::Date{1'700'000'000'000 + number * 1000}).close();
}

// {_id, votes, title, k1…k8, comments: […]} of about `bytes` bytes.
bson::Document makeDocument(std::int64_t id, std::uint64_t bytes, Random& random) {
    bson::Builder builder;
    builder.append("_id", id).append("votes", static_cast<std::int32_t>(random.below(1000)));
    builder.append("title", "A title of some length");
    for (std::int32_t key = 1; key <= kMaxIndexes; ++key) {
        builder.append(keyName(key), static_cast<std::int32_t>(random.below(1'000'000)));
    }
    builder.openArray("comments");
    constexpr std::size_t kCommentBytes = 160;
    for (std::int64_t number = 0; builder.size() + kCommentBytes < bytes; ++number) appendComment(builder, number, 100);
    builder.close();
    return builder.take();
}

// An element of an array takes 200 bytes with its type, an index of up to 5 digits and the closing byte.
bson::Document pushedComment() {
    bson::Builder builder;
    builder.append("user", 7).append("text", std::string(156, 'x')).append("at", bson::Date{1'800'000'000'000});
    return builder.take();
}

bson::Document makeUpdate(Change change, std::int32_t round, std::int32_t touched) {
    bson::Builder builder;
    builder.openDocument("$inc");
    if (change == Change::SameLength) builder.append("votes", 1);
    for (std::int32_t key = 1; key <= touched; ++key) builder.append(keyName(key), 1);
    builder.close();
    if (change == Change::OtherLength) {
        builder.openDocument("$set").append("title", std::string(10 + static_cast<std::size_t>(round) * 7, 't')).close();
    }
    if (change == Change::Push) builder.openDocument("$push").append("comments", pushedComment()).close();
    const bson::Document whole = builder.take();
    if (!whole["$inc"].asDocument().isEmpty()) return whole;
    bson::Builder without;
    for (const bson::Element& element : whole) {
        if (element.name != "$inc") without.append(element);
    }
    return without.take();
}

struct Measured {
    Cost cost;  // of one change: the median of its kind by bytes written
    double seconds = 0;
};

// One store with `indexes` secondary indexes and `docs` small documents.
class Bed {
public:
    Bed(RunContext& context, std::int32_t indexes, std::uint64_t docs)
        : store_(context.makeStore(fmt::format("rewrite-{}", indexes))),
          collection_(store_.database("lab").collection("documents")), random_(context.options().seed) {
        context.progress().setTask(fmt::format("filling, {} indexes", indexes));
        std::vector<bson::Document> batch;
        for (std::uint64_t at = 0; at < docs; ++at) {
            batch.push_back(makeDocument(static_cast<std::int64_t>(at), 400, random_));
            if (batch.size() == 1000 || at + 1 == docs) {
                collection_.insertMany(std::span<const bson::Document>(batch));
                batch.clear();
                context.progress().update(at, docs, "documents");
            }
        }
        for (std::int32_t key = 1; key <= indexes; ++key) {
            collection_.createIndex(KeyPattern(bson::make(keyName(key), 1)));
        }
    }

    // Changes one document of `bytes` bytes kRepeats times and takes it away again.
    Measured measure(std::uint64_t bytes, Change change, std::int32_t touched) {
        const std::int64_t id = nextId_++;
        Random random(id < 0 ? 0 : bytes);
        bson::Document expected = makeDocument(id, bytes, random);
        collection_.insertOne(expected);
        const bson::Document filter = bson::make("_id", id);
        std::vector<Measured> all;
        for (std::int32_t round = 1; round <= kRepeats; ++round) {
            const bson::Document update = makeUpdate(change, round, touched);
            UpdateOptions options;
            options.metered = true;
            Measured one;
            one.seconds = timed([&] { collection_.updateOne(filter, update, options); });
            one.cost = store_.lastCost();
            all.push_back(std::move(one));
        }
        prove(*collection_.findOne(filter), expected, change, touched);
        collection_.deleteOne(filter);
        std::vector<double> seconds;
        for (const Measured& one : all) seconds.push_back(one.seconds);
        std::sort(all.begin(), all.end(), [](const Measured& a, const Measured& b) {
            return a.cost.bytesWritten < b.cost.bytesWritten;
        });
        Measured result = all[all.size() / 2];
        result.seconds = median(seconds);
        return result;
    }

    std::uint64_t proofs() const { return proofs_; }

private:
    // The document must be what the changes say, whatever indexes there are.
    void prove(const bson::Document& found, const bson::Document& before, Change change, std::int32_t touched) {
        ++proofs_;
        const std::int32_t votes = before["votes"].asInt32() + (change == Change::SameLength ? kRepeats : 0);
        requireSame(found["votes"].asInt32() == votes, "votes");
        for (std::int32_t key = 1; key <= kMaxIndexes; ++key) {
            const std::int32_t due = before[keyName(key)].asInt32() + (key <= touched ? kRepeats : 0);
            requireSame(found[keyName(key)].asInt32() == due, "an indexed field");
        }
        const std::size_t comments = before["comments"].asArray().countElements() + (change == Change::Push ? kRepeats : 0);
        requireSame(found["comments"].asArray().countElements() == comments, "comments");
    }

    Store store_;
    Collection collection_;
    Random random_;
    std::int64_t nextId_ = 1'000'000'000;
    std::uint64_t proofs_ = 0;
};

std::vector<Column> costColumns() {
    return {{"change", Unit::Text},      {"document", Unit::Text},     {"changed bytes"},
            {"document bytes rewritten"}, {"× changed", Unit::Ratio},   {"pages"},
            {"branch"},                   {"leaf"},                     {"overflow"},
            {"bytes written"},            {"× changed (all)", Unit::Ratio}, {"time", Unit::Clock}};
}

std::vector<Cell> costRow(std::string change, std::string document, const Measured& measured) {
    const Cost& cost = measured.cost;
    auto ratio = [](std::optional<double> value) { return value ? Cell(*value) : Cell(); };
    return {std::move(change), std::move(document), cost.logicalBytes, cost.docBytesWritten,
            ratio(cost.documentRatio()), cost.pagesWritten, cost.pages.branch, cost.pages.leaf, cost.pages.overflow,
            cost.bytesWritten, ratio(cost.storageRatio()), measured.seconds};
}

std::vector<std::uint64_t> sizesOf(const RunOptions& options) {
    if (options.quick) return {512, 16 * kKilobyte, 256 * kKilobyte, 8 * kMegabyte};
    return {512,           4 * kKilobyte, 16 * kKilobyte, 64 * kKilobyte, 256 * kKilobyte,
            1 * kMegabyte, 4 * kMegabyte, 8 * kMegabyte,  15 * kMegabyte};
}

// The first table and the chart: every size and change, without secondary indexes.
std::vector<Measured> sweepSizes(RunContext& context, Bed& bed, Figures& figures) {
    Table table{"One change to a document, no secondary index", "", costColumns(), {}};
    Chart chart{"Bytes written for one change", "document", "bytes written", Unit::Bytes, Unit::Bytes, true, true, {}, {}};
    const auto sizes = sizesOf(context.options());
    std::vector<Measured> pushes;
    std::uint64_t done = 0;
    for (const Change change : kChanges) {
        Series series{std::string(nameOf(change)), {}};
        for (const std::uint64_t bytes : sizes) {
            const Measured measured = bed.measure(bytes, change, 0);
            table.rows.push_back(costRow(std::string(nameOf(change)), tools::shortBytes(static_cast<double>(bytes)), measured));
            series.points.emplace_back(static_cast<double>(bytes), static_cast<double>(measured.cost.bytesWritten));
            if (change == Change::Push) pushes.push_back(measured);
            context.progress().update(++done, sizes.size() * kChanges.size(), "changes");
        }
        chart.series.push_back(std::move(series));
    }
    figures.tables.push_back(std::move(table));
    figures.charts.push_back(std::move(chart));
    return pushes;
}

// What the second table found for documents of 16 KB.
struct IndexFindings {
    std::uint64_t pagesBare = 0;
    std::uint64_t pagesUntouched = 0;     // eight indexes, no key changed
    std::uint64_t pagesTouched = 0;       // eight indexes, eight keys changed
    std::uint64_t entriesUntouched = 0;
    std::uint64_t entriesTouched = 0;
    std::uint64_t proofs = 0;
};

IndexFindings sweepIndexes(RunContext& context, Bed& bare, std::uint64_t docs, Figures& figures) {
    Table table{"The same field changed, with secondary indexes: keys untouched and touched",
                "touched: each indexed field is incremented as well; entries: removed and inserted.",
                {{"document", Unit::Text}, {"indexes"}, {"keys touched"}, {"entries"}, {"index bytes"},
                 {"document bytes rewritten"}, {"pages"}, {"bytes written"}, {"index share", Unit::Text}, {"time", Unit::Clock}},
                {}};
    const std::array<std::uint64_t, 3> sizes{512, 16 * kKilobyte, 1 * kMegabyte};
    IndexFindings findings;
    auto add = [&](std::uint64_t bytes, std::int32_t indexes, std::int32_t touched, const Measured& measured) {
        std::uint64_t entries = 0;
        for (const IndexCost& index : measured.cost.indexes) entries += index.inserted + index.removed;
        const auto share = measured.cost.indexShare();
        table.rows.push_back({tools::shortBytes(static_cast<double>(bytes)), static_cast<std::uint64_t>(indexes),
                              static_cast<std::uint64_t>(touched), entries, measured.cost.indexBytes(),
                              measured.cost.docBytesWritten, measured.cost.pagesWritten, measured.cost.bytesWritten,
                              share ? fmt::format("{:.1f} %", *share * 100) : std::string("–"), measured.seconds});
        if (bytes != 16 * kKilobyte) return;
        if (indexes == 0) findings.pagesBare = measured.cost.pagesWritten;
        if (indexes == kMaxIndexes && touched == 0) {
            findings.pagesUntouched = measured.cost.pagesWritten;
            findings.entriesUntouched = entries;
        }
        if (indexes == kMaxIndexes && touched == kMaxIndexes) {
            findings.pagesTouched = measured.cost.pagesWritten;
            findings.entriesTouched = entries;
        }
    };
    for (const std::uint64_t bytes : sizes) add(bytes, 0, 0, bare.measure(bytes, Change::SameLength, 0));
    for (const std::int32_t indexes : {1, 4, kMaxIndexes}) {
        Bed bed(context, indexes, docs);
        for (const std::uint64_t bytes : sizes) {
            for (const std::int32_t touched : {0, indexes}) add(bytes, indexes, touched, bed.measure(bytes, Change::SameLength, touched));
        }
        findings.proofs += bed.proofs();
    }
    figures.tables.push_back(std::move(table));
    return findings;
}

std::string conclude(const std::vector<std::uint64_t>& sizes, const std::vector<Measured>& pushes, const IndexFindings& index) {
    const auto at = static_cast<std::size_t>(std::find(sizes.begin(), sizes.end(), 8 * kMegabyte) - sizes.begin());
    const Cost& eight = pushes[at].cost;
    const Cost& small = pushes.front().cost;
    const double perByte = static_cast<double>(eight.bytesWritten) / static_cast<double>(8 * kMegabyte);
    const bool isWhole = perByte > 0.9;
    std::string text = fmt::format(
        "Pushing {} bytes into a document of 8 MB {} {} of it: {} document bytes handed to storage and {} bytes written in "
        "{} pages, {} times what changed; the same push into 0.5 KB wrote {} bytes.",
        eight.logicalBytes, isWhole ? "rewrote" : "wrote", isWhole ? "all" : fmt::format("{:.0f} %", perByte * 100),
        tools::withCommas(eight.docBytesWritten), tools::withCommas(eight.bytesWritten), tools::withCommas(eight.pagesWritten),
        tools::shortNumber(eight.storageRatio().value_or(0)), tools::withCommas(small.bytesWritten));
    text += fmt::format(" Eight indexes whose keys did not change cost {} entries and {} pages; eight whose keys did cost {} "
                        "entries and {} pages more (documents of 16 KB).",
                        index.entriesUntouched,
                        static_cast<std::int64_t>(index.pagesUntouched) - static_cast<std::int64_t>(index.pagesBare),
                        index.entriesTouched,
                        static_cast<std::int64_t>(index.pagesTouched) - static_cast<std::int64_t>(index.pagesBare));
    return text;
}

Figures run(RunContext& context) {
    const std::uint64_t docs = context.docs(100'000, 2'000);
    Figures figures;
    figures.experiment = kRewrite.name;
    figures.question = kRewrite.question;
    figures.parameters = context.parameters(bson::make("docs", static_cast<std::int64_t>(docs), "repeats", kRepeats));
    for (const Change change : kChanges) {
        const bson::Document update = makeUpdate(change, 1, 0);
        figures.variants.push_back({std::string(nameOf(change)), "one updateOne by _id, in a transaction of its own",
                                    change == Change::Push ? "{$push: {comments: {user: 7, text: \"xxx… (156 letters)\", at: …}}}"
                                                           : update.toJson()});
    }
    Bed bare(context, 0, docs);
    context.progress().setTask("changing");
    const std::vector<Measured> pushes = sweepSizes(context, bare, figures);
    const IndexFindings index = sweepIndexes(context, bare, docs, figures);
    figures.proof = fmt::format("after every series of {} changes the document was read back and held exactly what the "
                                "changes say, {} times, with and without indexes.", kRepeats, bare.proofs() + index.proofs);
    figures.conclusion = conclude(sizesOf(context.options()), pushes, index);
    figures.howToRead = "Changed bytes: the BSON elements that differ, old and new. Document bytes rewritten: what was handed to "
                        "storage for the record. Pages and bytes written: what LMDB wrote to the file for this one change. "
                        "The lines rise with the document, not with the change: that is the rewrite.";
    return figures;
}

}  // namespace

constinit const Experiment kRewrite{
    .name = "rewrite",
    .group = "change and removal",
    .question = "What does it cost to change a little of a document, from 0.5 KB to 15 MB?",
    .docsMean = "small documents beside the changed one, so that the tree has real depth (100,000)",
    .run = run};

}  // namespace sheaf::lab
