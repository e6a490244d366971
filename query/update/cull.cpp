// Arrays from which elements are taken.

#include "query/update/cull.h"

#include "bson/raise.h"
#include "query/element_place.h"

namespace sheaf::query {

FieldEffect CullModifier::modify(const FieldChange& change, FieldWriter& out) const {
    if (change.old.isMissing()) return FieldEffect::Keep;
    if (!change.old.isArray()) {
        raise(ErrorCode::BadValue, "Cannot apply ", operatorName_, " to a non-array value: the field '", change.name,
              "' of the document ", describeDocument(change.root), " has type ", change.old.typeName());
    }
    const DocumentView array = change.old.asDocument();
    const std::uint8_t* runEnd = array.data() + 4;  // what stands before the first culled element stays as it is
    std::uint32_t count = 0;
    bool isCulling = false;
    for (const bson::Element& element : array) {
        const bool culls = isCulled(element.value);
        if (!isCulling && culls) {
            out.openArray();
            out.copy(array.data() + 4, runEnd, count);
            isCulling = true;
        } else if (isCulling && !culls) {
            out.push(element.value);
        }
        runEnd = endOf(element);
        ++count;
    }
    return isCulling ? out.closeArray() : FieldEffect::Keep;
}

}  // namespace sheaf::query
