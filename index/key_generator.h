// Computes the index keys of a document by MongoDB's multikey rules.
#pragma once

#include "index/key_set.h"
#include "index/path_slots.h"
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

// Working memory of one thread for key generation, reusable with any generator.
struct KeyScratch {
    KeyBuffer key;  // for a caller that encodes a key of its own
    std::vector<PathSlots::Slot> slots;
};

// The keys of one index. Rules:
//   missing is keyed as null; an empty array as undefined; an array as one key per element, an array inside an array
//   as itself; a numeric path component means an array's element when the array has that position, unless one of
//   the array's documents has a field of that name too.
// Immutable, so shareable between threads; what changes lives in the KeySet and in the scratch.
class KeyGenerator {
public:
    using Scratch = KeyScratch;

    explicit KeyGenerator(const IndexSpec& spec);

    // An empty set of the right kind for generate().
    KeySet makeKeySet() const { return KeySet(ordering_, unique_); }

    // Replaces the content of `keys`, finished; adds to `multikey` the components that went through an array.
    // Throws CannotIndexParallelArrays (171): two fields go through different arrays; 16746: a numeric component is
    // both a position and a field name.
    void generate(bson::DocumentView document, KeySet& keys, MultikeyPaths& multikey, KeyScratch& scratch) const;

private:
    friend class KeyGenerators;

    void generateFrom(bson::DocumentView document, const std::vector<std::uint32_t>& slotOfField, KeySet& keys,
                      MultikeyPaths& multikey, KeyScratch& scratch) const;
    void addKey(const std::vector<std::uint32_t>& slotOfField, std::size_t arrayField, bson::ValueView element,
                KeySet& keys, const KeyScratch& scratch) const;

    std::vector<bson::FieldPath> paths_;
    Ordering ordering_;
    bool unique_;
    bool sparse_;
    PathSlots pathSlots_;
    std::vector<std::uint32_t> slotOfField_;
};

// The keys of all indexes of a collection, from one walk over the document.
class KeyGenerators {
public:
    KeyGenerators() = default;
    explicit KeyGenerators(const std::vector<const IndexSpec*>& specs);

    std::size_t size() const { return generators_.size(); }
    const KeyGenerator& operator[](std::size_t at) const { return generators_[at]; }
    std::vector<KeySet> makeKeySets() const;

    // As KeyGenerator::generate, for every index: `keys` and `multikey` have size() elements, in the same order.
    void generate(bson::DocumentView document, std::vector<KeySet>& keys, std::vector<MultikeyPaths>& multikey,
                  KeyScratch& scratch) const;

private:
    std::vector<KeyGenerator> generators_;
    PathSlots pathSlots_;
    std::vector<std::vector<std::uint32_t>> slotOfField_;  // per index
};

}  // namespace sheaf::index
