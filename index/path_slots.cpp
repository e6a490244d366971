// One walk over a document that serves many field paths.

#include "index/path_slots.h"

#include <bit>

namespace sheaf::index {

std::uint32_t PathSlots::add(const bson::FieldPath& path) {
    std::uint32_t at = 0;
    for (const bson::FieldPath::Component& component : path.components()) {
        std::uint32_t next = kNone;
        for (const std::uint32_t child : nodes_[at].children) {
            if (nodes_[child].name == component.name) next = child;
        }
        if (next == kNone) {
            next = static_cast<std::uint32_t>(nodes_.size());
            nodes_.push_back({component.name, kNone, {}, {}});
            Node& parent = nodes_[at];
            if (parent.children.size() < kMaskedChildren) {
                parent.byLength[Node::lengthClass(component.name.size())] |= std::uint64_t{1} << parent.children.size();
            }
            parent.children.push_back(next);
        }
        at = next;
    }
    if (nodes_[at].slot == kNone) nodes_[at].slot = slots_++;
    return nodes_[at].slot;
}

void PathSlots::extract(bson::DocumentView document, std::vector<Slot>& slots) const {
    slots.assign(slots_, Slot{});
    walk(document, nodes_.front(), slots);
}

void PathSlots::walk(bson::DocumentView document, const Node& node, std::vector<Slot>& slots) const {
    if (node.children.size() > kMaskedChildren) return walkMany(document, node, slots);
    std::uint64_t open = ~std::uint64_t{0};  // children not met yet
    std::size_t left = node.children.size();
    for (const bson::Element& element : document) {
        std::uint64_t candidates = node.byLength[Node::lengthClass(element.name.size())] & open;
        for (; candidates != 0; candidates &= candidates - 1) {
            const auto child = static_cast<std::size_t>(std::countr_zero(candidates));
            const Node& candidate = nodes_[node.children[child]];
            if (candidate.name != element.name) continue;
            open &= ~(std::uint64_t{1} << child);
            reach(candidate, element.value, slots);
            if (--left == 0) return;
            break;
        }
    }
}

// The same for more children than a mask has bits.
void PathSlots::walkMany(bson::DocumentView document, const Node& node, std::vector<Slot>& slots) const {
    for (const std::uint32_t child : node.children) {
        const bson::ValueView value = document[nodes_[child].name];
        if (!value.isMissing()) reach(nodes_[child], value, slots);
    }
}

void PathSlots::reach(const Node& node, bson::ValueView value, std::vector<Slot>& slots) const {
    if (node.slot != kNone) slots[node.slot] = {value, value.isArray() ? State::LeafArray : State::Value};
    if (node.children.empty()) return;
    if (value.isDocument()) {
        walk(value.asDocument(), node, slots);
    } else if (value.isArray()) {
        for (const std::uint32_t child : node.children) markArrayAbove(nodes_[child], slots);
    }
}

void PathSlots::markArrayAbove(const Node& node, std::vector<Slot>& slots) const {
    if (node.slot != kNone) slots[node.slot].state = State::InnerArray;
    for (const std::uint32_t child : node.children) markArrayAbove(nodes_[child], slots);
}

}  // namespace sheaf::index
