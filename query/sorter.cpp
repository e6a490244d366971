// Sorter: entries in one flat buffer, pruned to the best k; sorted runs in a temporary file, merged at the end.
//
//   a run   := entry*                    in order
//   entry   := keyBytes documentBytes record key document      two uint32, one uint64

#include "query/sorter.h"

#include "bson/raise.h"
#include "query/spill_file.h"

#include <sheaf/bson/buffer.h>
#include <sheaf/bson/detail/bytes.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <vector>

namespace sheaf::query {
namespace {

struct Entry {
    std::uint64_t head;        // the key's first eight bytes, big-endian: decides most comparisons
    std::uint64_t offset;      // in the buffer: key, then document
    RecordId record;
    std::uint64_t number;      // of arrival
    std::uint32_t keyBytes;
    std::uint32_t documentBytes;
};

std::uint64_t headOf(std::span<const std::uint8_t> key) {
    std::uint64_t head = 0;
    for (std::size_t i = 0; i < 8; ++i) head = head << 8 | (i < key.size() ? key[i] : 0u);
    return head;
}

int compareKeys(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b) {
    const std::size_t common = std::min(a.size(), b.size());
    const int order = common == 0 ? 0 : std::memcmp(a.data(), b.data(), common);
    if (order != 0) return order;
    return a.size() < b.size() ? -1 : a.size() > b.size() ? 1 : 0;
}

// One sorted run, read in pieces.
class Run {
public:
    Run(const SpillFile& file, std::uint64_t start, std::uint64_t end) : file_(&file), at_(start), end_(end) {}

    // False at the end. Otherwise key, document and record are those of the next entry.
    bool advance() {
        if (at_ == end_) return false;
        const std::uint8_t* head = need(0, kHeadBytes);
        keyBytes_ = bson::load<std::uint32_t>(head);
        documentBytes_ = bson::load<std::uint32_t>(head + 4);
        record = bson::load<std::uint64_t>(head + 8);
        const std::size_t bytes = kHeadBytes + std::size_t{keyBytes_} + documentBytes_;
        const std::uint8_t* whole = need(0, bytes);
        key = {whole + kHeadBytes, keyBytes_};
        document = bson::DocumentView::trusted(whole + kHeadBytes + keyBytes_, documentBytes_);
        at_ += bytes;
        return true;
    }

    static constexpr std::size_t kHeadBytes = 16;
    std::span<const std::uint8_t> key;
    bson::DocumentView document;
    RecordId record = 0;

private:
    // `count` bytes from at_ + skip, valid until the next call.
    const std::uint8_t* need(std::uint64_t skip, std::size_t count) {
        const std::uint64_t from = at_ + skip;
        if (from < windowStart_ || from + count > windowStart_ + window_.size()) {
            window_.resize(std::max(count, kWindowBytes));
            window_.resize(file_->read(from, window_.data(), window_.size()));
            windowStart_ = from;
            if (window_.size() < count) raise(ErrorCode::StoreInputOutput, "a temporary file of a sort ended too early");
        }
        return window_.data() + (from - windowStart_);
    }

    static constexpr std::size_t kWindowBytes = 1 << 17;
    const SpillFile* file_;
    std::uint64_t at_;
    std::uint64_t end_;
    std::uint64_t windowStart_ = 0;
    std::vector<std::uint8_t> window_;
    std::uint32_t keyBytes_ = 0;
    std::uint32_t documentBytes_ = 0;
};

}  // namespace

struct Sorter::Impl {
    Impl(const SortPattern& pattern, Options given) : keys(pattern), options(given) {}

    std::span<const std::uint8_t> keyOf(const Entry& entry) const { return {buffer.data() + entry.offset, entry.keyBytes}; }
    bool isBefore(const Entry& a, const Entry& b) const {
        if (a.head != b.head) return a.head < b.head;
        const int order = compareKeys(keyOf(a), keyOf(b));
        return order != 0 ? order < 0 : a.number < b.number;
    }
    std::size_t memoryBytes() const { return buffer.size() + entries.size() * sizeof(Entry); }

    void add(bson::DocumentView document, RecordId record);
    void prune();
    void makeRoom(std::size_t bytes);
    void sortEntries();
    void spill();
    bool nextInMemory(RecordId& record, bson::DocumentView& document);
    bool nextMerged(RecordId& record, bson::DocumentView& document);
    void pushRun(std::size_t run);
    bool runIsLater(std::size_t a, std::size_t b) const;

    SortKeyGenerator keys;
    Options options;
    Statistics statistics;
    bson::Buffer buffer;
    bson::Buffer key;
    bson::Buffer spare;
    bson::Buffer cutoff;               // with a limit: what does not come before this key is not needed
    std::vector<Entry> entries;
    std::uint64_t arrivals = 0;
    std::size_t position = 0;
    std::uint64_t returned = 0;

