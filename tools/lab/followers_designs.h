// The designs that the experiment `followers` compares: each stores the same graph in its own shape and answers the
// same questions.
#pragma once

#include "tools/lab/followers_graph.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sheaf::lab {

// A cost with the number of commands that an application would send (round trips) counted by the store itself.
struct Asked {
    std::vector<std::string> names;  // sorted
    Cost cost;
    double seconds = 0;
};

class FollowerDesign {
public:
    virtual ~FollowerDesign() = default;

    virtual Variant describe() const = 0;
    virtual void fill(const FollowerGraph& graph, tools::ProgressBar& progress) = 0;
    // Whom does the user follow; who follows the user.
    virtual Asked following(std::string_view user) = 0;
    virtual Asked followers(std::string_view user) = 0;
    // `from` follows `to` from now on. Metered.
    virtual Cost addEdge(std::string_view from, std::string_view to) = 0;
    // What a reader finds who looks only at the document named `user`: fewer than there are where the list goes on.
    virtual std::size_t followersInFirstDocument(std::string_view user) = 0;

    Store& store() { return store_; }

protected:
    explicit FollowerDesign(Store store) : store_(std::move(store)) {}
    Store store_;
};

// How many followers the first document and each continuation of the design `tbc` hold.
inline constexpr std::size_t kContinuationSize = 1000;

// All designs, each with an empty store of its own.
std::vector<std::unique_ptr<FollowerDesign>> makeFollowerDesigns(RunContext& context);

}  // namespace sheaf::lab
