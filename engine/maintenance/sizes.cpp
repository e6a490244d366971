// Sizes of collections.
#include "engine/maintenance/sizes.h"

#include "bson/number.h"
#include "bson/raise.h"

namespace sheaf::engine {

std::uint64_t CollectionSizes::indexBytes() const {
    std::uint64_t sum = 0;
    for (const Index& index : indexes) sum += index.bytes;
    return sum;
}

CollectionSizes sizesOf(const Operation& operation, const storage::Transaction& transaction, const CollectionEntry& entry) {
    CollectionSizes sizes;
    storage::RecordCursor cursor(transaction, entry.records);
    while (cursor.advance(index::Direction::Forward)) {
        operation.checkInterruptSometimes(sizes.documents++);
        sizes.documentBytes += cursor.document().size();
    }
    sizes.storageBytes = transaction.statistics(entry.tree).bytes();
    for (const IndexPtr& index : entry.indexes) {
        sizes.indexes.push_back({index->spec.name, transaction.statistics(index->tree.tree()).bytes()});
    }
    return sizes;
}

Scale::Scale(bson::ValueView scale, std::string_view command) {
    if (scale.isMissing() || scale.isNull()) return;
    if (!scale.isNumber()) {
        raise(ErrorCode::TypeMismatch, "BSON field '", command, ".scale' is the wrong type '", scale.typeName(),
              "', expected types '[long, int, decimal, double]'");
    }
    factor_ = bson::truncatedInt64(scale);
    if (factor_ < 1) raise(location(51024), "BSON field 'scale' value must be >= 1, actual value '", factor_, "'");
}

}  // namespace sheaf::engine
