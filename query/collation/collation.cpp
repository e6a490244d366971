// Collation on ICU's collators.
#include "query/collation/collation.h"

#include "bson/hash.h"
#include "bson/raise.h"
#include "query/collation/specification.h"

#include <sheaf/bson/builder.h>

#include <unicode/coll.h>
#include <unicode/strenum.h>
#include <unicode/ucol.h>
#include <unicode/uversion.h>

#include <algorithm>
#include <cstring>

namespace sheaf::query {
namespace {

// MongoDB's own version, which exported options name.
constexpr std::string_view kMongoVersion = "57.1";
constexpr int kMaxDepth = 250;  // no valid document is deeper

void requireSuccess(UErrorCode status, std::string_view what) {
    if (U_FAILURE(status)) raise(ErrorCode::BadValue, "ICU refuses ", what, ": ", u_errorName(status));
}

std::unique_ptr<icu::Collator> collatorFor(const icu::Locale& locale) {
    UErrorCode status = U_ZERO_ERROR;
    std::unique_ptr<icu::Collator> collator(icu::Collator::createInstance(locale, status));
    requireSuccess(status, "the locale");
    return collator;
}

// ICU takes any name and falls back to something near; MongoDB wants the name of a locale that has a collation.
bool isKnownLocale(const std::string& name, const icu::Locale& locale) {
    if (name.empty() || locale.isBogus() || name != locale.getName()) return false;
    const icu::Locale base(locale.getBaseName());
    UErrorCode status = U_ZERO_ERROR;
    const icu::Locale valid = collatorFor(base)->getLocale(ULOC_VALID_LOCALE, status);
    if (U_FAILURE(status) || std::strcmp(valid.getName(), base.getName()) != 0) return false;
    if (name == base.getName()) return true;
    char type[ULOC_KEYWORDS_CAPACITY] = {};
    locale.getKeywordValue("collation", type, sizeof type, status);
    const std::string whole = std::string(base.getName()) + "@collation=" + type;
    if (U_FAILURE(status) || name != whole) return false;
    std::unique_ptr<icu::StringEnumeration> types(
        icu::Collator::getKeywordValuesForLocale("collation", base, false, status));
    if (U_FAILURE(status)) return false;
    while (const char* known = types->next(nullptr, status)) {
        if (std::strcmp(known, type) == 0) return true;
    }
    return false;
}

icu::StringPiece piece(std::string_view text) { return {text.data(), static_cast<std::int32_t>(text.size())}; }

}  // namespace

struct Collation::Collator {
    std::unique_ptr<icu::Collator> icu;

    explicit Collator(const CollationSpecification& wanted, bson::DocumentView given) {
        const icu::Locale locale = icu::Locale::createFromName(wanted.locale.c_str());
        const bool hasNull = wanted.locale.find('\0') != std::string::npos;
        if (hasNull || !isKnownLocale(wanted.locale, locale)) {
            raise(ErrorCode::BadValue, "Field 'locale' is invalid in: ", given);
        }
        if (wanted.version && *wanted.version != U_ICU_VERSION && *wanted.version != kMongoVersion) {
            raise(ErrorCode::IncompatibleCollationVersion, "Requested collation version ", *wanted.version,
                  " but the only available collator version was ", U_ICU_VERSION);
        }
        icu = collatorFor(locale);
    }

    void set(UColAttribute attribute, UColAttributeValue value) {
        UErrorCode status = U_ZERO_ERROR;
        icu->setAttribute(attribute, value, status);
        requireSuccess(status, "an option");
    }
    void set(UColAttribute attribute, std::optional<bool> value) {
        if (value) set(attribute, *value ? UCOL_ON : UCOL_OFF);
    }
    UColAttributeValue get(UColAttribute attribute) const {
        UErrorCode status = U_ZERO_ERROR;
        const UColAttributeValue value = icu->getAttribute(attribute, status);
        requireSuccess(status, "an option");
        return value;
    }
    bool isOn(UColAttribute attribute) const { return get(attribute) == UCOL_ON; }

