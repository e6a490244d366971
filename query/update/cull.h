// What $pull and $pullAll share: an array without the elements that some condition picks.
#pragma once

#include "query/update/operators.h"

namespace sheaf::query {

class CullModifier : public Modifier {
public:
    explicit CullModifier(std::string_view operatorName) : operatorName_(operatorName) {}

    // Throws BadValue (2) when the field is no array. Nothing happens where it is missing.
    FieldEffect modify(const FieldChange& change, FieldWriter& out) const final;

protected:
    virtual bool isCulled(ValueView element) const = 0;

private:
    std::string_view operatorName_;
};

}  // namespace sheaf::query
