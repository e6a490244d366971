// followers: where to keep who follows whom, on the dependency graph of Debian's packages.

#include "tools/common/text_table.h"
#include "tools/lab/experiments.h"
#include "tools/lab/followers_designs.h"

#include <sheaf/bson/builder.h>

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace sheaf::lab {
namespace {

constexpr std::size_t kSampleUsers = 40;

// Whom the questions are asked about: the celebrity, and users spread over the graph.
struct Sample {
    std::uint32_t celebrity;
    std::uint32_t newcomer;  // does not follow the celebrity yet
    std::vector<std::uint32_t> users;
};

Sample sampleOf(const FollowerGraph& graph, std::uint64_t seed) {
    Sample sample{graph.mostFollowed(), 0, {}};
    Random random(seed);
    auto followsCelebrity = [&](std::uint32_t user) {
        const auto& list = graph.following[user];
        return std::find(list.begin(), list.end(), sample.celebrity) != list.end();
    };
    do {
        sample.newcomer = static_cast<std::uint32_t>(random.below(graph.names.size()));
    } while (sample.newcomer == sample.celebrity || graph.following[sample.newcomer].empty() || followsCelebrity(sample.newcomer));
    for (std::size_t at = 0; at < kSampleUsers * 50 && sample.users.size() < kSampleUsers; ++at) {
        const auto user = static_cast<std::uint32_t>(random.below(graph.names.size()));
        if (!graph.following[user].empty() && user != sample.celebrity) sample.users.push_back(user);
    }
    return sample;
}

std::vector<std::string> namesOf(const FollowerGraph& graph, const std::vector<std::uint32_t>& users) {
    std::vector<std::string> names;
    for (const std::uint32_t user : users) names.push_back(graph.names[user]);
    std::sort(names.begin(), names.end());
    return names;
}

// Means over the sample, and the celebrity by itself.
struct Answers {
    Cost following;
    Cost followers;
    double followingSeconds = 0;
    double followersSeconds = 0;
    Cost celebrity;
    double celebritySeconds = 0;
    std::size_t inFirstDocument = 0;
};

Answers askAll(FollowerDesign& design, const FollowerGraph& graph, const Sample& sample, std::uint64_t& proofs) {
    Answers answers;
    auto check = [&](const Asked& asked, const std::vector<std::uint32_t>& due) {
        ++proofs;
        requireSame(asked.names == namesOf(graph, due), design.describe().name);
    };
    for (const std::uint32_t user : sample.users) {
        Asked asked;
        answers.followingSeconds += timed([&] { asked = design.following(graph.names[user]); });
        check(asked, graph.following[user]);
        answers.following += asked.cost;
        answers.followersSeconds += timed([&] { asked = design.followers(graph.names[user]); });
        check(asked, graph.followers[user]);
        answers.followers += asked.cost;
    }
    Asked asked;
    answers.celebritySeconds = timed([&] { asked = design.followers(graph.names[sample.celebrity]); });
    check(asked, graph.followers[sample.celebrity]);
    answers.celebrity = asked.cost;
    answers.inFirstDocument = design.followersInFirstDocument(graph.names[sample.celebrity]);
    return answers;
}

std::string perUser(std::uint64_t sum) { return tools::shortNumber(static_cast<double>(sum) / kSampleUsers, 4); }

void addAskRow(Table& table, const std::string& design, std::string_view question, const Cost& cost, double seconds, bool isMean) {
    auto figure = [&](std::uint64_t sum) { return isMean ? perUser(sum) : tools::withCommas(sum); };
    table.rows.push_back({design, std::string(question), figure(cost.roundTrips), figure(cost.keysExamined),
                          figure(cost.docsExamined), figure(cost.docBytesRead), figure(cost.bytesReturned),
                          isMean ? seconds / kSampleUsers : seconds});
}

Table askTable() {
    return {"What it costs to ask", fmt::format("Means over {} users; the celebrity by itself.", kSampleUsers),
            {{"design", Unit::Text}, {"question", Unit::Text}, {"trips"}, {"keys examined"}, {"documents examined"},
             {"document bytes read"}, {"bytes returned"}, {"time", Unit::Clock}}, {}};
}

Table addTable() {
    return {"What it costs that one more follows the celebrity", "",
            {{"design", Unit::Text}, {"trips"}, {"changed bytes"}, {"document bytes rewritten"}, {"× changed", Unit::Ratio},
             {"index entries"}, {"pages"}, {"bytes written"}}, {}};
}

void addAddRow(Table& table, const std::string& design, const Cost& cost) {
    std::uint64_t entries = 0;
    for (const IndexCost& index : cost.indexes) entries += index.inserted + index.removed;
    table.rows.push_back({design, cost.roundTrips, cost.logicalBytes, cost.docBytesWritten,
                          cost.documentRatio() ? Cell(*cost.documentRatio()) : Cell(), entries, cost.pagesWritten, cost.bytesWritten});
}

// Documents, their bytes, index entries and pages of a store with one database.
void addSizeRow(Table& table, const std::string& design, Store& store) {
    std::uint64_t documents = 0;
    std::uint64_t bytes = 0;
    std::uint64_t entries = 0;
    std::uint64_t pages = 0;
    const bson::Document statistics = store.statistics();
    auto number = [](ValueView value) {
        return static_cast<std::uint64_t>(value.type() == bson::Type::Int64 ? value.asInt64() : value.asInt32());
    };
    auto pagesOf = [&](DocumentView facts) {
        const DocumentView kinds = facts["pages"].asDocument();
        return number(kinds["branch"]) + number(kinds["leaf"]) + number(kinds["overflow"]);
    };
    for (const ValueView collection : statistics["collections"].asArray()) {
        const DocumentView facts = collection.asDocument();
        documents += number(facts["documents"]);
        bytes += number(facts["bytes"]);
        pages += pagesOf(facts);
        for (const ValueView index : facts["indexes"].asArray()) {
            if (index.asDocument()["name"].asString() != "_id_") entries += number(index.asDocument()["entries"]);
            pages += pagesOf(index.asDocument());
        }
    }
    table.rows.push_back({design, documents, bytes, entries, pages});
}

// What one more follower of the celebrity costs in each design, for the conclusion.
struct Compared {
    std::string name;
    Answers answers;
    Cost added;
};

const Compared& least(const std::vector<Compared>& all, std::uint64_t (*figure)(const Compared&)) {
    return *std::min_element(all.begin(), all.end(), [&](const Compared& a, const Compared& b) { return figure(a) < figure(b); });
}
const Compared& most(const std::vector<Compared>& all, std::uint64_t (*figure)(const Compared&)) {
    return *std::max_element(all.begin(), all.end(), [&](const Compared& a, const Compared& b) { return figure(a) < figure(b); });
}

std::string conclude(const FollowerGraph& graph, const Sample& sample, const std::vector<Compared>& all) {
    auto written = [](const Compared& one) { return one.added.bytesWritten; };
    auto examined = [](const Compared& one) {
        return one.answers.following.docsExamined + one.answers.followers.docsExamined;
    };
    const Compared& cheapest = least(all, written);
    const Compared& dearest = most(all, written);
    const Compared& scans = most(all, examined);
    const Compared& direct = least(all, examined);
    const std::string& celebrity = graph.names[sample.celebrity];
    const std::size_t total = graph.followers[sample.celebrity].size();
    std::string text = fmt::format(
        "One more follower of {} ({} of them) writes {} in \"{}\" and {} in \"{}\", {} times as much; asking both ways examines {} "
        "documents a user in \"{}\" and {} in \"{}\".",
        celebrity, tools::withCommas(total), tools::shortBytes(static_cast<double>(dearest.added.bytesWritten)), dearest.name,
        tools::shortBytes(static_cast<double>(cheapest.added.bytesWritten)), cheapest.name,
        tools::shortNumber(static_cast<double>(dearest.added.bytesWritten) / static_cast<double>(std::max<std::uint64_t>(1, cheapest.added.bytesWritten))),
        perUser(examined(scans)), scans.name, perUser(examined(direct)), direct.name);
    for (const Compared& one : all) {
        if (one.answers.inFirstDocument < total) {
            text += fmt::format(" Whoever forgets tbc in \"{}\" sees {} of the {} followers and misses {:.0f} %.", one.name,
                                tools::withCommas(one.answers.inFirstDocument), tools::withCommas(total),
                                100.0 * static_cast<double>(total - one.answers.inFirstDocument) / static_cast<double>(total));
        }
    }
    return text;
}

Figures run(RunContext& context) {
    const std::uint64_t users = context.docs(std::numeric_limits<std::uint32_t>::max(), 5'000);
    const FollowerGraph graph = loadFollowerGraph(context, users);
    const Sample sample = sampleOf(graph, context.options().seed);
    Figures figures;
    figures.experiment = kFollowers.name;
    figures.question = kFollowers.question;
    figures.parameters = context.parameters(
        bson::make("graph", graph.source, "users", static_cast<std::int64_t>(graph.names.size()), "edges",
                   static_cast<std::int64_t>(graph.edges), "celebrity", graph.names[sample.celebrity], "followers",
                   static_cast<std::int64_t>(graph.followers[sample.celebrity].size())));
    Table asked = askTable();
    Table added = addTable();
    Table sizes{"How large it is", "", {{"design", Unit::Text}, {"documents"}, {"document bytes"}, {"index entries"}, {"pages"}}, {}};
    std::vector<Compared> all;
    std::uint64_t proofs = 0;
    for (const auto& design : makeFollowerDesigns(context)) {
        const Variant variant = design->describe();
        figures.variants.push_back(variant);
        context.progress().setTask("filling: " + variant.name);
        design->fill(graph, context.progress());
        context.progress().setTask("asking: " + variant.name);
        addSizeRow(sizes, variant.name, design->store());
        Compared one{variant.name, askAll(*design, graph, sample, proofs), {}};
        one.added = design->addEdge(graph.names[sample.newcomer], graph.names[sample.celebrity]);
        const std::vector<std::string> now = design->followers(graph.names[sample.celebrity]).names;
        requireSame(now.size() == graph.followers[sample.celebrity].size() + 1 &&
                        std::binary_search(now.begin(), now.end(), graph.names[sample.newcomer]),
                    variant.name + " after one more follower");
        addAskRow(asked, variant.name, "whom do I follow", one.answers.following, one.answers.followingSeconds, true);
        addAskRow(asked, variant.name, "who follows me", one.answers.followers, one.answers.followersSeconds, true);
        addAskRow(asked, variant.name, "who follows " + graph.names[sample.celebrity], one.answers.celebrity, one.answers.celebritySeconds, false);
        addAddRow(added, variant.name, one.added);
        all.push_back(std::move(one));
    }
    Chart chart{"Bytes written for one more follower of the celebrity", "", "bytes written", Unit::Text, Unit::Bytes, false, false, {}, {}};
    for (const Compared& one : all) chart.bars.emplace_back(one.name, static_cast<double>(one.added.bytesWritten));
    figures.charts.push_back(std::move(chart));
    figures.tables = {std::move(asked), std::move(added), std::move(sizes)};
    figures.proof = fmt::format("{} answers were compared name by name with the graph itself.", proofs);
    figures.conclusion = conclude(graph, sample, all);
    figures.howToRead = "Trips are commands sent. A list inside a document answers one question with one document and the other by a "
                        "scan, unless its elements are indexed; each edge is then an index entry. The rewrite grows with the list.";
    return figures;
}

}  // namespace

constinit const Experiment kFollowers{
    .name = "followers",
    .group = "embed or reference",
    .question = "Friends and followers: where should the list be kept, when some are followed by thousands?",
    .docsMean = "users, the first of the source (all)",
    .run = run};

}  // namespace sheaf::lab
