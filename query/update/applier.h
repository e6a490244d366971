// Writes the new version of one document: unchanged elements are copied as runs of bytes, changed ones are written by
// their operators, all in one pass over the old version.
#pragma once

#include "query/update/array_filters.h"
#include "query/update/update_tree.h"

#include <optional>

namespace sheaf::query {

// Used for one document.
class Applier {
public:
    Applier(DocumentView root, const UpdateContext& context, const ArrayFilters& filters, bson::Buffer& out)
        : root_(root), context_(context), filters_(filters), out_(out) {}
    Applier(const Applier&) = delete;
    Applier& operator=(const Applier&) = delete;

    // Leaves the whole new document in `out`, changed or not. Throws what Update::apply throws.
    UpdateResult run(const UpdateNode& tree);

private:
    using Children = std::vector<UpdateNode*>;

    // Where an element is.
    struct Place {
        int level;           // of the container that holds it; the document itself is 1
        bool isArrayElement;
        bool isBelowArray;
    };

    // Each of these returns whether something changed.
    bool applyDocument(const UpdateNode& node, DocumentView old, int level, bool isBelowArray);
    bool applyArray(const UpdateNode& node, DocumentView old, int level);
    // What is left in `out` for Keep is nothing.
    FieldEffect applyElement(const UpdateNode& node, const bson::Element& element, Place place);
    FieldEffect applyLeaf(const UpdateAction& action, const bson::Element& element, Place place);
    FieldEffect applyContainer(const UpdateNode& node, const bson::Element& element, Place place);
    bool createElement(const UpdateNode& node, std::string_view name, Place place);
    bool createBeyond(const UpdateNode& node, std::uint32_t count, Place place);

    const UpdateNode* targetOf(const UpdateNode& node, const UpdateNode* fixed, ValueView element);
    // The children with `$` among them as what it stands for.
    const Children& childrenOf(const UpdateNode& node, std::optional<Children>& storage);
    void checkId(const bson::Element& old, FieldEffect effect, std::size_t start);
    void refuseBlocked(const UpdateNode& node, std::string_view field, const bson::Element& element) const;
    void requireWritableName(std::string_view name) const;
    void requireLevels(int levels) const;
    void flush(const std::uint8_t* first, const std::uint8_t* last) {
        out_.append(first, static_cast<std::size_t>(last - first));
    }

    DocumentView root_;
    const UpdateContext& context_;
    const ArrayFilters& filters_;
    bson::Buffer& out_;
    UpdateResult result_;
    std::optional<UpdateTree> merged_;  // nodes made for this document
    bson::Buffer scratch_;
};

}  // namespace sheaf::query
