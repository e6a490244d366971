// Walks an expression and asks each operator's descriptor, or its file, to parse the arguments.

#include "query/expression/parser.h"

#include "bson/raise.h"
#include "query/expression/operators.h"

#include <algorithm>
#include <string>

namespace sheaf::query {
namespace {

// Names of variables that may be read: those that may be set, and those that begin with a capital.
void requireReadableName(std::string_view name) {
    std::string settable(name);
    if (!name.empty() && name[0] >= 'A' && name[0] <= 'Z') settable[0] = 'a';
    requireVariableName(settable);
}

}  // namespace

// One level of nesting, counted while it is in scope.
class ExpressionParser::Level {
public:
    explicit Level(int& depth) : depth_(depth) {
        if (depth_ >= Expression::kMaxDepth) {
            raise(ErrorCode::Overflow, "an expression may not be nested deeper than ", Expression::kMaxDepth, " levels");
        }
        ++depth_;
    }
    ~Level() { --depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

private:
    int& depth_;
};

ExpressionParser::Variable::Variable(ExpressionParser& parser, std::string_view name)
    : parser_(parser), slot_(parser.scope_.size()) {
    parser.scope_.emplace_back(name);
    parser.most_ = std::max(parser.most_, parser.scope_.size());
}

ExpressionParser::Variable::~Variable() { parser_.scope_.pop_back(); }

void requireFieldName(std::string_view name) {
    if (name.empty()) raise(location(15998), "FieldPath field names may not be empty strings.");
    if (name[0] == '$') {
        raise(location(16410), "FieldPath field names may not start with '$'. Consider using $getField or $setField: ",
              name);
    }
    if (name.find('\0') != std::string_view::npos) {
        raise(location(16411), "FieldPath field names may not contain '\\0'.");
    }
    if (name.find('.') != std::string_view::npos) {
        raise(location(16412), "FieldPath field names may not contain '.'. Consider using $getField or $setField: ", name);
    }
}

void requireFieldPath(std::string_view dotted) {
    if (dotted.empty()) raise(location(40352), "FieldPath cannot be constructed with empty string");
    if (dotted.back() == '.') raise(location(40353), "FieldPath must not end with a '.': ", dotted);
    int components = 0;
    for (std::size_t at = 0; at <= dotted.size();) {
        const std::size_t end = std::min(dotted.find('.', at), dotted.size());
        requireFieldName(dotted.substr(at, end - at));
        if (++components > Expression::kMaxDepth) {
            raise(ErrorCode::Overflow, "FieldPath is too long: more than ", Expression::kMaxDepth, " components");
        }
        at = end + 1;
    }
}

NodePtr ExpressionParser::parse(ValueView expression) {
    const Level level(depth_);
    switch (expression.type()) {
        case bson::Type::String:
            if (!expression.asString().empty() && expression.asString()[0] == '$') return parsePath(expression.asString());
            return makeConstant(expression);
        case bson::Type::Document: return parseDocument(expression.asDocument());
        case bson::Type::Array: return parseArray(expression.asArray());
        default: return makeConstant(expression);
    }
}

NodePtr ExpressionParser::parseDocument(DocumentView document) {
    if (document.isEmpty() || !document.begin()->name.starts_with('$')) return parseFields(document);
    if (document.countElements() != 1) {
        raise(location(15983), "An object representing an expression must have exactly one field: ", document);
    }
    return parseOperator(*document.begin());
}

NodePtr ExpressionParser::parseOperator(const bson::Element& element) {
    const ExpressionOperator* found = findExpressionOperator(element.name);
    if (found == nullptr) {
        raise(ErrorCode::InvalidPipelineOperator, "Unrecognized expression '", element.name, "'");
    }
    return found->parse != nullptr ? found->parse(*this, element.value) : parseArguments(*this, *found, element.value);
}

NodePtr ExpressionParser::parseFields(DocumentView fields) {
    std::vector<std::string> names;
    std::vector<NodePtr> values;
    for (const bson::Element& field : fields) {
        requireFieldName(field.name);
        if (std::find(names.begin(), names.end(), field.name) != names.end()) {
            raise(location(16406), "duplicate field name specified in object literal: ", fields);
        }
        names.emplace_back(field.name);
        values.push_back(parse(field.value));
    }
    return makeFields(std::move(names), std::move(values));
}

NodePtr ExpressionParser::parseArray(bson::ArrayView array) {
    std::vector<NodePtr> elements;
    for (const ValueView& element : array) elements.push_back(parse(element));
    return makeArray(std::move(elements));
}

NodePtr ExpressionParser::parsePath(std::string_view text) {
    if (text.size() < 2) raise(location(16872), "'$' by itself is not a valid FieldPath");
    if (text[1] == '$') return parseVariable(text.substr(2));
    const std::string_view dotted = text.substr(1);
    requireFieldPath(dotted);
    const auto current = std::find(scope_.rbegin(), scope_.rend(), "CURRENT");
    if (current == scope_.rend()) return makeFieldPath(dotted);
    return makeVariable(static_cast<std::size_t>(scope_.rend() - current) - 1, dotted);
}

// `text` is "name" or "name.path".
NodePtr ExpressionParser::parseVariable(std::string_view text) {
    const std::string_view name = text.substr(0, text.find('.'));
    const std::string_view path = name.size() == text.size() ? std::string_view() : text.substr(name.size() + 1);
    requireReadableName(name);
    if (name.size() != text.size()) requireFieldPath(path);
    const auto bound = std::find(scope_.rbegin(), scope_.rend(), name);
    if (bound != scope_.rend()) return makeVariable(static_cast<std::size_t>(scope_.rend() - bound) - 1, path);
    if (name == "ROOT" || name == "CURRENT") return makeFieldPath(path);
    if (name == "REMOVE") return makeConstantPath(ValueView(), path);
    if (name == "NOW") return makeConstantPath(bson::Value(operation_.now()).view(), path);
    if (name == "CLUSTER_TIME") {
        raise(location(51144), "Builtin variable '$$CLUSTER_TIME' is not available: it belongs to replica sets");
    }
    if (const bson::Value* value = operation_.find(name)) return makeConstantPath(value->view(), path);
    raise(location(17276), "Use of undefined variable: ", name);
}

}  // namespace sheaf::query
