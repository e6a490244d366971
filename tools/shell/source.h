// The text that someone typed, places in it, and errors that point to a place.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace sheaf::tools::shell {

// Shared by everything that was parsed from it, so that a function typed earlier still knows its text.
using Source = std::shared_ptr<const std::string>;

struct Place {
    Source source;
    std::size_t at = 0;
};

// What is wrong with an input. Thrown without a place by helpers, which do not know it; the evaluator adds it.
class ScriptError : public std::runtime_error {
public:
    explicit ScriptError(const std::string& why) : std::runtime_error(why) {}
    ScriptError(const std::string& why, Place place) : std::runtime_error(why), place_(std::move(place)) {}

    bool hasPlace() const { return place_.has_value(); }
    void setPlace(Place place) { place_ = std::move(place); }
    // The reason; with a place also line and column, the line itself and a caret below the place.
    std::string describe() const;

private:
    std::optional<Place> place_;
};

// `why`, line, column, the line and a caret.
std::string describeAt(std::string_view text, std::size_t at, std::string_view why);

// The names nearest to `name`, at most three, as in `; did you mean "find" or "findOne"?`; empty when none is near.
std::string didYouMean(std::string_view name, const std::vector<std::string_view>& known);

}  // namespace sheaf::tools::shell
