// The general way to the keys of a document with arrays; see the rules at KeyGenerator.
#pragma once

#include "bson/path.h"
#include "index/key_generator.h"

#include <sheaf/bson/view.h>

#include <vector>

namespace sheaf::index {

// Follows all paths of one index together and branches at each array: all paths that go through it go through the
// same element. Of the arrays met at one level there may be only one.
class ArrayExpander {
public:
    ArrayExpander(const std::vector<bson::FieldPath>& paths, bool sparse, MultikeyPaths& multikey)
        : paths_(paths), sparse_(sparse), multikey_(multikey) {}
    virtual ~ArrayExpander() = default;

    // Calls key() once per key, equal ones included. Throws 171 and 16746.
    void expand(bson::DocumentView document);

protected:
    // One value per path, missing where there is none.
    virtual void key(const std::vector<bson::ValueView>& values) = 0;

private:
    // How far each path has been followed, and what its value is once it has been followed to its end.
    struct Progress {
        std::vector<std::size_t> followed;
        std::vector<bson::ValueView> values;
        std::size_t missing = 0;
    };
    // For a path whose next component is a position of the array at hand: the element there, and where the path leads
    // from it.
    struct Position {
        bson::ValueView element;
        bson::ValueView reached;
        std::size_t followed = 0;
    };
    struct Step {
        bson::ValueView array;             // the one array of this level, or missing
        std::vector<std::size_t> fields;   // that go through it, or end at it
        bool takesElements = true;         // as values of the fields that end at it; else the array as a whole
    };

    bson::ValueView follow(bson::DocumentView document, const bson::FieldPath& path, std::size_t& followed) const;
    void expandDocument(bson::DocumentView document, Progress progress, const std::vector<Position>& positions);
    void stepField(std::size_t field, bson::DocumentView document, Progress& progress, const Position& position,
                   Step& step) const;
    void expandEmpty(const Step& step, const Progress& progress);
    void expandElements(const Step& step, const Progress& progress);

    const std::vector<bson::FieldPath>& paths_;
    bool sparse_;
    MultikeyPaths& multikey_;
};

}  // namespace sheaf::index
