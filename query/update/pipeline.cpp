// Pipeline updates: [{$set: …}, {$unset: …}, …], stages that see the whole document and make a new one of it.
//
// The _id stays: it is put back when the stages lose it, and may not change (66).

#include "bson/bytes.h"
#include "bson/raise.h"
#include "query/field_writer.h"
#include "query/logical_bytes.h"
#include "query/stage/transform.h"
#include "query/update/operators.h"
#include "query/update/update_impl.h"

#include <sheaf/bson/compare.h>

#include <cstring>

namespace sheaf::query {
namespace {

class PipelineUpdate final : public Update::Impl {
public:
    explicit PipelineUpdate(std::vector<std::unique_ptr<const Transform>> stages) : stages_(std::move(stages)) {}

    UpdateKind kind() const override { return UpdateKind::Pipeline; }
    bool mayAffect(const bson::FieldPath&, std::uint64_t) const override { return true; }

    UpdateResult apply(DocumentView old, const UpdateContext& context, bson::Buffer& out) const override {
        Arena& arena = Arena::ofThread();
        const ArenaScope scope(arena);
        DocumentView now = old;
        for (const auto& stage : stages_) now = stage->apply(now, arena);
        const std::size_t start = out.size();
        write(old["_id"], now, out);
        const auto size = static_cast<std::uint32_t>(out.size() - start);
        UpdateResult result;
        result.isChanged = size != old.size() || std::memcmp(out.data() + start, old.data(), size) != 0;
        if (!result.isChanged) return result;
        const DocumentView written = DocumentView::trusted(out.data() + start, size);
        if (const int levels = levelsOf(written.asValue()); levels > context.maxDepth) {
            raise(ErrorCode::Overflow, "The updated document has ", levels, " levels, at most ", context.maxDepth,
                  " are allowed");
        }
        result.touched = ~std::uint64_t{0};
        if (!context.isUpsertInsert) result.logicalBytes = logicalBytes(old, written);
        return result;
    }

private:
    // The _id, then all else in its order.
    static void write(ValueView oldId, DocumentView now, bson::Buffer& out) {
        const ValueView newId = now["_id"];
        if (!oldId.isMissing() && !newId.isMissing() && !bson::equal(oldId, newId)) {
            raise(ErrorCode::ImmutableField, "After applying the update, the (immutable) field '_id' was found to ",
                  "have been altered from ", describeValue(oldId), " to ", describeValue(newId));
        }
        const ValueView id = newId.isMissing() ? oldId : newId;
        if (oldId.isMissing() && !newId.isMissing()) requireValidId(newId);
        const std::size_t start = out.size();
        out.extend(4);
        if (!id.isMissing()) {
            appendElementHead(out, id.type(), "_id");
            out.append(id.data(), id.size());
        }
        for (const bson::Element& element : now) {
            if (element.name == "_id") continue;
            appendElementHead(out, element.value.type(), element.name);
            out.append(element.value.data(), element.value.size());
        }
        out.append(std::uint8_t{0});
        bson::store(out.data() + start, static_cast<std::int32_t>(out.size() - start));
    }

    std::vector<std::unique_ptr<const Transform>> stages_;
};

}  // namespace

std::shared_ptr<const Update::Impl> parsePipelineUpdate(bson::ArrayView pipeline, const UpdateOptions& options) {
    OperationVariables variables = options.variables != nullptr ? *options.variables : OperationVariables();
    variables.addConstants(options.constants);
    return std::make_shared<PipelineUpdate>(parseUpdateStages(pipeline, variables));
}

}  // namespace sheaf::query
