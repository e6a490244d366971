// $pullAll: removes from an array every element that equals one of the given values.
//
//   { $pullAll: { <path>: [ <value>, ... ], ... } }
//
// Errors    2 while parsing: the operand is no array.
//           2 while running: the field is no array.

#include "query/update/cull.h"

#include "bson/raise.h"

#include <sheaf/bson/compare.h>

#include <algorithm>
#include <vector>

namespace sheaf::query {
namespace {

class PullAllModifier final : public CullModifier {
public:
    PullAllModifier(bson::ArrayView values, CollationPtr collation)
        : CullModifier("$pullAll"), values_(values.begin(), values.end()), collation_(std::move(collation)) {
        std::sort(values_.begin(), values_.end(), Less{collation_.get()});
    }

protected:
    bool isCulled(ValueView element) const override {
        return std::binary_search(values_.begin(), values_.end(), element, Less{collation_.get()});
    }

private:
    struct Less {
        const Collation* strings;
        bool operator()(ValueView a, ValueView b) const { return bson::compare(a, b, strings) < 0; }
    };
    std::vector<ValueView> values_;
    CollationPtr collation_;
};

void parsePullAll(std::string_view path, ValueView operand, ModifierList& list) {
    if (!operand.isArray()) {
        raise(ErrorCode::BadValue, "$pullAll requires an array, but '", path, "' has type ", operand.typeName());
    }
    list.add(path, std::make_unique<PullAllModifier>(operand.asArray(), list.collation()));
}

}  // namespace

constinit const UpdateOperator kPullAll{.name = "$pullAll", .parse = parsePullAll};

}  // namespace sheaf::query
