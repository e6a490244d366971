// The compiled form of a filter: a flat tree whose leaves read the slots of one walk.

#include "query/filter/matcher.h"

#include "bson/number.h"
#include "query/filter/node.h"

#include <cstring>
#include <string_view>

namespace sheaf::query {

namespace {

constexpr std::uint32_t kNoSlot = 0xFFFFFFFF;
constexpr std::int64_t kExactInDouble = std::int64_t{1} << 53;

// How a leaf looks at a plain value.
enum class LeafTest : std::uint8_t { General, Integer, Text };

struct Op {
    const FilterNode* node = nullptr;
    std::int64_t integer = 0;         // the operand, exact as an int64 and as a double
    std::string_view text;            // the operand
    std::uint32_t slot = kNoSlot;
    std::uint32_t firstChild = 0;
    std::uint32_t children = 0;
    FilterKind kind = FilterKind::Other;
    LeafTest test = LeafTest::General;
};

template <typename T>
bool holds(FilterKind kind, T value, T operand) {
    switch (kind) {
        case FilterKind::Eq: return value == operand;
        case FilterKind::Lt: return value < operand;
        case FilterKind::Lte: return value <= operand;
        case FilterKind::Gt: return value > operand;
        default: return value >= operand;
    }
}

bool isComparison(FilterKind kind) { return kind >= FilterKind::Eq && kind <= FilterKind::Gte; }

}  // namespace

struct Matcher::Program {
    explicit Program(const FilterNode& root) {
        ops.resize(1);
        compile(root, 0);
        walker.emplace(paths);
    }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    void compile(const FilterNode& node, std::size_t at);
    void compileLeaf(const FilterNode& node, Op& op);
    bool evaluate(const Op& op, bson::DocumentView document) const;
    bool evaluateLeaf(const Op& op, bson::DocumentView document) const;

    PathSet paths;
    std::vector<Op> ops;
    std::optional<PathWalker> walker;
};

void Matcher::Program::compile(const FilterNode& node, std::size_t at) {
    ops[at].node = &node;
    ops[at].kind = node.kind();
    const bool isLogical = node.kind() == FilterKind::And || node.kind() == FilterKind::Or ||
                           node.kind() == FilterKind::Nor || node.kind() == FilterKind::Not;
    if (!isLogical) {
        compileLeaf(node, ops[at]);
        return;
    }
    const std::size_t first = ops.size();
    ops[at].firstChild = static_cast<std::uint32_t>(first);
    ops[at].children = static_cast<std::uint32_t>(node.children().size());
    ops.resize(first + node.children().size());
    for (std::size_t i = 0; i < node.children().size(); ++i) compile(*node.children()[i], first + i);
}

void Matcher::Program::compileLeaf(const FilterNode& node, Op& op) {
    const auto* onPath = dynamic_cast<const PathNode*>(&node);
    if (onPath == nullptr) return;
    op.slot = static_cast<std::uint32_t>(paths.add(onPath->path().dotted()));
    if (!isComparison(node.kind())) return;
    const auto& comparison = static_cast<const ComparisonNode&>(node);
    if (comparison.collation()) return;
    const bson::ValueView operand = comparison.operand();
    if (operand.isNumber()) {
        const auto exact = bson::exactInt64(operand);
        if (exact && *exact >= -kExactInDouble && *exact <= kExactInDouble) {
            op.integer = *exact;
            op.test = LeafTest::Integer;
        }
    } else if (operand.isString() && node.kind() == FilterKind::Eq) {
        op.text = operand.asString();
        op.test = LeafTest::Text;
    }
}

bool Matcher::Program::evaluate(const Op& op, bson::DocumentView document) const {
    const Op* child = ops.data() + op.firstChild;
    const Op* const end = child + op.children;
    switch (op.kind) {
        case FilterKind::And:
            for (; child != end; ++child) {
                if (!evaluate(*child, document)) return false;
            }
            return true;
        case FilterKind::Or:
        case FilterKind::Nor:
            for (; child != end; ++child) {
                if (evaluate(*child, document)) return op.kind == FilterKind::Or;
            }
            return op.kind == FilterKind::Nor;
        case FilterKind::Not: return !evaluate(*child, document);
        default: return evaluateLeaf(op, document);
    }
}

bool Matcher::Program::evaluateLeaf(const Op& op, bson::DocumentView document) const {
    if (op.slot == kNoSlot) return op.node->matches(document, nullptr);
    const PathSlot& slot = (*walker)[op.slot];
    if (slot.state == PathSlot::State::ThroughArray) return op.node->matches(document, nullptr);
    const bson::ValueView value = slot.value;
    if (value.isArray()) return op.node->matchesField(value);
    if (op.test == LeafTest::Integer) {
        switch (value.type()) {
            case bson::Type::Int32: return holds<std::int64_t>(op.kind, value.asInt32(), op.integer);
            case bson::Type::Int64: return holds<std::int64_t>(op.kind, value.asInt64(), op.integer);
            case bson::Type::Double: return holds(op.kind, value.asDouble(), static_cast<double>(op.integer));
            default: break;
        }
    } else if (op.test == LeafTest::Text && value.isString()) {
        const std::string_view text = value.asString();
        return text.size() == op.text.size() && std::memcmp(text.data(), op.text.data(), text.size()) == 0;
    }
    return op.node->matchesElement(value);
}

Matcher::Matcher(Filter filter) : filter_(std::move(filter)) {
    if (!filter_.isAlwaysTrue()) program_ = std::make_unique<Program>(filter_.root());
}

Matcher::Matcher(Matcher&&) noexcept = default;
Matcher& Matcher::operator=(Matcher&&) noexcept = default;
Matcher::~Matcher() = default;

bool Matcher::matches(bson::DocumentView document) {
    if (program_ == nullptr) return true;
    program_->walker->walk(document);
    return program_->evaluate(program_->ops[0], document);
}

}  // namespace sheaf::query
