// Replacements: a new document that keeps the old _id.

#include "bson/bytes.h"
#include "bson/raise.h"
#include "query/element_place.h"
#include "query/logical_bytes.h"
#include "query/update/operators.h"
#include "query/update/update_impl.h"

#include <sheaf/bson/compare.h>

#include <cstring>

namespace sheaf::query {
namespace {

class Replacement final : public Update::Impl {
public:
    explicit Replacement(Document replacement) : replacement_(std::move(replacement)) {
        for (const bson::Element& element : replacement_) {
            if (element.name.substr(0, 1) == "$") {
                raise(ErrorCode::DollarPrefixedFieldName, "The dollar ($) prefixed field '", element.name,
                      "' is not allowed at the top of a replacement document");
            }
            if (element.name == "_id" && id_.value.isMissing()) {
                id_ = element;
                requireValidId(element.value);
            } else if (element.value.type() == bson::Type::Timestamp &&
                       element.value.asTimestamp() == bson::Timestamp{}) {
                zeroTimestamps_.push_back(element.value);
            }
        }
        levels_ = levelsOf(replacement_.view().asValue());
    }

    UpdateKind kind() const override { return UpdateKind::Replacement; }
    bool mayAffect(const bson::FieldPath&, std::uint64_t) const override { return true; }

    UpdateResult apply(DocumentView old, const UpdateContext& context, bson::Buffer& out) const override {
        if (levels_ > context.maxDepth) {
            raise(ErrorCode::Overflow, "The replacement document has ", levels_, " levels, at most ",
                  context.maxDepth, " are allowed");
        }
        const ValueView oldId = old["_id"];
        if (!oldId.isMissing() && !id_.value.isMissing() && !bson::equal(oldId, id_.value)) {
            raise(ErrorCode::ImmutableField, "After applying the update, the (immutable) field '_id' was found to ",
                  "have been altered from ", describeValue(oldId), " to ", describeValue(id_.value));
        }
        const std::size_t start = out.size();
        write(oldId, context, out);
        const auto size = static_cast<std::uint32_t>(out.size() - start);
        UpdateResult result;
        result.isChanged = size != old.size() || std::memcmp(out.data() + start, old.data(), size) != 0;
        if (result.isChanged) {
            result.touched = ~std::uint64_t{0};
            if (!context.isUpsertInsert) {
                result.logicalBytes = logicalBytes(old, DocumentView::trusted(out.data() + start, size));
            }
        }
        return result;
    }

private:
    // The _id, then all else in the replacement's order.
    void write(ValueView oldId, const UpdateContext& context, bson::Buffer& out) const {
        const DocumentView document = replacement_.view();
        const std::size_t start = out.size();
        out.extend(4);
        const ValueView id = oldId.isMissing() ? id_.value : oldId;  // an equal _id of another type changes nothing
        if (!id.isMissing()) {
            appendElementHead(out, id.type(), "_id");
            out.append(id.data(), id.size());
        }
        const std::uint8_t* run = document.data() + 4;
        const std::uint8_t* end = document.data() + document.size() - 1;
        if (!id_.value.isMissing()) {
            appendRun(run, startOf(id_), context, out);
            run = id_.value.data() + id_.value.size();
        }
        appendRun(run, end, context, out);
        out.append(std::uint8_t{0});
        bson::store(out.data() + start, static_cast<std::int32_t>(out.size() - start));
    }

    // Elements as they are; empty timestamps among them become the statement's.
    void appendRun(const std::uint8_t* first, const std::uint8_t* last, const UpdateContext& context,
                   bson::Buffer& out) const {
        const std::size_t start = out.size();
        out.append(first, static_cast<std::size_t>(last - first));
        for (ValueView zero : zeroTimestamps_) {
            if (zero.data() < first || zero.data() >= last) continue;
            const Value now(context.timestamp);
            std::memcpy(out.data() + start + (zero.data() - first), now.view().data(), now.view().size());
        }
    }

    Document replacement_;
    bson::Element id_;
    std::vector<ValueView> zeroTimestamps_;
    int levels_ = 0;
};

}  // namespace

std::shared_ptr<const Update::Impl> parseReplacement(Document update) {
    return std::make_shared<Replacement>(std::move(update));
}

}  // namespace sheaf::query
