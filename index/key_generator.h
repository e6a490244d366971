// Computes the index keys of a document by MongoDB's multikey rules.
#pragma once

#include "index/key_set.h"
#include "index/spec.h"

#include <bitset>
#include <cstdint>
#include <vector>

namespace sheaf::index {

// Which components of each field's path went through an array, over all documents of the collection so far.
class MultikeyPaths {
public:
    static constexpr std::size_t kMaxComponents = 128;  // a stored document is never nested that deep
    using Components = std::bitset<kMaxComponents>;

    explicit MultikeyPaths(std::size_t fields = 0) : fields_(fields) {}

    std::size_t size() const { return fields_.size(); }
    const Components& operator[](std::size_t field) const { return fields_[field]; }
    void add(std::size_t field, std::size_t component) { fields_[field].set(component); }
    bool isMultikey() const;
    bool isMultikey(std::size_t field) const { return fields_[field].any(); }
    // Takes the other's components in; true when this changed.
    bool merge(const MultikeyPaths& other);
    void clear();
    // Per field the components' numbers, from 0, ascending.
    std::vector<std::vector<std::uint32_t>> positions() const;

    // {"a": [], "b.c": ["b", "b.c"]}: explain's multiKeyPaths, and how the catalog keeps it.
    bson::Document toDocument(const KeyPattern& pattern) const;
    // The opposite of toDocument. Throws StoreDamaged when it does not fit the pattern.
    static MultikeyPaths fromDocument(bson::DocumentView document, const KeyPattern& pattern);

    friend bool operator==(const MultikeyPaths&, const MultikeyPaths&) = default;

private:
    std::vector<Components> fields_;
};

// The keys of one index. Rules:
//   missing is keyed as null; an empty array as undefined; an array as one key per element, an array inside an array
//   as itself; a numeric path component means an array's element when the array has that position, unless one of
//   the array's documents has a field of that name too.
// Immutable and shareable between threads; what changes lives in the KeySet and in Scratch.
class KeyGenerator {
public:
    // Working memory of one thread, reusable for any generator.
    struct Scratch {
        KeyBuffer key;
        std::vector<bson::ValueView> values;
    };

    explicit KeyGenerator(const IndexSpec& spec);

    // An empty set of the right kind for generate().
    KeySet makeKeySet() const { return KeySet(ordering_, unique_); }

    // Replaces the content of `keys`, finished; adds to `multikey` the components that went through an array.
    // Throws CannotIndexParallelArrays (171): two fields go through different arrays; 16746: a numeric component is
    // both a position and a field name.
    void generate(bson::DocumentView document, KeySet& keys, MultikeyPaths& multikey, Scratch& scratch) const;

private:
    bool generateWithoutArrays(bson::DocumentView document, KeySet& keys, Scratch& scratch) const;

    std::vector<bson::FieldPath> paths_;
    Ordering ordering_;
    bool unique_;
    bool sparse_;
};

}  // namespace sheaf::index
