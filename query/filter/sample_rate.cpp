// $sampleRate: matches each document with a given probability.
//
//   { $sampleRate: <number from 0 to 1> }
//
// Every document is decided on by itself, anew each time it is asked about. 1 matches always, 0 never.
// Errors    2 while parsing: no number, or beyond 0 to 1.

#include "bson/number.h"
#include "bson/raise.h"
#include "query/filter/operators.h"

#include <random>

namespace sheaf::query {
namespace {

bool isDrawn(double rate) {
    thread_local std::mt19937_64 generator{std::random_device{}()};
    return std::uniform_real_distribution<double>(0.0, 1.0)(generator) < rate;
}

class SampleRateNode final : public FilterNode {
public:
    explicit SampleRateNode(double rate) : FilterNode(FilterKind::Other), rate_(rate) {}
    bool matches(bson::DocumentView, MatchDetails*) const override { return isDrawn(rate_); }
    bool matchesField(bson::ValueView) const override { return isDrawn(rate_); }
    bool matchesElement(bson::ValueView) const override { return isDrawn(rate_); }
    void describe(bson::Builder& filter) const override { describeCondition(filter); }
    void describeCondition(bson::Builder& operators) const override { operators.append("$sampleRate", rate_); }

private:
    double rate_;
};

FilterPtr parseSampleRate(FilterParser&, bson::ValueView argument) {
    if (!argument.isNumber()) raise(ErrorCode::BadValue, "the argument of $sampleRate must be a number, found ", argument);
    const double rate = bson::toDouble(argument);
    if (!(rate >= 0.0 && rate <= 1.0)) raise(ErrorCode::BadValue, "$sampleRate must be from 0 to 1, found ", argument);
    if (rate == 1.0) return makeAlwaysTrue();
    if (rate == 0.0) return makeAlwaysFalse();
    return std::make_shared<SampleRateNode>(rate);
}

}  // namespace

constinit const FilterOperator kFilterSampleRate{.name = "$sampleRate", .parseAtTop = parseSampleRate};

}  // namespace sheaf::query
