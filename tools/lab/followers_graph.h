// Who follows whom: the dependency graph of Debian's packages, or a made one of the same kind.
#pragma once

#include "tools/lab/experiment.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sheaf::lab {

// Users are numbered; following[u] are the users that u follows, each once, in the order given.
struct FollowerGraph {
    std::string source;  // where it comes from, in words
    std::vector<std::string> names;
    std::vector<std::vector<std::uint32_t>> following;
    std::vector<std::vector<std::uint32_t>> followers;  // the same edges the other way round
    std::uint64_t edges = 0;

    std::uint32_t mostFollowed() const;
};

// A package follows the packages that it depends on. The packages come from the run's input file if it names one, else
// from apt-cache, else the graph is made: Zipf-distributed popularity, as in real ones. At most `users` users, the
// first in the order of the source, edges among them only.
FollowerGraph loadFollowerGraph(RunContext& context, std::uint64_t users);

}  // namespace sheaf::lab
