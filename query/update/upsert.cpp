// The document of an upsert's insert: what the filter fixes, then the update, with _id in front.

#include "query/update/upsert.h"

#include "bson/bytes.h"
#include "bson/path.h"
#include "bson/raise.h"
#include "query/field_writer.h"
#include "query/update/update_impl.h"

#include <sheaf/bson/builder.h>

#include <algorithm>

namespace sheaf::query {
namespace {

// MongoDB's NotExactValueField: a part of _id is fixed where all of it would be needed.
constexpr ErrorCode kNotExactValueField = location(111);

void requireSingleValues(const std::vector<Filter::Equality>& equalities) {
    for (std::size_t i = 0; i < equalities.size(); ++i) {
        const bson::FieldPath path(equalities[i].path);
        for (std::size_t j = i + 1; j < equalities.size(); ++j) {
            const bson::FieldPath other(equalities[j].path);
            if (!path.isPrefixOf(other) && !other.isPrefixOf(path)) continue;
            raise(ErrorCode::NotSingleValueField, "Cannot infer the fields of an upsert: the filter fixes both '",
                  path.dotted(), "' and '", other.dotted(), "'");
        }
    }
}

// The fields that the filter fixes, by path.
Document fixedFields(const Filter& filter, const Update& update, const UpdateContext& context) {
    std::vector<Filter::Equality> equalities = filter.equalities();
    if (update.isReplacement()) {
        for (const Filter::Equality& equality : equalities) {
            if (equality.path.compare(0, 4, "_id.") == 0) {
                raise(kNotExactValueField, "The field '_id' must be given exactly to upsert a replacement, but the ",
                      "filter fixes '", equality.path, "'");
            }
        }
        equalities.erase(std::remove_if(equalities.begin(), equalities.end(),
                                        [](const Filter::Equality& equality) { return equality.path != "_id"; }),
                         equalities.end());
    }
    if (equalities.empty()) return Document();
    requireSingleValues(equalities);
    bson::Builder builder;
    builder.openDocument("$set");
    for (const Filter::Equality& equality : equalities) builder.append(equality.path, equality.value);
    builder.close();
    bson::Buffer out;
    const Document set = builder.take();
    const bool isChanged = Update::parse(set.view().asValue()).apply(DocumentView(), context, out).isChanged;
    return isChanged ? Document(std::move(out)) : Document();
}

void appendWithIdFirst(DocumentView document, bson::Buffer& out) {
    const std::size_t start = out.size();
    out.extend(4);
    ValueView id = document["_id"];
    const Value generated = id.isMissing() ? Value(bson::ObjectId::generate()) : Value();
    if (id.isMissing()) id = generated.view();
    appendElementHead(out, id.type(), "_id");
    out.append(id.data(), id.size());
    bool isIdMet = false;
    for (const bson::Element& element : document) {
        if (element.name == "_id" && !isIdMet) {
            isIdMet = true;
            continue;
        }
        appendElementHead(out, element.value.type(), element.name);
        out.append(element.value.data(), element.value.size());
    }
    out.append(std::uint8_t{0});
    bson::store(out.data() + start, static_cast<std::int32_t>(out.size() - start));
}

}  // namespace

void buildUpsertDocument(const Filter& filter, const Update& update, const UpdateContext& context,
                         bson::Buffer& out) {
    UpdateContext insert = context;
    insert.isUpsertInsert = true;
    const Document fixed = fixedFields(filter, update, insert);
    bson::Buffer updated;
    const bool isChanged = update.apply(fixed, insert, updated).isChanged;
    const DocumentView document = isChanged ? DocumentView(updated.data(), updated.size()) : fixed.view();
    const std::size_t start = out.size();
    appendWithIdFirst(document, out);
    const std::size_t size = out.size() - start;
    if (size > context.maxBytes) {
        out.truncate(start);
        raise(location(17419), "Resulting document after update is larger than ", context.maxBytes, " bytes: ", size,
              " in an upsert");
    }
}

void buildUpsertDocument(DocumentView filter, const Update& update, const UpdateContext& context,
                         bson::Buffer& out) {
    buildUpsertDocument(Filter::parse(filter), update, context, out);
}

}  // namespace sheaf::query
