// Key generation: quick where at most one field is an array, by ArrayExpander otherwise.

#include "index/key_generator.h"

#include "bson/raise.h"
#include "index/array_expander.h"

namespace sheaf::index {
namespace {

constexpr std::size_t kNoField = ~std::size_t{0};

// Encodes what the expansion finds.
class KeyCollector final : public ArrayExpander {
public:
    KeyCollector(const std::vector<bson::FieldPath>& paths, bool sparse, MultikeyPaths& multikey, KeySet& keys)
        : ArrayExpander(paths, sparse, multikey), keys_(keys) {}

private:
    void key(const std::vector<bson::ValueView>& values) override {
        for (const bson::ValueView value : values) keys_.append(value);
        keys_.endKey();
    }

    KeySet& keys_;
};

}  // namespace

KeyGenerator::KeyGenerator(const IndexSpec& spec)
    : ordering_(spec.keyPattern.ordering()), unique_(spec.isUniqueInTree()), sparse_(spec.sparse) {
    for (const KeyField& field : spec.keyPattern.fields()) {
        paths_.push_back(field.path);
        slotOfField_.push_back(pathSlots_.add(field.path));
    }
}

void KeyGenerator::generate(bson::DocumentView document, KeySet& keys, MultikeyPaths& multikey,
                            KeyScratch& scratch) const {
    pathSlots_.extract(document, scratch.slots);
    generateFrom(document, slotOfField_, keys, multikey, scratch);
}

void KeyGenerator::addKey(const std::vector<std::uint32_t>& slotOfField, std::size_t arrayField, bson::ValueView element,
                          KeySet& keys, const KeyScratch& scratch) const {
    for (std::size_t field = 0; field < slotOfField.size(); ++field) {
        keys.append(field == arrayField ? element : scratch.slots[slotOfField[field]].value);
    }
    keys.endKey();
}

void KeyGenerator::generateFrom(bson::DocumentView document, const std::vector<std::uint32_t>& slotOfField, KeySet& keys,
                                MultikeyPaths& multikey, KeyScratch& scratch) const {
    using State = PathSlots::State;
    keys.clear();
    std::size_t arrayField = kNoField;
    std::size_t missing = 0;
    bool isPlain = true;
    for (std::size_t field = 0; field < slotOfField.size(); ++field) {
        const State state = scratch.slots[slotOfField[field]].state;
        if (state == State::InnerArray || (state == State::LeafArray && arrayField != kNoField)) isPlain = false;
        if (state == State::LeafArray) arrayField = field;
        if (state == State::Missing) ++missing;
    }
    if (!isPlain) {
        KeyCollector(paths_, sparse_, multikey, keys).expand(document);
    } else if (arrayField == kNoField) {
        if (!sparse_ || missing < slotOfField.size()) addKey(slotOfField, kNoField, {}, keys, scratch);
    } else {
        multikey.add(arrayField, paths_[arrayField].size() - 1);
        const bson::ArrayView array = scratch.slots[slotOfField[arrayField]].value.asArray();
        for (const bson::ValueView& element : array) addKey(slotOfField, arrayField, element, keys, scratch);
        if (keys.isEmpty()) {
            addKey(slotOfField, arrayField, bson::ValueView(bson::Type::Undefined, nullptr, 0), keys, scratch);
        }
    }
    keys.finish();
}

KeyGenerators::KeyGenerators(const std::vector<const IndexSpec*>& specs) {
    for (const IndexSpec* spec : specs) {
        generators_.emplace_back(*spec);
        std::vector<std::uint32_t>& slots = slotOfField_.emplace_back();
        for (const KeyField& field : spec->keyPattern.fields()) slots.push_back(pathSlots_.add(field.path));
    }
}

std::vector<KeySet> KeyGenerators::makeKeySets() const {
    std::vector<KeySet> keys;
    for (const KeyGenerator& generator : generators_) keys.push_back(generator.makeKeySet());
    return keys;
}

void KeyGenerators::generate(bson::DocumentView document, std::vector<KeySet>& keys,
                             std::vector<MultikeyPaths>& multikey, KeyScratch& scratch) const {
    SHEAF_INVARIANT(keys.size() == size() && multikey.size() == size(), "one set per index");
    pathSlots_.extract(document, scratch.slots);
    for (std::size_t at = 0; at < size(); ++at) {
        generators_[at].generateFrom(document, slotOfField_[at], keys[at], multikey[at], scratch);
    }
}

}  // namespace sheaf::index
