// Branches at arrays to find all keys of a document.

#include "index/array_expander.h"

#include "bson/raise.h"

namespace sheaf::index {

void ArrayExpander::expand(bson::DocumentView document) {
    Progress progress;
    progress.followed.resize(paths_.size());
    progress.values.resize(paths_.size());
    expandDocument(document, std::move(progress), std::vector<Position>(paths_.size()));
}

// Down through documents until the path ends, an array is met, or nothing is there.
bson::ValueView ArrayExpander::follow(bson::DocumentView document, const bson::FieldPath& path,
                                      std::size_t& followed) const {
    while (true) {
        const bson::ValueView value = document[path[followed++].name];
        if (followed == path.size() || value.isArray()) return value;
        if (!value.isDocument()) return {};
        document = value.asDocument();
    }
}

void ArrayExpander::expandDocument(bson::DocumentView document, Progress progress,
                                   const std::vector<Position>& positions) {
    Step step;
    for (std::size_t field = 0; field < paths_.size(); ++field) {
        if (progress.followed[field] < paths_[field].size()) {
            stepField(field, document, progress, positions[field], step);
        }
    }
    if (step.array.isMissing()) {
        if (!sparse_ || progress.missing < paths_.size()) key(progress.values);
    } else if (step.array.asArray().isEmpty()) {
        expandEmpty(step, progress);
    } else {
        expandElements(step, progress);
    }
}

void ArrayExpander::stepField(std::size_t field, bson::DocumentView document, Progress& progress,
                              const Position& position, Step& step) const {
    const bson::FieldPath& path = paths_[field];
    std::size_t& followed = progress.followed[field];
    const bson::FieldPath::Component& component = path[followed];
    bson::ValueView value;
    bool isNested = false;
    if (position.element.isMissing()) {
        value = follow(document, path, followed);
    } else if (document.contains(component.name)) {
        raise(location(16746), "Ambiguous field name found in array (do not use numeric field names in embedded "
                               "elements in an array), field: '", component.name, "' of the indexed path '",
              path.dotted(), "'");
    } else {
        value = position.reached;
        followed = position.followed;
        isNested = position.element.isArray();
    }
    if (!value.isArray()) {
        if (value.isMissing()) ++progress.missing;
        progress.values[field] = value;
        followed = path.size();
        return;
    }
    if (!step.array.isMissing() && step.array.data() != value.data()) {
        const std::size_t other = step.fields.front();
        raise(ErrorCode::CannotIndexParallelArrays, "cannot index parallel arrays [", path[followed - 1].name, "] [",
              paths_[other][progress.followed[other] - 1].name, "]");
    }
    step.array = value;
    step.fields.push_back(field);
    if (isNested) step.takesElements = false;
}

void ArrayExpander::expandEmpty(const Step& step, const Progress& progress) {
    Progress next = progress;
    for (const std::size_t field : step.fields) {
        if (step.takesElements) multikey_.add(field, progress.followed[field] - 1);
        if (progress.followed[field] == paths_[field].size()) {
            next.values[field] = bson::ValueView(bson::Type::Undefined, nullptr, 0);
        }
    }
    expandDocument({}, std::move(next), std::vector<Position>(paths_.size()));
}

void ArrayExpander::expandElements(const Step& step, const Progress& progress) {
    std::vector<Position> positions(paths_.size());
    for (const std::size_t field : step.fields) {
        const bson::FieldPath& path = paths_[field];
        const std::size_t followed = progress.followed[field];
        if (followed == path.size()) {
            if (step.takesElements) multikey_.add(field, followed - 1);
            continue;
        }
        Position& position = positions[field];
        const std::int32_t index = path[followed].index;
        if (index >= 0) position.element = step.array.asArray()[static_cast<std::size_t>(index)];
        if (position.element.isMissing()) {
            multikey_.add(field, followed - 1);
            continue;
        }
        position.followed = followed + 1;
        if (position.followed == path.size() || position.element.isArray()) {
            position.reached = position.element;
        } else if (position.element.isDocument()) {
            position.reached = follow(position.element.asDocument(), path, position.followed);
        }
    }
    for (const bson::ValueView& element : step.array.asArray()) {
        Progress next = progress;
        for (const std::size_t field : step.fields) {
            if (progress.followed[field] == paths_[field].size()) {
                next.values[field] = step.takesElements ? element : step.array;
            }
        }
        expandDocument(element.isDocument() ? element.asDocument() : bson::DocumentView(), std::move(next), positions);
    }
}

}  // namespace sheaf::index
