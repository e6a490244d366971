// $unset: removes a field; an array element becomes null, so that its neighbours keep their positions.
//
//   { $unset: { <path>: <anything>, ... } }
//
// Nothing happens where the path leads nowhere, be it missing or blocked by a scalar.

#include "query/update/operators.h"

namespace sheaf::query {
namespace {

class UnsetModifier : public Modifier {
public:
    FieldEffect modify(const FieldChange& change, FieldWriter& out) const override {
        if (change.old.isMissing()) return FieldEffect::Keep;
        if (change.isArrayElement) return out.set(ValueView(bson::Type::Null, nullptr, 0));
        return FieldEffect::Remove;
    }
    bool ignoresBlockedPath(DocumentView, const UpdateContext&) const override { return true; }
};

void parseUnset(std::string_view path, ValueView, ModifierList& list) {
    list.add(path, std::make_unique<UnsetModifier>());
}

}  // namespace

constinit const UpdateOperator kUnset{.name = "$unset", .parse = parseUnset};

}  // namespace sheaf::query
