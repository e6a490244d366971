// $currentDate: gives a field the time of the statement, as a date or a timestamp.
//
//   { $currentDate: { <path>: true | { $type: "date" | "timestamp" }, ... } }
//
// Errors    2 while parsing: neither a boolean nor such a $type.

#include "query/update/operators.h"

#include "bson/raise.h"

namespace sheaf::query {
namespace {

class CurrentDateModifier : public Modifier {
public:
    explicit CurrentDateModifier(bool isTimestamp) : isTimestamp_(isTimestamp) {}

    FieldEffect modify(const FieldChange& change, FieldWriter& out) const override {
        return out.set(isTimestamp_ ? Value(change.context.timestamp) : Value(change.context.now));
    }

private:
    bool isTimestamp_;
};

bool parseIsTimestamp(DocumentView options) {
    std::optional<bool> isTimestamp;
    for (const bson::Element& option : options) {
        if (option.name != "$type") raise(ErrorCode::BadValue, "Unrecognized $currentDate option: ", option.name);
        if (!option.value.isString()) continue;
        if (option.value.asString() == "date") isTimestamp = false;
        if (option.value.asString() == "timestamp") isTimestamp = true;
    }
    if (!isTimestamp) {
        raise(ErrorCode::BadValue, "$currentDate: $type must be 'date' or 'timestamp', in ",
              describeValue(options.asValue()));
    }
    return *isTimestamp;
}

void parseCurrentDate(std::string_view path, ValueView operand, ModifierList& list) {
    if (!operand.isBool() && !operand.isDocument()) {
        raise(ErrorCode::BadValue, "$currentDate takes a boolean or {$type: 'date' | 'timestamp'}, but '", path,
              "' has type ", operand.typeName());
    }
    const bool isTimestamp = operand.isDocument() && parseIsTimestamp(operand.asDocument());
    list.add(path, std::make_unique<CurrentDateModifier>(isTimestamp));
}

}  // namespace

constinit const UpdateOperator kCurrentDate{.name = "$currentDate", .parse = parseCurrentDate};

}  // namespace sheaf::query
