// Parsing of arrayFilters, and matching of single array elements.

#include "query/update/array_filters.h"

#include "bson/raise.h"

#include <sheaf/bson/builder.h>

#include <optional>

namespace sheaf::query {
namespace {

// Sets `identifier` to the first component of all paths in a filter; they must agree.
void collectIdentifier(DocumentView filter, std::optional<std::string>& identifier) {
    for (const bson::Element& element : filter) {
        if (element.name.substr(0, 1) == "$") {
            if (!element.value.isArray()) continue;
            for (ValueView branch : element.value.asArray()) {
                if (branch.isDocument()) collectIdentifier(branch.asDocument(), identifier);
            }
            continue;
        }
        const std::string_view first = element.name.substr(0, element.name.find('.'));
        if (!identifier) identifier = first;
        if (*identifier != first) {
            raise(ErrorCode::FailedToParse, "An array filter may use one identifier only, found both '", *identifier,
                  "' and '", first, "'");
        }
    }
}

bool isLower(char c) { return c >= 'a' && c <= 'z'; }
bool isAlphanumeric(char c) { return isLower(c) || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

void requireIdentifier(std::string_view identifier) {
    bool isGood = !identifier.empty() && isLower(identifier[0]);
    for (char c : identifier) isGood = isGood && isAlphanumeric(c);
    if (!isGood) {
        raise(ErrorCode::BadValue, "An array filter's identifier starts with a lower-case letter and holds letters ",
              "and digits, but found '", identifier, "'");
    }
}

}  // namespace

ArrayFilters::ArrayFilters(const std::vector<DocumentView>& documents, const CollationPtr& collation) {
    for (DocumentView document : documents) {
        Entry entry;
        std::optional<std::string> identifier;
        collectIdentifier(document, identifier);
        if (!identifier) {
            raise(ErrorCode::FailedToParse, "Cannot use an array filter without a top-level field name: ", document);
        }
        entry.identifier = std::move(*identifier);
        requireIdentifier(entry.identifier);
        for (const Entry& other : entries_) {
            if (other.identifier == entry.identifier) {
                raise(ErrorCode::FailedToParse, "Found multiple array filters with the identifier '",
                      entry.identifier, "'");
            }
        }
        entry.filter = Filter::parse(document, {.collation = collation, .allowsExpr = false});
        entries_.push_back(std::move(entry));
    }
}

std::int32_t ArrayFilters::use(std::string_view identifier) {
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        if (entries_[i].identifier != identifier) continue;
        entries_[i].isUsed = true;
        return static_cast<std::int32_t>(i);
    }
    raise(ErrorCode::BadValue, "No array filter found for the identifier '", identifier, "'");
}

void ArrayFilters::requireAllUsed() const {
    for (const Entry& entry : entries_) {
        if (!entry.isUsed) {
            raise(ErrorCode::FailedToParse, "The array filter for the identifier '", entry.identifier,
                  "' was not used in the update");
        }
    }
}

bool ArrayFilters::matches(std::int32_t number, ValueView element, bson::Buffer& scratch) const {
    const Entry& entry = entries_[static_cast<std::size_t>(number)];
    scratch.clear();
    bson::Builder wrapped(scratch);
    wrapped.append(entry.identifier, element);
    return entry.filter.matches(wrapped.finish());
}

}  // namespace sheaf::query
