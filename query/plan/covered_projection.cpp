// PROJECTION_COVERED: documents made of index entries, without a look at the records.
//
// Fields come in the order of the key pattern, as in MongoDB: an index does not know the order of the record's fields.

#include "query/plan/stages.h"

#include "bson/raise.h"
#include "index/key_bytes.h"

#include <algorithm>

namespace sheaf::query {

CoveredProjectionStage::CoveredProjectionStage(ExecutionContext& context, std::unique_ptr<Stage> input,
                                               const CanonicalQuery& query, const IndexPlan& plan)
    : Stage("PROJECTION_COVERED", context, std::move(input)), projection_(query.projection), filter_(query.filter),
      specification_(query.projectionSpecification), plan_(plan) {
    const index::KeyPattern& pattern = plan_.spec->keyPattern;
    const std::vector<std::string>& required = projection_.requiredPaths();
    std::vector<std::size_t> fields;
    for (std::size_t field = 0; field < pattern.size(); ++field) {
        isNeeded_.push_back(std::find(required.begin(), required.end(), pattern[field].path.dotted()) != required.end());
        if (isNeeded_[field]) fields.push_back(field);
    }
    addSteps(fields, 0);
}

// Groups the fields by their path component at `depth`, in order of first appearance.
void CoveredProjectionStage::addSteps(const std::vector<std::size_t>& fields, std::size_t depth) {
    const index::KeyPattern& pattern = plan_.spec->keyPattern;
    std::vector<bool> isDone(fields.size(), false);
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (isDone[i]) continue;
        const bson::FieldPath& path = pattern[fields[i]].path;
        const std::string& name = path[depth].name;
        if (path.size() == depth + 1) {
            steps_.push_back({Step::Kind::Field, name, fields[i]});
            continue;
        }
        std::vector<std::size_t> group;
        for (std::size_t j = i; j < fields.size(); ++j) {
            if (isDone[j] || pattern[fields[j]].path[depth].name != name) continue;
            group.push_back(fields[j]);
            isDone[j] = true;
        }
        steps_.push_back({Step::Kind::Open, name, 0});
        addSteps(group, depth + 1);
        steps_.push_back({Step::Kind::Close, "", 0});
    }
}

// The needed values go into decoded_, one per field, a missing one as an absent name. False when a dotted field is
// missing: then the entry does not tell whether the document above it is there.
bool CoveredProjectionStage::decode(const IndexEntry& entry) {
    const index::KeyPattern& pattern = plan_.spec->keyPattern;
    index::KeyDecoder decoder(entry.key, entry.typeBits, pattern.ordering());
    decoded_.clear();
    bson::Builder builder(decoded_);
    for (std::size_t field = 0; field < pattern.size(); ++field) {
        if (!isNeeded_[field]) {
            decoder.skip();
            continue;
        }
        const std::size_t before = builder.size();
        decoder.next(pattern[field].path.dotted(), builder);
        if (builder.size() == before && pattern[field].path.size() > 1) return false;
    }
    builder.finish();
    return true;
}

void CoveredProjectionStage::assemble() {
    const auto values = bson::DocumentView::trusted(decoded_.data(), static_cast<std::uint32_t>(decoded_.size()));
    assembled_.clear();
    bson::Builder builder(assembled_);
    for (const Step& step : steps_) {
        switch (step.kind) {
            case Step::Kind::Open: builder.openDocument(step.name); break;
            case Step::Kind::Close: builder.close(); break;
            case Step::Kind::Field:
                builder.append(step.name, values[plan_.spec->keyPattern[step.field].path.dotted()]);
        }
    }
    builder.finish();
}

bool CoveredProjectionStage::fetch(PlanRow& row) {
    if (!context().source->fetch(row.record, row.document)) return false;
    ++fetched_;
    ExecutionCounters& counters = context().counters;
    ++counters.docsExamined;
    counters.docBytesRead += row.document.size();
    return filter_.matches(row.document);
}

Pull CoveredProjectionStage::pullRow(PlanRow& row) {
    for (;;) {
        const Pull pull = inputStage().next(row);
        if (pull != Pull::Row) return pull;
        if (!row.entry.isLong && decode(row.entry)) {
            assemble();
            row.document = bson::DocumentView::trusted(assembled_.data(), static_cast<std::uint32_t>(assembled_.size()));
        } else if (!fetch(row)) {
            continue;
        }
        out_.clear();
        projection_.apply(row.document, out_);
        row.document = bson::DocumentView::trusted(out_.data(), static_cast<std::uint32_t>(out_.size()));
        row.hasDocument = true;
        return Pull::Row;
    }
}

void CoveredProjectionStage::restoreState() {
    for (const IndexInfo& info : context().source->indexes()) {
        if (info.id == plan_.indexId && info.multikey != nullptr) {
            raise(ErrorCode::QueryPlanKilled, "query plan killed :: index '", plan_.spec->name,
                  "' became multikey and covers the query no more");
        }
    }
}

void CoveredProjectionStage::describePlan(bson::Builder& out) const { out.append("transformBy", specification_); }

void CoveredProjectionStage::describeExecution(bson::Builder& out) const { out.appendCount("docsExamined", fetched_); }

}  // namespace sheaf::query
