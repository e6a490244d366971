// Sums, ratios and the document form of a Cost.
#include <sheaf/bson/builder.h>
#include <sheaf/cost.h>

#include "bson/number.h"

#include <algorithm>

namespace sheaf {
namespace {

struct Field {
    const char* name;
    std::uint64_t Cost::*figure;
};
constexpr Field kFields[] = {
    {"roundTrips", &Cost::roundTrips},           {"docsExamined", &Cost::docsExamined},
    {"keysExamined", &Cost::keysExamined},       {"nReturned", &Cost::nReturned},
    {"docBytesRead", &Cost::docBytesRead},       {"bytesReturned", &Cost::bytesReturned},
    {"logicalBytes", &Cost::logicalBytes},       {"docBytesWritten", &Cost::docBytesWritten},
    {"pagesWritten", &Cost::pagesWritten},       {"bytesWritten", &Cost::bytesWritten},
    {"syncs", &Cost::syncs},                     {"commits", &Cost::commits},
    {"opsInCommit", &Cost::opsInCommit},         {"evicted", &Cost::evicted},
};

struct PageField {
    const char* name;
    std::uint64_t PageCost::*figure;
};
constexpr PageField kPageFields[] = {
    {"branch", &PageCost::branch}, {"leaf", &PageCost::leaf}, {"overflow", &PageCost::overflow}, {"meta", &PageCost::meta}};

std::int64_t asSigned(std::uint64_t figure) { return static_cast<std::int64_t>(figure); }

std::uint64_t figureOf(bson::ValueView value) {
    return value.isNumber() ? static_cast<std::uint64_t>(bson::truncatedInt64(value)) : 0;
}

std::optional<double> ratio(std::uint64_t dividend, std::uint64_t divisor) {
    if (divisor == 0) return std::nullopt;
    return static_cast<double>(dividend) / static_cast<double>(divisor);
}

void appendRatio(bson::Builder& builder, std::string_view name, std::optional<double> value) {
    if (value) builder.append(name, *value);
    else builder.append(name, nullptr);
}

void appendIndexes(bson::Builder& builder, const std::vector<IndexCost>& indexes) {
    builder.openDocument("indexes");
    for (const IndexCost& index : indexes) {
        builder.openDocument(index.name)
            .append("inserted", asSigned(index.inserted))
            .append("removed", asSigned(index.removed))
            .append("bytes", asSigned(index.bytes))
            .close();
    }
    builder.close();
}

}  // namespace

std::uint64_t Cost::indexBytes() const {
    std::uint64_t sum = 0;
    for (const IndexCost& index : indexes) sum += index.bytes;
    return sum;
}

std::optional<double> Cost::documentRatio() const { return ratio(docBytesWritten, logicalBytes); }
std::optional<double> Cost::storageRatio() const { return ratio(bytesWritten, logicalBytes); }
std::optional<double> Cost::indexShare() const { return ratio(indexBytes(), indexBytes() + docBytesWritten); }

IndexCost& Cost::index(std::string_view name) {
    for (IndexCost& index : indexes) {
        if (index.name == name) return index;
    }
    indexes.push_back(IndexCost{.name = std::string(name)});
    return indexes.back();
}

Cost& Cost::operator+=(const Cost& other) {
    for (const Field& field : kFields) {
        if (field.figure == &Cost::opsInCommit) continue;
        this->*field.figure += other.*field.figure;
    }
    opsInCommit = std::max(opsInCommit, other.opsInCommit);
    for (const IndexCost& theirs : other.indexes) {
        IndexCost& ours = index(theirs.name);
        ours.inserted += theirs.inserted;
        ours.removed += theirs.removed;
        ours.bytes += theirs.bytes;
    }
    for (const PageField& field : kPageFields) pages.*field.figure += other.pages.*field.figure;
    exact = exact && other.exact;
    pageNumbers.insert(pageNumbers.end(), other.pageNumbers.begin(), other.pageNumbers.end());
    return *this;
}

bson::Document Cost::toDocument() const {
    bson::Builder builder;
    for (const Field& field : kFields) {
        builder.append(field.name, asSigned(this->*field.figure));
        if (field.figure != &Cost::docBytesWritten) continue;
        appendIndexes(builder, indexes);
        builder.openDocument("pages");
        for (const PageField& page : kPageFields) builder.append(page.name, asSigned(pages.*page.figure));
        builder.close();
    }
    appendRatio(builder, "documentRatio", documentRatio());
    appendRatio(builder, "storageRatio", storageRatio());
    appendRatio(builder, "indexShare", indexShare());
    builder.append("exact", exact);
    if (!pageNumbers.empty()) {
        builder.openArray("pageNumbers");
        for (const std::uint64_t page : pageNumbers) builder.push(asSigned(page));
        builder.close();
    }
    return builder.take();
}

Cost Cost::fromDocument(bson::DocumentView document) {
    Cost cost;
    for (const bson::Element& element : document) {
        for (const Field& field : kFields) {
            if (element.name == field.name) cost.*field.figure = figureOf(element.value);
        }
        if (element.name == "exact" && element.value.isBool()) cost.exact = element.value.asBool();
        if (element.name == "pages" && element.value.isDocument()) {
            for (const PageField& field : kPageFields) {
                cost.pages.*field.figure = figureOf(element.value.asDocument()[field.name]);
            }
        }
        if (element.name == "indexes" && element.value.isDocument()) {
            for (const bson::Element& index : element.value.asDocument()) {
                if (!index.value.isDocument()) continue;
                const bson::DocumentView figures = index.value.asDocument();
                IndexCost& ours = cost.index(index.name);
                ours.inserted = figureOf(figures["inserted"]);
                ours.removed = figureOf(figures["removed"]);
                ours.bytes = figureOf(figures["bytes"]);
            }
        }
        if (element.name == "pageNumbers" && element.value.isArray()) {
            for (const bson::ValueView& page : element.value.asArray()) cost.pageNumbers.push_back(figureOf(page));
        }
    }
    return cost;
}

}  // namespace sheaf
