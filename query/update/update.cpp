// Tells operators, replacements and pipelines apart, and holds what every kind of update promises.

#include "query/update/update.h"

#include "bson/raise.h"
#include "query/update/operators.h"
#include "query/update/update_impl.h"

namespace sheaf::query {

const std::vector<bson::FieldPath>& Update::Impl::paths() const {
    static const std::vector<bson::FieldPath> none;
    return none;
}

Update Update::parse(ValueView update, const UpdateOptions& options) {
    if (update.isArray()) {
        if (!options.arrayFilters.empty()) {
            raise(ErrorCode::FailedToParse, "arrayFilters may not be specified for pipeline-style updates");
        }
        return Update(parsePipelineUpdate(update.asArray(), options));
    }
    if (!update.isDocument()) {
        raise(ErrorCode::FailedToParse, "An update must be a document of operators, a replacement document or a ",
              "pipeline, not ", update.typeName());
    }
    if (!options.constants.isEmpty()) {
        raise(location(51198), "Constant values may only be specified for pipeline updates");
    }
    const DocumentView document = update.asDocument();
    const bool isOperators = !document.isEmpty() && document.begin()->name.substr(0, 1) == "$";
    if (isOperators) return Update(parseOperatorUpdate(Document(document), options));
    if (options.isMulti) {
        raise(ErrorCode::FailedToParse, "multi update is not supported for replacement-style update: a replacement ",
              "would give every matching document the same fields");
    }
    if (!options.arrayFilters.empty()) {
        raise(ErrorCode::FailedToParse, "arrayFilters cannot be used with a replacement document");
    }
    return Update(parseReplacement(Document(document)));
}

UpdateKind Update::kind() const { return impl_->kind(); }
bool Update::needsPosition() const { return impl_->needsPosition(); }
const std::vector<bson::FieldPath>& Update::paths() const { return impl_->paths(); }
bool Update::mayAffect(const bson::FieldPath& path, std::uint64_t touched) const {
    return impl_->mayAffect(path, touched);
}

UpdateResult Update::apply(DocumentView old, const UpdateContext& context, bson::Buffer& out) const {
    const std::size_t start = out.size();
    try {
        const UpdateResult result = impl_->apply(old, context, out);
        if (!result.isChanged) {
            out.truncate(start);
            return {};
        }
        if (out.size() - start > context.maxBytes) {
            raise(location(17419), "Resulting document after update is larger than ", context.maxBytes, " bytes: ",
                  out.size() - start, ", in the document ", describeDocument(old));
        }
        return result;
    } catch (...) {
        out.truncate(start);
        throw;
    }
}

void requireValidId(ValueView id) {
    if (id.isArray() || id.type() == bson::Type::Regex || id.type() == bson::Type::Undefined) {
        raise(ErrorCode::InvalidIdField, "The '_id' value cannot be of type ", id.typeName());
    }
    if (!id.isDocument()) return;
    for (const bson::Element& element : id.asDocument()) {
        if (element.name.substr(0, 1) == "$") {
            raise(ErrorCode::DollarPrefixedFieldName, "_id fields may not contain '$'-prefixed fields: '",
                  element.name, "'");
        }
    }
}

}  // namespace sheaf::query
