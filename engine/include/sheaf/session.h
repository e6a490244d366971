// A session: groups operations of one caller and sums what they cost.
#pragma once

#include <sheaf/cost.h>

#include <memory>

namespace sheaf {

// Belongs to one thread at a time. Must not outlive its Store.
class Session {
public:
    struct Impl;
    explicit Session(std::shared_ptr<Impl> impl);

    // The sum over all operations that were given this session.
    const Cost& cost() const;
    void resetCost();
    Impl& impl() const { return *impl_; }

private:
    std::shared_ptr<Impl> impl_;
};

}  // namespace sheaf
