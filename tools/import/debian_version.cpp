// Compares Debian's version numbers part by part.
#include "tools/import/debian_version.h"

namespace sheaf::tools {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

struct Version {
    std::string_view epoch;
    std::string_view upstream;
    std::string_view revision;
};

Version split(std::string_view text) {
    Version version;
    if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
        version.epoch = text.substr(0, colon);
        text.remove_prefix(colon + 1);
    }
    const std::size_t hyphen = text.rfind('-');
    version.upstream = text.substr(0, hyphen);
    if (hyphen != std::string_view::npos) version.revision = text.substr(hyphen + 1);
    return version;
}

// Of what stands first outside of numbers: a tilde, the end or a digit, a letter, anything else.
int weightOf(std::string_view text) {
    if (text.empty() || isDigit(text.front())) return 0;
    if (text.front() == '~') return -1;
    const int character = static_cast<unsigned char>(text.front());
    return isLetter(text.front()) ? character : character + 256;
}

std::string_view takeNumber(std::string_view& text) {
    while (!text.empty() && text.front() == '0') text.remove_prefix(1);
    std::size_t digits = 0;
    while (digits < text.size() && isDigit(text[digits])) ++digits;
    const std::string_view number = text.substr(0, digits);
    text.remove_prefix(digits);
    return number;
}

int compareParts(std::string_view a, std::string_view b) {
    while (!a.empty() || !b.empty()) {
        while ((!a.empty() && !isDigit(a.front())) || (!b.empty() && !isDigit(b.front()))) {
            const int difference = weightOf(a) - weightOf(b);
            if (difference != 0) return difference;
            if (!a.empty()) a.remove_prefix(1);
            if (!b.empty()) b.remove_prefix(1);
        }
        const std::string_view first = takeNumber(a);
        const std::string_view second = takeNumber(b);
        if (first.size() != second.size()) return first.size() < second.size() ? -1 : 1;
        if (const int order = first.compare(second); order != 0) return order;
    }
    return 0;
}

}  // namespace

int compareDebianVersions(std::string_view a, std::string_view b) {
    const Version first = split(a);
    const Version second = split(b);
    if (const int order = compareParts(first.epoch, second.epoch); order != 0) return order;
    if (const int order = compareParts(first.upstream, second.upstream); order != 0) return order;
    return compareParts(first.revision, second.revision);
}

}  // namespace sheaf::tools
