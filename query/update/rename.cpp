// $rename: moves a field to another path; a field that is there already is overwritten in its place.
//
//   { $rename: { <path>: <new path>, ... } }
//
// Nothing happens when the field is missing.
// Errors    2 while parsing: the new path is no string, equals the old one, or one lies below the other; a
//           positional part in either.
//           2 while running: one of the paths leads through an array.
//           28 while running: one of the paths leads through a scalar.

#include "query/update/operators.h"

#include "bson/path.h"
#include "bson/raise.h"

#include <optional>

namespace sheaf::query {
namespace {

// The field to be moved, or missing.
ValueView findSource(DocumentView root, const bson::FieldPath& path) {
    ValueView value = root.asValue();
    bool isBelowArray = false;
    for (std::size_t i = 0; i < path.size(); ++i) {
        if (value.isArray() && path[i].index >= 0) {
            isBelowArray = true;
            value = value.asArray()[static_cast<std::size_t>(path[i].index)];
        } else if (value.isDocument()) {
            value = value.asDocument()[path[i].name];
        } else {
            raise(ErrorCode::PathNotViable, "$rename: cannot use the part '", path[i].name, "' of '", path.dotted(),
                  "' to traverse a value of type ", value.typeName(), " in the document ", describeDocument(root));
        }
        if (value.isMissing()) return value;
    }
    if (isBelowArray) {
        raise(ErrorCode::BadValue, "$rename: the source field cannot be an array element: '", path.dotted(),
              "' in the document ", describeDocument(root));
    }
    return value;
}

// At the old path.
class RenameSource : public Modifier {
public:
    FieldEffect modify(const FieldChange& change, FieldWriter&) const override {
        return change.old.isMissing() ? FieldEffect::Keep : FieldEffect::Remove;
    }
    bool ignoresBlockedPath(DocumentView, const UpdateContext&) const override { return true; }
};

// At the new path. It also reports what is wrong with the old one.
class RenameTarget : public Modifier {
public:
    RenameTarget(std::string_view source, std::string_view target) : source_(source), target_(target) {}

    FieldEffect modify(const FieldChange& change, FieldWriter& out) const override {
        const ValueView value = findSource(change.root, source_);
        if (value.isMissing()) return FieldEffect::Keep;
        if (change.isBelowArray) refuseArray(change.root);
        return out.set(value);
    }
    bool ignoresBlockedPath(DocumentView root, const UpdateContext&) const override {
        if (findSource(root, source_).isMissing()) return true;
        ValueView value = root.asValue();
        for (std::size_t i = 0; i < target_.size() && value.isDocument(); ++i) value = value.asDocument()[target_[i].name];
        if (value.isArray()) refuseArray(root);
        return false;
    }
    int newLevels(DocumentView root) const override { return levelsOf(findSource(root, source_)); }

private:
    [[noreturn]] void refuseArray(DocumentView root) const {
        raise(ErrorCode::BadValue, "$rename: the destination field cannot be an array element: '", target_.dotted(),
              "' in the document ", describeDocument(root));
    }

    bson::FieldPath source_;
    bson::FieldPath target_;
};

bool hasPositional(const bson::FieldPath& path) {
    for (const auto& component : path.components()) {
        if (component.name == "$" || component.name.substr(0, 2) == "$[") return true;
    }
    return false;
}

void parseRename(std::string_view path, ValueView operand, ModifierList& list) {
    if (!operand.isString()) {
        raise(ErrorCode::BadValue, "The 'to' field for $rename must be a string, but '", path, "' is ",
              describeValue(operand));
    }
    const bson::FieldPath from(path);
    const bson::FieldPath to(operand.asString());
    if (to.dotted().find('\0') != std::string::npos) {
        raise(ErrorCode::BadValue, "The 'to' field for $rename cannot contain a null byte");
    }
    if (from.isPrefixOf(to) || to.isPrefixOf(from)) {
        raise(ErrorCode::BadValue, "The source and target field for $rename must differ and not lie on one path: '",
              path, "' and '", to.dotted(), "'");
    }
    if (hasPositional(from) || hasPositional(to)) {
        raise(ErrorCode::BadValue, "The paths of $rename may not be dynamic: '", path, "' and '", to.dotted(), "'");
    }
    list.add(path, std::make_unique<RenameSource>());
    list.add(to.dotted(), std::make_unique<RenameTarget>(path, to.dotted()));
}

}  // namespace

constinit const UpdateOperator kRename{.name = "$rename", .parse = parseRename};

}  // namespace sheaf::query
