// Takes expressions apart: literals, field paths, variables, documents, arrays, and operators by their table.
#pragma once

#include "bson/path.h"
#include "query/expression/node.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sheaf::query {

struct ExpressionOperator;

// Handed from operator to operator while one expression is parsed.
class ExpressionParser {
public:
    explicit ExpressionParser(const OperationVariables& variables) : operation_(variables) {}

    // Any expression: "$path", "$$variable.path", {$operator: …}, {field: expression, …}, [expression, …], a literal.
    NodePtr parse(ValueView expression);
    // A document whose fields are expressions.
    NodePtr parseFields(DocumentView fields);
    // "$path" or "$$variable.path".
    NodePtr parsePath(std::string_view text);

    // A variable that expressions parsed within the scope may use; its value is bound at `slot()`.
    class Variable {
    public:
        Variable(ExpressionParser& parser, std::string_view name);
        ~Variable();
        Variable(const Variable&) = delete;
        Variable& operator=(const Variable&) = delete;
        std::size_t slot() const { return slot_; }
        // From now on the variable has this name. One whose name is empty only keeps its slot.
        void setName(std::string_view name) { parser_.scope_[slot_] = name; }

    private:
        ExpressionParser& parser_;
        std::size_t slot_;
    };

    // How many variables are bound at once, at most.
    std::size_t variables() const { return most_; }
    const OperationVariables& operation() const { return operation_; }

private:
    class Level;
    NodePtr parseDocument(DocumentView document);
    NodePtr parseOperator(const bson::Element& element);
    NodePtr parseArray(bson::ArrayView array);
    NodePtr parseVariable(std::string_view text);

    const OperationVariables& operation_;
    std::vector<std::string> scope_;  // names by slot
    std::size_t most_ = 0;
    int depth_ = 0;
};

// Nodes of field paths. An empty path is the document, or the variable's value, itself.
NodePtr makeFieldPath(std::string_view dotted);
NodePtr makeVariable(std::size_t slot, std::string_view dotted);
NodePtr makeConstantPath(ValueView root, std::string_view dotted);
NodePtr makeFields(std::vector<std::string> names, std::vector<NodePtr> values);
NodePtr makeArray(std::vector<NodePtr> elements);

// The dotted path from a value by the rules of expressions: arrays in the middle are entered, and the result is then an
// array of what their documents hold there; numbers in the path are names.
ValueView followPath(EvalContext& context, ValueView root, const bson::FieldPath& path);

// Throws location(40352): empty; location(40353): ends with a dot; location(15998): an empty component; location(16410):
// a component that begins with `$`; location(16411): a null byte; Overflow (15): more than kMaxDepth components.
void requireFieldPath(std::string_view dotted);
// The same for one name: location(16412) for a dot in it too.
void requireFieldName(std::string_view name);

}  // namespace sheaf::query
