// Compares the values of vectors.
#include "tests/vectors/equality.h"

#include "bson/decimal.h"
#include "bson/number.h"

#include <sheaf/bson/builder.h>
#include <sheaf/bson/compare.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace sheaf::test {
namespace {

using bson::Decimal128;
using bson::Type;

constexpr double kDoubleTolerance = 1e-12;
constexpr double kDoubleToleranceNearZero = 1e-14;

bool isNear(double a, double b) {
    const double difference = std::fabs(a - b);
    return difference <= kDoubleToleranceNearZero || difference <= kDoubleTolerance * std::max(std::fabs(a), std::fabs(b));
}

bool isNear(Decimal128 a, Decimal128 b) {
    static const Decimal128 tolerance = Decimal128::parse("1E-30");
    const Decimal128 difference = bson::decimal::absolute(bson::decimal::subtract(a, b));
    const Decimal128 larger = bson::decimal::compare(bson::decimal::absolute(a), bson::decimal::absolute(b)) < 0 ? b : a;
    const Decimal128 allowed = bson::decimal::multiply(bson::decimal::absolute(larger), tolerance);
    return bson::decimal::compare(difference, allowed) <= 0;
}

bool isFinite(ValueView number) {
    if (number.type() == Type::Double) return std::isfinite(number.asDouble());
    if (number.type() != Type::Decimal128) return true;
    return !bson::decimal::isNaN(number.asDecimal128()) && !bson::decimal::isInfinite(number.asDecimal128());
}

bool areSameNumbers(ValueView expected, ValueView actual, const Exactness& exactness) {
    if (!exactness.looseNumbers && expected.type() != actual.type()) return false;
    if (exactness.isApproximate && isFinite(expected) && isFinite(actual)) {
        if (expected.type() == Type::Decimal128 && actual.type() == Type::Decimal128) {
            return isNear(expected.asDecimal128(), actual.asDecimal128());
        }
        return isNear(bson::toDouble(expected), bson::toDouble(actual));
    }
    if (expected.type() == Type::Decimal128 && !exactness.looseNumbers) {
        return expected.asDecimal128().toString() == actual.asDecimal128().toString();
    }
    return bson::compareNumbers(expected, actual) == 0;
}

bool areSameRegexes(bson::RegexView a, bson::RegexView b) {
    std::string left(a.options);
    std::string right(b.options);
    std::sort(left.begin(), left.end());
    std::sort(right.begin(), right.end());
    return a.pattern == b.pattern && left == right;
}

bool areSameDocuments(DocumentView expected, DocumentView actual, const Exactness& exactness) {
    if (!exactness.looseFieldOrder) {
        auto other = actual.begin();
        for (const bson::Element& element : expected) {
            if (other == actual.end() || other->name != element.name) return false;
            if (!isSame(element.value, other->value, exactness)) return false;
            ++other;
        }
        return other == actual.end();
    }
    if (expected.countElements() != actual.countElements()) return false;
    return std::all_of(expected.begin(), expected.end(), [&](const bson::Element& element) {
        const ValueView value = actual[element.name];
        return !value.isMissing() && isSame(element.value, value, exactness);
    });
}

std::vector<ValueView> elementsOf(ValueView array) {
    return {array.asArray().begin(), array.asArray().end()};
}

bool isSameDocument(ValueView expected, ValueView actual, const Exactness& exactness, GeneratedId generated) {
    if (generated == GeneratedId::Compared || !expected.isDocument() || !actual.isDocument()) {
        return isSame(expected, actual, exactness);
    }
    const DocumentView document = actual.asDocument();
    const auto first = document.begin();
    if (expected.asDocument().contains("_id") || first == document.end() || first->name != "_id" ||
        first->value.type() != Type::ObjectId) {
        return isSame(expected, actual, exactness);
    }
    bson::Builder rest;
    for (const bson::Element& element : document) {
        if (element.name.data() != first->name.data()) rest.append(element);
    }
    const Document without = rest.take();
    return isSame(expected, without.view().asValue(), exactness);
}

}  // namespace

bool isSame(ValueView expected, ValueView actual, const Exactness& exactness) {
    if (expected.isNumber() && actual.isNumber()) return areSameNumbers(expected, actual, exactness);
    if (expected.type() != actual.type()) return false;
    switch (expected.type()) {
        case Type::Document:
            return areSameDocuments(expected.asDocument(), actual.asDocument(), exactness);
        case Type::Array:
            if (exactness.arraysAsSets) {
                return isSameMultiset(elementsOf(expected), elementsOf(actual), exactness, GeneratedId::Compared);
            }
            return isSameList(elementsOf(expected), elementsOf(actual), exactness, GeneratedId::Compared);
        case Type::Regex:
            return areSameRegexes(expected.asRegex(), actual.asRegex());
        default:
            return bson::identical(expected, actual);
    }
}

bool isSameList(const std::vector<ValueView>& expected, const std::vector<ValueView>& actual, const Exactness& exactness,
                GeneratedId generated) {
    return std::equal(expected.begin(), expected.end(), actual.begin(), actual.end(), [&](ValueView a, ValueView b) {
        return isSameDocument(a, b, exactness, generated);
    });
}

// Greedy: exact because equality is transitive, but for approximate values, where a better partner may be taken.
bool isSameMultiset(const std::vector<ValueView>& expected, const std::vector<ValueView>& actual,
                    const Exactness& exactness, GeneratedId generated) {
    if (expected.size() != actual.size()) return false;
    std::vector<ValueView> rest = actual;
    for (const ValueView value : expected) {
        const auto found = std::find_if(rest.begin(), rest.end(), [&](ValueView other) {
            return isSameDocument(value, other, exactness, generated);
        });
        if (found == rest.end()) return false;
        rest.erase(found);
    }
    return true;
}

}  // namespace sheaf::test
