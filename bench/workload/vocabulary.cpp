// Builds the workload's texts from a handful of syllables, so that no word list has to be shipped.
#include "bench/workload/vocabulary.h"

#include <array>
#include <vector>

namespace sheaf::bench {
namespace {

constexpr std::array<std::string_view, 20> kSyllables{"ba", "cor", "de", "fin", "ga", "hul", "ji", "kan", "lo", "mer",
                                                      "ni", "pol", "qua", "ris", "su", "tan", "ve", "wil", "xo", "zan"};
constexpr std::array<std::string_view, kMaterialTypes> kTypes{"book", "film",    "album", "journal",
                                                              "map",  "boardgame", "comic", "thesis"};
constexpr std::array<std::string_view, 15> kTagKinds{"genre", "topic", "place", "mood",  "style", "level", "event", "award",
                                                     "shelf", "theme", "tempo", "craft", "trade", "music", "field"};

// Two syllables for the first 400 words, three for the rest: 4 to 9 letters.
std::string makeWord(std::uint32_t word) {
    std::string text(kSyllables[word % 20]);
    text += kSyllables[word / 20 % 20];
    if (word >= 400) text += kSyllables[word / 400];
    return text;
}

std::string capitalised(std::string_view word) {
    std::string text(word);
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
}

template <typename Make>
std::vector<std::string> table(std::uint32_t count, Make make) {
    std::vector<std::string> texts;
    texts.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) texts.push_back(make(i));
    return texts;
}

// "genre-galohul": 15 bytes or nearly, distinct because the words are.
std::string makeTag(std::uint32_t tag) {
    std::string text(kTagKinds[tag % kTagKinds.size()]);
    text += '-';
    text += makeWord(1'000 + tag);
    return text;
}

}  // namespace

std::string_view wordOf(std::uint32_t word) {
    static const std::vector<std::string> words = table(kWords, makeWord);
    return words[word];
}

std::string_view tagOf(std::uint32_t tag) {
    static const std::vector<std::string> tags = table(kTags, makeTag);
    return tags[tag];
}

std::string_view materialTypeOf(std::uint32_t materialId) { return kTypes[materialId % kMaterialTypes]; }

std::string titleOf(std::uint32_t materialId) {
    std::string title = "The ";
    title += capitalised(wordOf(materialId % kWords));
    title += " of ";
    title += capitalised(wordOf(materialId / 10 % kWords));
    return title;
}

std::string memberNameOf(std::uint32_t memberId) {
    std::string name = capitalised(wordOf(memberId % 400));
    name += ' ';
    name += capitalised(wordOf(memberId / 25 % kWords));
    return name;
}

}  // namespace sheaf::bench
