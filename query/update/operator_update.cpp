// Updates made of operators: {$set: {...}, $inc: {...}}.

#include "bson/raise.h"
#include "query/update/applier.h"
#include "query/update/update_impl.h"

#include <algorithm>
#include <deque>

namespace sheaf::query {
namespace {

bool isPositional(const std::string& component) { return component == "$" || component.substr(0, 2) == "$["; }

// The components that name fields: array positions and positional operators left out.
std::vector<std::string> namesOf(const bson::FieldPath& path) {
    std::vector<std::string> names;
    for (const auto& component : path.components()) {
        if (component.index < 0 && !isPositional(component.name)) names.push_back(component.name);
    }
    return names;
}

bool isOneLine(const std::vector<std::string>& a, const std::vector<std::string>& b) {
    return std::equal(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(std::min(a.size(), b.size())), b.begin());
}

class OperatorUpdate final : public Update::Impl, private ModifierList {
public:
    OperatorUpdate(Document update, const UpdateOptions& options)
        : update_(std::move(update)), filters_(options.arrayFilters, options.collation), collation_(options.collation) {
        for (const bson::Element& element : update_) parseOperator(element);
        filters_.requireAllUsed();
    }

    UpdateKind kind() const override { return UpdateKind::Operators; }
    bool needsPosition() const override { return needsPosition_; }
    const std::vector<bson::FieldPath>& paths() const override { return paths_; }

    bool mayAffect(const bson::FieldPath& path, std::uint64_t touched) const override {
        const std::vector<std::string> wanted = namesOf(path);
        for (std::size_t i = 0; i < names_.size(); ++i) {
            if ((touched >> std::min<std::size_t>(i, 63) & 1) != 0 && isOneLine(names_[i], wanted)) return true;
        }
        return false;
    }

    UpdateResult apply(DocumentView old, const UpdateContext& context, bson::Buffer& out) const override {
        if (needsPosition_ && !context.positionalIndex) {
            raise(ErrorCode::BadValue, "The positional operator did not find the match needed from the query");
        }
        out.reserve(out.size() + old.size() + update_.size());
        return Applier(old, context, filters_, out).run(*tree_.root());
    }

private:
    void parseOperator(const bson::Element& element) {
        const UpdateOperator* found = findUpdateOperator(element.name);
        if (found == nullptr) {
            raise(ErrorCode::FailedToParse, "Unknown modifier: ", element.name, ". An update is made of operators ",
                  "such as $set, $unset, $inc and $push, or of fields only (a replacement)");
        }
        if (!element.value.isDocument()) {
            raise(ErrorCode::FailedToParse, "Modifiers operate on fields but ", element.name, " has type ",
                  element.value.typeName(), ". For example: {", element.name, ": {<field>: ...}}");
        }
        for (const bson::Element& field : element.value.asDocument()) {
            requireUpdatablePath(bson::FieldPath(field.name));  // before what its operand may lack
            found->parse(field.name, field.value, *this);
        }
    }

    void add(std::string_view dotted, std::unique_ptr<const Modifier> modifier) override {
        bson::FieldPath path(dotted);
        requireUpdatablePath(path);
        for (const auto& component : path.components()) needsPosition_ = needsPosition_ || component.name == "$";
        const auto number = static_cast<std::uint32_t>(actions_.size());
        UpdateAction& action = actions_.emplace_back(UpdateAction{std::move(path), std::move(modifier), number});
        tree_.add(action, [this](std::string_view identifier) { return filters_.use(identifier); });
        paths_.push_back(action.path);
        names_.push_back(namesOf(action.path));
    }

    const CollationPtr& collation() const override { return collation_; }

    Document update_;  // the operands lie in it
    ArrayFilters filters_;
    CollationPtr collation_;
    std::deque<UpdateAction> actions_;
    UpdateTree tree_;
    std::vector<bson::FieldPath> paths_;
    std::vector<std::vector<std::string>> names_;  // of paths_
    bool needsPosition_ = false;
};

}  // namespace

std::shared_ptr<const Update::Impl> parseOperatorUpdate(Document update, const UpdateOptions& options) {
    return std::make_shared<OperatorUpdate>(std::move(update), options);
}

}  // namespace sheaf::query