    SpillFile file;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> runPlaces;
    std::vector<Run> runs;
    std::vector<std::size_t> heap;     // runs that have an entry, the first in order on top
    std::size_t taken = kNoRun;        // whose entry was given last
    static constexpr std::size_t kNoRun = ~std::size_t{0};
};

void Sorter::Impl::add(bson::DocumentView document, RecordId record) {
    ++statistics.documents;
    key.clear();
    keys.appendKey(document, key);
    if (!cutoff.isEmpty() && compareKeys(key.bytes(), cutoff.bytes()) >= 0) return;
    makeRoom(key.size() + document.size() + sizeof(Entry));
    Entry entry{headOf(key.bytes()), buffer.size(), record, arrivals++, static_cast<std::uint32_t>(key.size()), document.size()};
    buffer.append(key.data(), key.size());
    buffer.append(document.data(), document.size());
    entries.push_back(entry);
    statistics.bytes += key.size() + document.size();
    constexpr std::uint64_t kSlack = 512;
    if (options.limit != 0 && entries.size() >= 2 * std::min<std::uint64_t>(options.limit, 1u << 30) + kSlack) prune();
}

// Drops all but the best `limit` entries.
void Sorter::Impl::prune() {
    if (options.limit == 0 || entries.size() <= options.limit) return;
    const auto last = entries.begin() + static_cast<std::ptrdiff_t>(options.limit) - 1;
    std::nth_element(entries.begin(), last, entries.end(), [this](const Entry& a, const Entry& b) { return isBefore(a, b); });
    cutoff.clear();
    cutoff.append(keyOf(*last).data(), last->keyBytes);
    entries.erase(last + 1, entries.end());
    spare.clear();
    for (Entry& entry : entries) {
        const std::uint64_t moved = spare.size();
        spare.append(buffer.data() + entry.offset, std::size_t{entry.keyBytes} + entry.documentBytes);
        entry.offset = moved;
    }
    buffer.swap(spare);
}

void Sorter::Impl::makeRoom(std::size_t bytes) {
    if (memoryBytes() + bytes <= options.memoryLimitBytes) return;
    prune();
    if (memoryBytes() + bytes <= options.memoryLimitBytes || entries.empty()) return;
    if (!options.allowDiskUse) {
        raise(ErrorCode::QueryExceededMemoryLimitNoDiskUseAllowed, "Sort exceeded memory limit of ",
              options.memoryLimitBytes, " bytes, but did not opt in to external sorting.");
    }
    spill();
}

void Sorter::Impl::sortEntries() {
    std::sort(entries.begin(), entries.end(), [this](const Entry& a, const Entry& b) { return isBefore(a, b); });
}

void Sorter::Impl::spill() {
    sortEntries();
    const std::uint64_t start = file.size();
    for (const Entry& entry : entries) {
        std::uint8_t head[Run::kHeadBytes];
        bson::store(head, entry.keyBytes);
        bson::store(head + 4, entry.documentBytes);
        bson::store(head + 8, entry.record);
        file.append(head, sizeof head);
        file.append(buffer.data() + entry.offset, std::size_t{entry.keyBytes} + entry.documentBytes);
    }
    runPlaces.emplace_back(start, file.size());
    ++statistics.spills;
    statistics.spilledBytes = file.size();
    entries.clear();
    buffer.clear();
}

// Equal keys: the earlier run has the earlier documents.
bool Sorter::Impl::runIsLater(std::size_t a, std::size_t b) const {
    const int order = compareKeys(runs[a].key, runs[b].key);
    return order != 0 ? order > 0 : a > b;
}

void Sorter::Impl::pushRun(std::size_t run) {
    if (!runs[run].advance()) return;
    heap.push_back(run);
    std::push_heap(heap.begin(), heap.end(), [this](std::size_t a, std::size_t b) { return runIsLater(a, b); });
}

bool Sorter::Impl::nextMerged(RecordId& record, bson::DocumentView& document) {
    if (taken != kNoRun) pushRun(taken);
    taken = kNoRun;
    if (heap.empty()) return false;
    std::pop_heap(heap.begin(), heap.end(), [this](std::size_t a, std::size_t b) { return runIsLater(a, b); });
    taken = heap.back();
    heap.pop_back();
    record = runs[taken].record;
    document = runs[taken].document;
    return true;
}

bool Sorter::Impl::nextInMemory(RecordId& record, bson::DocumentView& document) {
    if (position == entries.size()) return false;
    const Entry& entry = entries[position++];
    record = entry.record;
    document = bson::DocumentView::trusted(buffer.data() + entry.offset + entry.keyBytes, entry.documentBytes);
    return true;
}

Sorter::Sorter(const SortPattern& pattern, Options options) : impl_(std::make_unique<Impl>(pattern, options)) {}

Sorter::~Sorter() = default;

void Sorter::add(bson::DocumentView document, RecordId record) { impl_->add(document, record); }

void Sorter::finish() {
    impl_->prune();
    if (impl_->runPlaces.empty()) {
        impl_->sortEntries();
        return;
    }
    if (!impl_->entries.empty()) impl_->spill();
    impl_->file.flush();
    for (const auto& [start, end] : impl_->runPlaces) impl_->runs.emplace_back(impl_->file, start, end);
    for (std::size_t run = 0; run < impl_->runs.size(); ++run) impl_->pushRun(run);
}

bool Sorter::next(RecordId& record, bson::DocumentView& document) {
    Impl& impl = *impl_;
    if (impl.options.limit != 0 && impl.returned == impl.options.limit) return false;
    ++impl.returned;
    return impl.runPlaces.empty() ? impl.nextInMemory(record, document) : impl.nextMerged(record, document);
}

const Sorter::Statistics& Sorter::statistics() const { return impl_->statistics; }

}  // namespace sheaf::query
