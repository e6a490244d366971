// $setOnInsert: $set, but only in the document that an upsert inserts.
//
//   { $setOnInsert: { <path>: <value>, ... } }

#include "query/update/operators.h"

namespace sheaf::query {
namespace {

class SetOnInsertModifier : public Modifier {
public:
    explicit SetOnInsertModifier(ValueView value) : value_(value), levels_(levelsOf(value)) {}

    FieldEffect modify(const FieldChange& change, FieldWriter& out) const override {
        return change.context.isUpsertInsert ? out.set(value_) : FieldEffect::Keep;
    }
    bool ignoresBlockedPath(DocumentView, const UpdateContext& context) const override {
        return !context.isUpsertInsert;
    }
    int newLevels(DocumentView) const override { return levels_; }

private:
    ValueView value_;
    int levels_;
};

void parseSetOnInsert(std::string_view path, ValueView operand, ModifierList& list) {
    list.add(path, std::make_unique<SetOnInsertModifier>(operand));
}

}  // namespace

constinit const UpdateOperator kSetOnInsert{.name = "$setOnInsert", .parse = parseSetOnInsert};

}  // namespace sheaf::query