    void apply(const CollationSpecification& wanted);
    bson::Document describe(const CollationSpecification& wanted) const;
};

void Collation::Collator::apply(const CollationSpecification& wanted) {
    constexpr UColAttributeValue kStrengths[] = {UCOL_PRIMARY, UCOL_SECONDARY, UCOL_TERTIARY, UCOL_QUATERNARY,
                                                 UCOL_IDENTICAL};
    constexpr UColAttributeValue kCaseFirst[] = {UCOL_OFF, UCOL_UPPER_FIRST, UCOL_LOWER_FIRST};
    constexpr UColAttributeValue kAlternate[] = {UCOL_NON_IGNORABLE, UCOL_SHIFTED};
    if (wanted.strength) set(UCOL_STRENGTH, kStrengths[*wanted.strength - 1]);
    if (wanted.caseFirst) set(UCOL_CASE_FIRST, kCaseFirst[static_cast<std::size_t>(*wanted.caseFirst)]);
    if (wanted.alternate) set(UCOL_ALTERNATE_HANDLING, kAlternate[static_cast<std::size_t>(*wanted.alternate)]);
    set(UCOL_CASE_LEVEL, wanted.caseLevel);
    set(UCOL_NUMERIC_COLLATION, wanted.numericOrdering);
    set(UCOL_NORMALIZATION_MODE, wanted.normalization);
    set(UCOL_FRENCH_COLLATION, wanted.backwards);
    if (wanted.maxVariable) {
        UErrorCode status = U_ZERO_ERROR;
        const bool isSpace = *wanted.maxVariable == MaxVariable::Space;
        icu->setMaxVariable(isSpace ? UCOL_REORDER_CODE_SPACE : UCOL_REORDER_CODE_PUNCTUATION, status);
        requireSuccess(status, "maxVariable");
    }
}

bson::Document Collation::Collator::describe(const CollationSpecification& wanted) const {
    const UColAttributeValue caseFirst = get(UCOL_CASE_FIRST);
    const UColAttributeValue strength = get(UCOL_STRENGTH);
    const bool isSpace = icu->getMaxVariable() == UCOL_REORDER_CODE_SPACE;
    const bool isShifted = get(UCOL_ALTERNATE_HANDLING) == UCOL_SHIFTED;
    bson::Builder builder;
    builder.append("locale", wanted.locale)
        .append("caseLevel", isOn(UCOL_CASE_LEVEL))
        .append("caseFirst", nameOf(caseFirst == UCOL_OFF           ? CaseFirst::Off
                                    : caseFirst == UCOL_UPPER_FIRST ? CaseFirst::Upper
                                                                    : CaseFirst::Lower))
        .append("strength", strength == UCOL_IDENTICAL ? std::int32_t{5} : static_cast<std::int32_t>(strength) + 1)
        .append("numericOrdering", isOn(UCOL_NUMERIC_COLLATION))
        .append("alternate", nameOf(isShifted ? Alternate::Shifted : Alternate::NonIgnorable))
        .append("maxVariable", nameOf(isSpace ? MaxVariable::Space : MaxVariable::Punctuation))
        .append("normalization", isOn(UCOL_NORMALIZATION_MODE))
        .append("backwards", isOn(UCOL_FRENCH_COLLATION))
        .append("version", U_ICU_VERSION);
    return builder.take();
}

Collation::Collation(bson::DocumentView specification) {
    const CollationSpecification wanted = CollationSpecification::parse(specification);
    if (wanted.isSimple()) return;
    auto collator = std::make_unique<Collator>(wanted, specification);
    collator->apply(wanted);
    specification_ = collator->describe(wanted);
    collator_ = std::move(collator);
}

Collation::~Collation() = default;

CollationPtr Collation::parse(bson::DocumentView specification) {
    if (specification.isEmpty()) return nullptr;
    struct Last {
        bson::Document specification;
        CollationPtr collation;
    };
    thread_local Last last;
    if (std::ranges::equal(last.specification.view().bytes(), specification.bytes())) return last.collation;
    const CollationPtr parsed(new Collation(specification));
    last = {specification.copy(), parsed->collator_ ? parsed : nullptr};
    return last.collation;
}

int Collation::compare(std::string_view a, std::string_view b) const {
    UErrorCode status = U_ZERO_ERROR;
    const UCollationResult result = collator_->icu->compareUTF8(piece(a), piece(b), status);
    return result == UCOL_LESS ? -1 : result == UCOL_GREATER ? 1 : 0;
}

void Collation::appendSortKey(std::string_view text, bson::Buffer& out) const {
    const icu::UnicodeString wide = icu::UnicodeString::fromUTF8(piece(text));
    constexpr std::int32_t kGuess = 64;
    const std::size_t start = out.size();
    out.extend(kGuess);
    std::int32_t size = collator_->icu->getSortKey(wide, out.data() + start, kGuess);
    if (size > kGuess) {
        out.truncate(start);
        out.extend(static_cast<std::size_t>(size));
        size = collator_->icu->getSortKey(wide, out.data() + start, size);
    }
    out.truncate(start + static_cast<std::size_t>(std::max(size - 1, 0)));  // without the null byte at its end
}

std::uint64_t Collation::hash(std::string_view text, std::uint64_t seed) const {
    bson::Buffer key;
    appendSortKey(text, key);
    return bson::hashBytes({key.data(), key.size()}, seed);
}

namespace {

void appendCollated(bson::Builder& builder, std::string_view name, bson::ValueView value, const Collation& collation,
                    bson::Buffer& key, int depth) {
    if (depth > kMaxDepth) raise(ErrorCode::Overflow, "documents nested deeper than ", kMaxDepth, " levels");
    if (value.isString() || value.type() == bson::Type::Symbol) {
        key.clear();
        collation.appendSortKey(value.asString(), key);
        builder.append(name, std::string_view(reinterpret_cast<const char*>(key.data()), key.size()));
    } else if (value.isDocument() || value.isArray()) {
        if (value.isDocument()) builder.openDocument(name);
        else builder.openArray(name);
        for (const bson::Element& element : value.asDocument()) {
            appendCollated(builder, element.name, element.value, collation, key, depth + 1);
        }
        builder.close();
    } else {
        builder.append(name, value);
    }
}

}  // namespace

bson::ValueView collated(bson::ValueView value, const Collation& collation, bson::Buffer& out) {
    if (!holdsString(value)) return value;
    out.clear();
    bson::Buffer key;
    bson::Builder builder(out);
    appendCollated(builder, "", value, collation, key, 0);
    builder.finish();
    return bson::DocumentView::trusted(out.data(), static_cast<std::uint32_t>(out.size())).begin()->value;
}

bool holdsString(bson::ValueView value) {
    if (value.isString() || value.type() == bson::Type::Symbol) return true;
    if (!value.isDocument() && !value.isArray()) return false;
    const bson::DocumentView document = value.asDocument();
    return std::any_of(document.begin(), document.end(), [](const bson::Element& e) { return holdsString(e.value); });
}

bool sameCollation(const CollationPtr& a, const CollationPtr& b) {
    if (a == b) return true;
    return a && b && std::ranges::equal(a->specification().view().bytes(), b->specification().view().bytes());
}

}  // namespace sheaf::query
