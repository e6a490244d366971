// Building and merging the trees of updated paths.

#include "query/update/update_tree.h"

#include "bson/raise.h"

#include <algorithm>

namespace sheaf::query {
namespace {

constexpr std::size_t kMaxPathComponents = 255;
// Up to this many children are compared one after the other.
constexpr std::size_t kFewChildren = 8;

UpdateNode::Kind kindOf(std::string_view component) {
    if (component == "$") return UpdateNode::Kind::Position;
    if (component == "$[]") return UpdateNode::Kind::EachElement;
    if (component.size() > 3 && component.substr(0, 2) == "$[" && component.back() == ']') {
        return UpdateNode::Kind::Filtered;
    }
    return UpdateNode::Kind::Name;
}

std::int32_t indexOf(const std::string& name) {
    const bson::FieldPath path(name);
    return path[0].index;
}

}  // namespace

bool isOrderedBefore(const UpdateNode& a, const UpdateNode& b) {
    if ((a.index >= 0) != (b.index >= 0)) return a.index >= 0;
    if (a.index >= 0) return a.index < b.index;
    return a.name < b.name;
}

int UpdateNode::findChild(std::string_view childName) const {
    if (children.size() <= kFewChildren) {
        for (std::size_t i = 0; i < children.size(); ++i) {
            if (children[i]->name == childName) return static_cast<int>(i);
        }
        return -1;
    }
    const bool isNumber = !childName.empty() && childName.size() < 11 && childName[0] >= '0' && childName[0] <= '9';
    UpdateNode wanted;
    wanted.name = childName;
    wanted.index = isNumber ? indexOf(wanted.name) : -1;
    const auto at = std::lower_bound(children.begin(), children.end(), &wanted,
                                     [](const UpdateNode* a, const UpdateNode* b) { return isOrderedBefore(*a, *b); });
    if (at == children.end() || (*at)->name != childName) return -1;
    return static_cast<int>(at - children.begin());
}

UpdateNode* UpdateTree::findOrMake(UpdateNode& node, const bson::FieldPath::Component& component) {
    const std::string& name = component.name;
    const UpdateNode::Kind kind = kindOf(name);
    if (kind == UpdateNode::Kind::Name) {
        if (const int found = node.find(name); found >= 0) return node.children[static_cast<std::size_t>(found)];
    } else {
        for (UpdateNode* child : node.dynamic) {
            if (child->name == name) return child;
        }
    }
    UpdateNode* child = &nodes_.emplace_back();
    child->name = name;
    child->kind = kind;
    if (kind != UpdateNode::Kind::Name) {
        node.dynamic.push_back(child);
        return child;
    }
    child->index = component.index;
    const auto at = std::lower_bound(node.children.begin(), node.children.end(), child,
                                     [](const UpdateNode* a, const UpdateNode* b) { return isOrderedBefore(*a, *b); });
    node.children.insert(at, child);
    node.lengths |= std::uint64_t{1} << (name.size() & 63);
    return child;
}

void UpdateTree::finishLeaf(UpdateNode& node, const UpdateAction& action) {
    const bool isTaken = node.action != nullptr || !node.children.empty() || !node.dynamic.empty();
    if (isTaken) conflict(action, action.path.size());
    node.action = &action;
}

void UpdateTree::conflict(const UpdateAction& action, std::size_t depth) {
    std::string at;
    for (std::size_t i = 0; i < depth; ++i) {
        if (i > 0) at += '.';
        at += action.path[i].name;
    }
    raise(ErrorCode::ConflictingUpdateOperators, "Updating the path '", action.path.dotted(),
          "' would create a conflict at '", at, "'");
}

UpdateNode* UpdateTree::merge(const std::vector<const UpdateNode*>& nodes) {
    UpdateNode* merged = &nodes_.emplace_back();
    merged->name = nodes.front()->name;
    merged->index = nodes.front()->index;
    merged->kind = nodes.front()->kind;
    merged->filter = nodes.front()->filter;
    std::vector<UpdateNode*> all;
    for (const UpdateNode* node : nodes) {
        if (node->action != nullptr) {
            raise(ErrorCode::ConflictingUpdateOperators, "Updating the path '", node->action->path.dotted(),
                  "' would create a conflict at '", node->name, "': several paths lead to one array element");
        }
        all.insert(all.end(), node->children.begin(), node->children.end());
        all.insert(all.end(), node->dynamic.begin(), node->dynamic.end());
    }
    while (!all.empty()) {
        const std::string name = all.front()->name;
        const auto rest = std::stable_partition(all.begin(), all.end(),
                                                [&](const UpdateNode* node) { return node->name == name; });
        const std::vector<const UpdateNode*> same(all.begin(), rest);
        UpdateNode* child = same.size() == 1 ? all.front() : merge(same);
        child->kind == UpdateNode::Kind::Name ? merged->children.push_back(child) : merged->dynamic.push_back(child);
        merged->lengths |= std::uint64_t{1} << (name.size() & 63);
        all.erase(all.begin(), rest);
    }
    std::sort(merged->children.begin(), merged->children.end(),
              [](const UpdateNode* a, const UpdateNode* b) { return isOrderedBefore(*a, *b); });
    return merged;
}

void requireUpdatablePath(const bson::FieldPath& path) {
    if (path.dotted().empty()) raise(ErrorCode::EmptyFieldName, "An empty update path is not valid");
    if (path.size() > kMaxPathComponents) {
        raise(ErrorCode::Overflow, "An update path has ", path.size(), " components, at most ", kMaxPathComponents,
              " are allowed");
    }
    int positions = 0;
    for (std::size_t i = 0; i < path.size(); ++i) {
        const std::string& name = path[i].name;
        if (name.empty()) {
            raise(ErrorCode::EmptyFieldName, "The update path '", path.dotted(),
                  "' contains an empty field name, which is not allowed");
        }
        const UpdateNode::Kind kind = kindOf(name);
        if (kind != UpdateNode::Kind::Name && i == 0) {
            raise(ErrorCode::BadValue, "Cannot have a positional element ('", name,
                  "') in the first position of the path '", path.dotted(), "'");
        }
        if (kind == UpdateNode::Kind::Position && ++positions > 1) {
            raise(ErrorCode::BadValue, "Too many positional (i.e. '$') elements found in path '", path.dotted(), "'");
        }
    }
}

}  // namespace sheaf::query
