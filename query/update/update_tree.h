// The paths that an update changes, as a tree of their components: one walk of a document finds all of them.
#pragma once

#include "query/update/operators.h"

#include "bson/path.h"

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sheaf::query {

// One path with what is to be done there.
struct UpdateAction {
    bson::FieldPath path;
    std::unique_ptr<const Modifier> modifier;
    std::uint32_t number;  // its place in Update::paths()
};

// One component of paths. A leaf has an action, any other node has children.
struct UpdateNode {
    enum class Kind : std::uint8_t { Name, Position, EachElement, Filtered };

    std::string name;
    std::int32_t index = -1;                 // the name as an array position
    Kind kind = Kind::Name;                  // Position: `$`; EachElement: `$[]`; Filtered: `$[<identifier>]`
    std::int32_t filter = -1;                // of a Filtered node: the number of its array filter
    const UpdateAction* action = nullptr;
    std::vector<UpdateNode*> children;       // Kind::Name only; whole numbers first, by value, then by text
    std::vector<UpdateNode*> dynamic;        // the other kinds
    std::uint64_t lengths = 0;               // bit (length & 63) of every child's name

    // The place among children of that name, or -1.
    int find(std::string_view childName) const {
        if ((lengths >> (childName.size() & 63) & 1) == 0) return -1;
        return findChild(childName);
    }

private:
    int findChild(std::string_view childName) const;
};

// The order in which new fields are made: whole numbers by value, then texts by bytes.
bool isOrderedBefore(const UpdateNode& a, const UpdateNode& b);

// Owns the nodes of one tree. Nodes do not move.
class UpdateTree {
public:
    UpdateTree() : root_(&nodes_.emplace_back()) {}
    UpdateTree(const UpdateTree&) = delete;
    UpdateTree& operator=(const UpdateTree&) = delete;

    UpdateNode* root() { return root_; }
    const UpdateNode* root() const { return root_; }

    // Throws ConflictingUpdateOperators (40) when the path, one above or one below it is taken.
    // `filterOf` gives the number of the array filter for an identifier; it throws when there is none.
    template <typename FilterOf>
    void add(const UpdateAction& action, FilterOf&& filterOf) {
        UpdateNode* node = root_;
        for (std::size_t depth = 0; depth < action.path.size(); ++depth) {
            node = descend(*node, action, depth, filterOf);
        }
        finishLeaf(*node, action);
    }

    // A node that does what all of `nodes` do, for an element that several components stand for. Throws 40 when one
    // of them is a leaf. The result lives as long as this tree, the given nodes must too.
    UpdateNode* merge(const std::vector<const UpdateNode*>& nodes);
    // Keeps a node for as long as this tree lives.
    UpdateNode* own(UpdateNode node) { return &nodes_.emplace_back(std::move(node)); }

private:
    template <typename FilterOf>
    UpdateNode* descend(UpdateNode& node, const UpdateAction& action, std::size_t depth, FilterOf&& filterOf) {
        if (node.action != nullptr) conflict(action, depth);
        UpdateNode* child = findOrMake(node, action.path[depth]);
        if (child->kind == UpdateNode::Kind::Filtered && child->filter < 0) {
            child->filter = filterOf(std::string_view(child->name).substr(2, child->name.size() - 3));
        }
        return child;
    }

    UpdateNode* findOrMake(UpdateNode& node, const bson::FieldPath::Component& component);
    void finishLeaf(UpdateNode& node, const UpdateAction& action);
    [[noreturn]] static void conflict(const UpdateAction& action, std::size_t depth);

    std::deque<UpdateNode> nodes_;
    UpdateNode* root_;
};

// Throws EmptyFieldName (56), BadValue (2: misplaced or repeated `$`) or Overflow (15: too many components).
void requireUpdatablePath(const bson::FieldPath& path);

}  // namespace sheaf::query
