// The face of projections.

#include "query/projection/projection.h"

#include "query/projection/projection_tree.h"

namespace sheaf::query {

Projection::Projection() {
    static const auto identity = std::make_shared<const Impl>(Document(), ProjectionOptions());
    impl_ = identity;
}

Projection Projection::parse(DocumentView specification, const ProjectionOptions& options) {
    return Projection(std::make_shared<const Impl>(Document(specification), options));
}

void Projection::apply(DocumentView document, const ProjectionContext& context, bson::Buffer& out) const {
    impl_->apply(document, context, out);
}

bool Projection::isIdentity() const { return impl_->isIdentity(); }
bool Projection::isInclusion() const { return impl_->isInclusion(); }
bool Projection::needsPosition() const { return impl_->needsPosition(); }
bool Projection::needsWholeDocument() const { return impl_->needsWholeDocument(); }
const std::vector<std::string>& Projection::requiredPaths() const { return impl_->requiredPaths(); }

}  // namespace sheaf::query
