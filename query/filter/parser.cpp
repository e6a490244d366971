// Walks a filter document and asks each operator's file to parse its argument.

#include "query/filter/parser.h"

#include "bson/raise.h"
#include "query/filter/operators.h"
#include "query/filter/regex.h"

namespace sheaf::query {

// One level of nesting, counted while it is in scope.
class FilterParser::Level {
public:
    explicit Level(int& depth) : depth_(depth) {
        if (depth_ >= Filter::kMaxDepth) {
            raise(ErrorCode::BadValue, "exceeded maximum query tree depth of ", Filter::kMaxDepth);
        }
        ++depth_;
    }
    ~Level() { --depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

private:
    int& depth_;
};

bool isDbRefName(std::string_view name) { return name == "$ref" || name == "$id" || name == "$db"; }

bool isOperatorDocument(bson::ValueView value) {
    if (!value.isDocument()) return false;
    const bson::DocumentView document = value.asDocument();
    if (document.isEmpty() || !document.begin()->name.starts_with('$')) return false;
    return !document.contains("$ref") || !document.contains("$id");
}

bool FilterParser::mayNameDbRefPart(std::string_view name) const {
    return (isInsideElement() || options_.namesDbRefParts) && isDbRefName(name);
}

FilterPtr FilterParser::parseFilter(bson::DocumentView filter) {
    const Level level(depth_);
    std::vector<FilterPtr> parts;
    for (const bson::Element& element : filter) {
        FilterPtr part;
        if (element.name.starts_with('$') && !mayNameDbRefPart(element.name)) {
            const FilterOperator* found = findFilterOperator(element.name);
            if (found == nullptr || found->parseAtTop == nullptr) {
                raise(ErrorCode::BadValue, "unknown top level operator: ", element.name,
                      ". If you have a field name that starts with a '$' symbol, consider using $getField or $setField.");
            }
            part = found->parseAtTop(*this, element.value);
        } else {
            part = parseField(element.name, element.value);
        }
        if (part != nullptr) parts.push_back(std::move(part));
    }
    return makeAnd(std::move(parts));
}

FilterPtr FilterParser::parseElementFilter(bson::DocumentView filter) {
    ++elements_;
    FilterPtr parsed = parseFilter(filter);
    --elements_;
    return parsed;
}

FilterPtr FilterParser::parseField(std::string_view path, bson::ValueView condition) {
    if (condition.type() == bson::Type::Regex) {
        const bson::RegexView regex = condition.asRegex();
        return std::make_shared<RegexNode>(path, regex.pattern, regex.options);
    }
    if (isOperatorDocument(condition)) return parseOperators(path, condition.asDocument());
    if (condition.type() == bson::Type::Undefined) {
        raise(ErrorCode::BadValue, "cannot compare to undefined, over field '", path, "'");
    }
    return makeComparison(FilterKind::Eq, path, condition, options_.collation);
}

FilterPtr FilterParser::parseOperators(std::string_view path, bson::DocumentView operators) {
    const Level level(depth_);
    std::vector<FilterPtr> parts;
    for (const bson::Element& element : operators) {
        const FilterOperator* found = findFilterOperator(element.name);
        if (found == nullptr || found->parseOnField == nullptr) {
            raise(ErrorCode::BadValue, "unknown operator: ", element.name);
        }
        FilterPtr part = found->parseOnField({*this, path, element.value, operators});
        if (part != nullptr) parts.push_back(std::move(part));
    }
    return makeAnd(std::move(parts));
}

std::vector<FilterPtr> FilterParser::parseFilterList(std::string_view operatorName, bson::ValueView argument) {
    if (!argument.isArray()) raise(ErrorCode::BadValue, operatorName, " must be an array, found ", argument);
    std::vector<FilterPtr> parts;
    for (const bson::ValueView& entry : argument.asArray()) {
        if (!entry.isDocument()) {
            raise(ErrorCode::BadValue, operatorName, " entries need to be full objects, found ", entry);
        }
        parts.push_back(parseFilter(entry.asDocument()));
    }
    if (parts.empty()) raise(ErrorCode::BadValue, operatorName, " must be a nonempty array");
    return parts;
}

}  // namespace sheaf::query
