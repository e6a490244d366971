// $literal (and $const, its other name): a value as it is, whatever it looks like.
//
//   { $literal: <value> }

#include "query/expression/operators.h"

namespace sheaf::query {
namespace {

NodePtr parseLiteral(ExpressionParser&, ValueView argument) { return makeConstant(argument); }

}  // namespace

constinit const ExpressionOperator kExpressionConst{.name = "$const", .parse = parseLiteral};
constinit const ExpressionOperator kExpressionLiteral{.name = "$literal", .parse = parseLiteral};

}  // namespace sheaf::query
