// Builds the follower graph from package stanzas or from random numbers.
#include "tools/lab/followers_graph.h"

#include "tools/import/formats.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <memory>
#include <sstream>
#include <unordered_map>

namespace sheaf::lab {
namespace {

// What a command prints; empty when it cannot be run.
std::string outputOf(const char* command) {
    std::string out;
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command, "r"), pclose);
    if (!pipe) return out;
    std::array<char, 65536> block;
    while (const std::size_t count = fread(block.data(), 1, block.size(), pipe.get())) out.append(block.data(), count);
    return out;
}

struct NamedEdges {
    std::vector<std::string> names;
    std::vector<std::vector<std::string>> following;
};

NamedEdges readPackages(std::istream& in) {
    NamedEdges result;
    const auto reader = tools::kDumpavailFormat.open({in, "packages"});
    while (const auto package = reader->next()) {
        result.names.emplace_back((*package)["_id"].asString());
        auto& following = result.following.emplace_back();
        const ValueView depends = (*package)["depends"];
        if (!depends.isArray()) continue;
        for (const ValueView name : depends.asArray()) following.emplace_back(name.asString());
    }
    return result;
}

FollowerGraph fromNames(NamedEdges named, std::uint64_t users) {
    FollowerGraph graph;
    if (named.names.size() > users) {
        named.names.resize(users);
        named.following.resize(users);
    }
    std::unordered_map<std::string_view, std::uint32_t> numbers;
    for (std::uint32_t user = 0; user < named.names.size(); ++user) numbers.emplace(named.names[user], user);
    graph.following.resize(named.names.size());
    for (std::uint32_t user = 0; user < named.names.size(); ++user) {
        for (const std::string& name : named.following[user]) {
            const auto found = numbers.find(name);
            if (found == numbers.end() || found->second == user) continue;
            auto& list = graph.following[user];
            if (std::find(list.begin(), list.end(), found->second) == list.end()) list.push_back(found->second);
        }
    }
    graph.names = std::move(named.names);
    return graph;
}

FollowerGraph made(std::uint64_t users, std::uint64_t seed) {
    FollowerGraph graph;
    graph.source = "made: popularity by Zipf's law";
    Random random(seed);
    graph.following.resize(users);
    for (std::uint32_t user = 0; user < users; ++user) {
        graph.names.push_back("user" + std::to_string(user));
        for (std::uint64_t edge = random.below(9); edge > 0; --edge) {
            // A rank whose logarithm is uniform: Zipf's law with exponent 1.
            const double unit = static_cast<double>(random.next() >> 11) * 0x1.0p-53;
            const auto rank = static_cast<std::uint32_t>(std::pow(static_cast<double>(users), unit)) - 1;
            auto& list = graph.following[user];
            if (rank != user && std::find(list.begin(), list.end(), rank) == list.end()) list.push_back(rank);
        }
    }
    return graph;
}

}  // namespace

std::uint32_t FollowerGraph::mostFollowed() const {
    const auto most = std::max_element(followers.begin(), followers.end(),
                                       [](const auto& a, const auto& b) { return a.size() < b.size(); });
    return static_cast<std::uint32_t>(most - followers.begin());
}

FollowerGraph loadFollowerGraph(RunContext& context, std::uint64_t users) {
    context.progress().setTask("reading the graph");
    FollowerGraph graph;
    const std::string& input = context.options().input;
    if (!input.empty()) {
        std::ifstream in(input);
        if (!in) throw Error(ErrorCode::BadValue, "cannot read " + input);
        graph = fromNames(readPackages(in), users);
        graph.source = "Debian's package dependencies, from " + input;
    } else {
        std::istringstream in(outputOf("apt-cache dumpavail 2>/dev/null"));
        graph = fromNames(readPackages(in), users);
        graph.source = "Debian's package dependencies, from apt-cache dumpavail";
    }
    if (graph.names.size() < 2) graph = made(users, context.options().seed);
    graph.followers.resize(graph.names.size());
    for (std::uint32_t user = 0; user < graph.following.size(); ++user) {
        for (const std::uint32_t followed : graph.following[user]) {
            graph.followers[followed].push_back(user);
            ++graph.edges;
        }
    }
    return graph;
}

}  // namespace sheaf::lab
