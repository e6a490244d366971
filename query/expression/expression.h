// Aggregation expressions: parsed once into an immutable tree, then evaluated over documents.
#pragma once

#include "query/expression/arena.h"
#include "query/expression/variables.h"

#include <sheaf/bson/document.h>

#include <memory>
#include <set>
#include <string>

namespace sheaf::query {

class ExpressionNode;

// What of a document an expression reads.
struct ExpressionDependencies {
    std::set<std::string> paths;        // dotted
    bool needsWholeDocument = false;    // $$ROOT as a whole
    bool isRandom = false;              // another result each time
    bool readsDocument() const { return needsWholeDocument || !paths.empty(); }
};

// Immutable; copies share. Threads: evaluate() may run in many at once, each with an arena of its own.
class Expression {
public:
    // Copies what it keeps. Throws all that is wrong with the expression itself: InvalidPipelineOperator (168) for an
    // unknown operator, location(15983) for an operator beside other fields, location(17276) for an unknown variable,
    // location(16020) and its relatives for wrong arguments, Overflow (15) for more than kMaxDepth levels. Parts that read
    // no document are evaluated here, so what they throw is thrown here.
    static Expression parse(bson::ValueView expression, const OperationVariables& variables);
    // The same for a document whose fields are expressions: {a: "$b", …}; never an operator.
    static Expression parseFields(bson::DocumentView fields, const OperationVariables& variables);
    static Expression constant(bson::ValueView value);

    // The result lies in the document, the arena or this expression; missing when there is none ($$REMOVE, an absent
    // field). Throws what the operators throw.
    bson::ValueView evaluate(bson::DocumentView document, Arena& arena) const;
    // As a condition: false, null, 0, undefined and missing are false, all else is true.
    bool evaluateCondition(bson::DocumentView document) const;

    ExpressionDependencies dependencies() const;
    // The result if it never changes, else null.
    const bson::Value* constantValue() const;

    static constexpr int kMaxDepth = 200;

private:
    std::shared_ptr<const ExpressionNode> root_;
    std::size_t variables_ = 0;
};

}  // namespace sheaf::query
