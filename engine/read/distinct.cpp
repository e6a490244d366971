// distinct: walks the matching documents and keeps each value once.
#include "engine/read/distinct.h"

#include "bson/raise.h"
#include "engine/read/find.h"
#include "query/plan/planner.h"

#include <sheaf/bson/compare.h>

#include <algorithm>
#include <unordered_set>

namespace sheaf::engine {
namespace {

constexpr std::size_t kMaxReplyBytes = 16'777'216;
constexpr std::size_t kElementBytes = 10;  // of an array's element beside its value

bool startsWithNumber(std::string_view path) {
    const std::string_view first = path.substr(0, path.find('.'));
    return !first.empty() && std::ranges::all_of(first, [](char c) { return c >= '0' && c <= '9'; });
}

// The values at a path. Unlike in filters, a number in the path is a position only, and a field whose name is the whole
// of what is left goes before what lies below. Goes one component deeper each time.
void collectValues(bson::DocumentView document, std::string_view path, std::vector<bson::ValueView>& out) {
    const bson::ValueView whole = document[path];
    if (whole.isArray()) {
        for (const bson::ValueView& element : whole.asArray()) out.push_back(element);
        return;
    }
    if (!whole.isMissing()) {
        out.push_back(whole);
        return;
    }
    const std::size_t dot = path.find('.');
    if (dot == std::string_view::npos) return;
    const bson::ValueView value = document[path.substr(0, dot)];
    const std::string_view rest = path.substr(dot + 1);
    if (value.isDocument() || (value.isArray() && startsWithNumber(rest))) {
        collectValues(value.asDocument(), rest, out);
    } else if (value.isArray()) {
        for (const bson::ValueView& element : value.asArray()) {
            if (element.isDocument() || element.isArray()) collectValues(element.asDocument(), rest, out);
        }
    }
}

class DistinctValues {
public:
    DistinctValues(std::string_view key, const query::Collation* strings)
        : key_(key), strings_(strings), seen_(0, Hash{strings}, Equal{strings}) {}

    void add(bson::DocumentView document) {
        found_.clear();
        collectValues(document, key_, found_);
        std::ranges::stable_sort(found_, [this](bson::ValueView a, bson::ValueView b) {
            return bson::compare(a, b, strings_) < 0;
        });
        for (const bson::ValueView& value : found_) {
            if (seen_.contains(value)) continue;
            bytes_ += value.size() + kElementBytes;
            if (bytes_ > kMaxReplyBytes) raise(location(17217), "distinct too big, 16mb cap");
            values_.push_back(std::make_unique<bson::Value>(value));
            seen_.insert(values_.back()->view());
        }
    }

    std::vector<bson::Value> take() {
        std::vector<bson::Value> values;
        values.reserve(values_.size());
        seen_.clear();
        for (const std::unique_ptr<bson::Value>& value : values_) values.push_back(std::move(*value));
        return values;
    }

private:
    struct Hash {
        const query::Collation* strings;
        std::size_t operator()(bson::ValueView value) const { return bson::hash(value, 0, strings); }
    };
    struct Equal {
        const query::Collation* strings;
        bool operator()(bson::ValueView a, bson::ValueView b) const { return bson::equal(a, b, strings); }
    };
    std::string_view key_;
    const query::Collation* strings_;
    std::vector<bson::ValueView> found_;                  // in one document
    std::vector<std::unique_ptr<bson::Value>> values_;    // whose bytes seen_ looks at
    std::unordered_set<bson::ValueView, Hash, Equal> seen_;
    std::size_t bytes_ = 0;
};

}  // namespace

std::vector<bson::Value> runDistinct(Operation& operation, const DistinctRequest& request) {
    DistinctValues values(request.key, request.collation.get());
    query::CanonicalQuery query = query::CanonicalQuery::parse(
        {.filter = request.filter, .hint = request.hint, .collation = request.collation});
    const Snapshot snapshot(operation.store());
    EntryPtr entry = snapshot.catalog().find(request.ns);
    const std::unique_ptr<query::CollectionSource> source = sourceOf(snapshot.transaction(), std::move(entry), request.ns);
    query::ExecutorOptions options;
    options.checkInterrupt = [&operation] { operation.checkInterrupt(); };
    const auto executor = query::planQuery(std::move(query), *source, std::move(options));
    query::PlanResult result;
    while (executor->next(result)) values.add(result.document);
    query::ExecutionCounters counted;
    addReads(operation.cost(), executor->counters(), counted);
    return values.take();
}

}  // namespace sheaf::engine
