// IXSCAN: the entries of an index within bounds, each record once.

#include "query/plan/stages.h"

#include "bson/raise.h"

#include <algorithm>
#include <cstring>

namespace sheaf::query {
namespace {

using State = index::IndexBoundsChecker::State;

// Whether an entry lies below a cut. What follows a key that the cut goes on from is a RecordId or nothing: above
// kBelowAll, below kAboveAll and an escaped 00.
bool isBelow(std::span<const std::uint8_t> key, const index::Cut& cut) {
    const std::size_t common = std::min(key.size(), cut.size());
    const int order = common == 0 ? 0 : std::memcmp(key.data(), cut.data(), common);
    if (order != 0) return order < 0;
    return key.size() < cut.size() && cut.data()[key.size()] != index::kBelowAll;
}

}  // namespace

IxscanStage::IxscanStage(ExecutionContext& context, const IndexPlan& plan, std::string_view name, bool countsEnd)
    : Stage(name, context), plan_(plan), dropsDuplicates_(plan.dropsDuplicates), countsEnd_(countsEnd) {
    const index::Ordering ordering = plan_.spec->keyPattern.ordering();
    if (plan_.run) {
        run_ = *plan_.run;
    } else if (plan_.bounds.isSingleRun()) {
        run_ = index::runOf(plan_.bounds, ordering);
    } else {
        checker_.emplace(plan_.bounds, ordering, plan_.direction);
    }
}

State IxscanStage::check(const IndexEntry& entry) {
    if (checker_) return checker_->check(entry.key);
    const bool isForward = plan_.direction == Direction::Forward;
    const bool isInside = isForward ? isBelow(entry.key, run_.high) : !isBelow(entry.key, run_.low);
    return isInside ? State::Valid : State::Done;
}

bool IxscanStage::toNextEntry(IndexEntry& entry) {
    if (place_ == Place::Start) {
        cursor_ = context().source->scanIndex(plan_.indexId, plan_.direction);
        if (checker_ && !checker_->start()) return false;
        mustSeek_ = true;
    }
    if (place_ == Place::Exhausted) return false;
    if (place_ == Place::AtEntry) {
        place_ = Place::AfterEntry;
        return true;
    }
    place_ = Place::AfterEntry;
    if (!mustSeek_) return cursor_->next(entry);
    mustSeek_ = false;
    ++seeks_;
    if (checker_) return cursor_->seek(checker_->seekCut(), entry);
    return cursor_->seek(plan_.direction == Direction::Forward ? run_.low.bytes() : run_.high.bytes(), entry);
}

bool IxscanStage::isVerified(const IndexEntry& entry) {
    if (!longKeyFilter_ || !entry.isLong) return true;
    if (!longKeyMatcher_) longKeyMatcher_.emplace(*longKeyFilter_);
    bson::DocumentView document;
    if (!context().source->fetch(entry.record, document)) return false;
    ++context().counters.docsExamined;
    context().counters.docBytesRead += document.size();
    return longKeyMatcher_->matches(document);
}

Pull IxscanStage::pullRow(PlanRow& row) {
    if (isEnd()) return Pull::End;
    ExecutionCounters& counters = context().counters;
    while (counters.works < context().pauseAt) {
        ++counters.works;
        countWorks(1);
        if (!toNextEntry(entry_)) return Pull::End;
        const State state = check(entry_);
        if (state == State::Done && !checker_ && !countsEnd_) return Pull::End;
        ++counters.keysExamined;
        ++examined_;
        if (state == State::Done) return Pull::End;
        if (state == State::MustAdvance) {
            mustSeek_ = true;
            continue;
        }
        if (dropsDuplicates_ && !returned_.insert(entry_.record)) {
            ++duplicates_;
            continue;
        }
        if (!isVerified(entry_)) continue;
        row.record = entry_.record;
        row.entry = entry_;
        row.hasDocument = false;
        return Pull::Row;
    }
    return Pull::Paused;
}

std::uint64_t IxscanStage::skipRows() {
    if (checker_ || dropsDuplicates_ || place_ != Place::AfterEntry || isEnd()) return 0;
    ExecutionCounters& counters = context().counters;
    if (counters.works >= context().pauseAt) return 0;
    const index::Cut& end = plan_.direction == Direction::Forward ? run_.high : run_.low;
    const std::uint64_t skipped = cursor_->skipWithin(end.bytes(), context().pauseAt - counters.works, entry_);
    counters.works += skipped;
    counters.keysExamined += skipped;
    countWorks(skipped);
    examined_ += skipped;
    return skipped;
}

void IxscanStage::saveState() {
    if (place_ == Place::AfterEntry) {
        savedKey_.clear();
        savedKey_.append(entry_.key.data(), entry_.key.size());
        savedRecord_ = entry_.record;
    }
    cursor_.reset();
}

void IxscanStage::restoreState() {
    const IndexInfo* found = nullptr;
    for (const IndexInfo& info : context().source->indexes()) {
        if (info.id == plan_.indexId && info.isUsable) found = &info;
    }
    if (found == nullptr) {
        raise(ErrorCode::QueryPlanKilled, "query plan killed :: index '", plan_.spec->name, "' dropped");
    }
    if (found->multikey != nullptr && found->multikey != plan_.multikey) {
        dropsDuplicates_ = true;
        plan_.multikey = found->multikey;
    }
    if (place_ == Place::Start || place_ == Place::Exhausted) return;
    cursor_ = context().source->scanIndex(plan_.indexId, plan_.direction);
    if (mustSeek_) return;  // the checker has the cut that comes next
    place_ = cursor_->seekAfter(savedKey_.bytes(), savedRecord_, entry_) ? Place::AtEntry : Place::Exhausted;
    if (checker_) checker_->start();
}

void IxscanStage::describePlan(bson::Builder& out) const {
    const index::IndexSpec& spec = *plan_.spec;
    out.append("keyPattern", spec.keyPattern.document()).append("indexName", spec.name);
    out.append("isMultiKey", plan_.multikey != nullptr);
    if (plan_.multikey != nullptr) out.append("multiKeyPaths", plan_.multikey->toDocument(spec.keyPattern));
    out.append("isUnique", spec.isUniqueInTree()).append("isSparse", spec.sparse).append("isPartial", false);
    out.append("indexVersion", 2);
    out.append("direction", plan_.direction == Direction::Forward ? "forward" : "backward");
    out.append("indexBounds", plan_.bounds.toDocument(spec.keyPattern, plan_.direction));
}

void IxscanStage::describeExecution(bson::Builder& out) const {
    out.appendCount("keysExamined", examined_).appendCount("seeks", seeks_).appendCount("dupsDropped", duplicates_);
}

}  // namespace sheaf::query
