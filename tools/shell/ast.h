// What the shell's language is parsed into: the part of JavaScript that people paste into a database shell.
#pragma once

#include "tools/shell/source.h"

#include <sheaf/bson/document.h>

#include <memory>
#include <string>
#include <vector>

namespace sheaf::tools::shell {

struct Node;
using NodePtr = std::shared_ptr<const Node>;

enum class NodeKind : std::uint8_t {
    // Expressions. In brackets: what the fields of Node hold.
    Literal,      // value
    Name,         // text
    Object,       // names and children side by side; a Spread child has an empty name, a computed one ComputedField
    Array,        // children
    Spread,       // child 0
    ComputedField,  // child 0 the name, child 1 the value
    Member,       // child 0 . text
    Index,        // child 0 [ child 1 ]
    Call,         // child 0 ( the others ); text is "new" after new
    Unary,        // text child 0
    Binary,       // child 0 text child 1
    Conditional,  // child 0 ? child 1 : child 2
    Assign,       // child 0 text child 1, text being "=", "+=" and so on
    Step,         // ++ and --: text; names[0] "before" or "after"
    Lambda,       // names are the parameters, child 0 the body: an expression or a Block
    Template,     // children are joined as text
    // Statements
    Declare,      // names and children (null for none) side by side
    Block,        // children
    If,           // child 0 the condition, 1 then, 2 else (may be absent)
    For,          // children: start, condition, step (null for none), body
    ForOf,        // names[0] over child 0, body child 1; text "of" or "in"
    While,        // child 0 the condition, child 1 the body
    Return,       // child 0, if there is one
    Break,
    Continue,
};

struct Node {
    NodeKind kind = NodeKind::Literal;
    Place place;
    std::string text;
    Value value;
    std::vector<std::string> names;
    std::vector<NodePtr> children;

    const Node& child(std::size_t index) const { return *children[index]; }
};

}  // namespace sheaf::tools::shell
