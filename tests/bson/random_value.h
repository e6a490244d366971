// Random values of every BSON type, from small domains so that equal and nearly equal ones meet often.
#pragma once

#include <sheaf/bson/builder.h>

#include <rapidcheck.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace sheaf::bson {

// Numbers of all four types around every place where comparison or conversion may go wrong.
inline std::vector<Value> awkwardNumbers() {
    std::vector<Value> numbers;
    const std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
    const std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
    const std::int64_t two53 = std::int64_t{1} << 53;
    for (std::int32_t n : {0, 1, -1, 2, 2147483647, -2147483647 - 1}) numbers.emplace_back(n);
    for (std::int64_t n : {std::int64_t{0}, std::int64_t{1}, two53 - 1, two53, two53 + 1, two53 + 2, -two53 - 1, kMax,
                           kMax - 1, kMax - 511, kMax - 512, kMax - 513, kMin, kMin + 1}) {
        numbers.emplace_back(n);
    }
    const double inf = std::numeric_limits<double>::infinity();
    for (double d : {0.0, -0.0, 1.0, 1.5, -1.0, 0.1, 5e-324, 2147483648.0, 9007199254740992.0, 9007199254740994.0,
                     9223372036854775808.0, 9223372036854774784.0, -9223372036854775808.0, -9223372036854777856.0, 1e300,
                     std::numeric_limits<double>::max(), inf, -inf, std::numeric_limits<double>::quiet_NaN()}) {
        numbers.emplace_back(d);
    }
    for (const char* text : {"0", "-0", "0E+6111", "0E-6176", "1", "1.00", "1.5", "-1", "0.1", "1E-6176", "2147483648",
                             "0.1000000000000000055511151231257827", "0.1000000000000000055511151231257828",
                             "9007199254740993", "9223372036854775807", "9223372036854775807.5", "9223372036854775808",
                             "-9223372036854775808", "-9223372036854775809", "1E+300", "1E+400", "1E-400",
                             "9.999999999999999999999999999999999E+6144", "Infinity", "-Infinity", "NaN"}) {
        numbers.emplace_back(Decimal128::parse(text));
    }
    return numbers;
}

inline Value randomNumber() {
    static const std::vector<Value> awkward = awkwardNumbers();
    switch (*rc::gen::inRange(0, 6)) {
        case 0: return *rc::gen::inRange(-3, 4);
        case 1: return *rc::gen::arbitrary<std::int64_t>();
        case 2: return *rc::gen::arbitrary<double>();
        case 3: return Decimal128::parse(std::to_string(*rc::gen::arbitrary<std::int64_t>()) + "E" +
                                         std::to_string(*rc::gen::inRange(-30, 12)));
        default: return awkward[*rc::gen::inRange<std::size_t>(0, awkward.size())];
    }
}

inline std::string randomText() {
    return *rc::gen::container<std::string>(*rc::gen::inRange<std::size_t>(0, 4), rc::gen::element('a', 'b', '\0', '\x7F'));
}

inline void appendRandomElements(Builder& builder, int levels);

// One element of any type; `levels` of nesting at the most.
inline void appendRandom(Builder& builder, std::string_view name, int levels) {
    static constexpr std::uint8_t kBytes[] = {1, 2, 3};
    const auto small = *rc::gen::inRange(0, 3);
    ObjectId id;
    id.bytes[11] = static_cast<std::uint8_t>(small);
    switch (*rc::gen::inRange(0, 24)) {
        case 0: builder.append(name, nullptr); break;
        case 1: builder.append(name, Undefined{}); break;
        case 2: builder.append(name, MinKey{}); break;
        case 3: builder.append(name, MaxKey{}); break;
        case 4: builder.append(name, small == 0); break;
        case 5: builder.append(name, Date{small - 1}); break;
        case 6: builder.append(name, Timestamp{static_cast<std::uint32_t>(small) << 31, 1}); break;
        case 7: builder.append(name, id); break;
        case 8: builder.append(name, BinaryView{static_cast<std::uint8_t>(small), kBytes, static_cast<std::size_t>(small)}); break;
        case 9: builder.append(name, RegexView{small == 0 ? "a" : "ab", small == 1 ? "i" : ""}); break;
        case 10: builder.append(name, DbPointerView{randomText(), id}); break;
        case 11: builder.append(name, CodeView{randomText()}); break;
        case 12: builder.append(name, SymbolView{randomText()}); break;
        case 13: builder.appendCodeWithScope(name, randomText(), small == 0 ? make() : make("x", small)); break;
        case 14:
        case 15:
        case 16: builder.append(name, randomText()); break;
        case 17:
        case 18:
            builder.openDocument(name);
            if (levels > 0) appendRandomElements(builder, levels - 1);
            builder.close();
            break;
        case 19:
            builder.openArray(name);
            for (int at = 0; levels > 0 && at < small; ++at) appendRandom(builder, std::to_string(at), levels - 1);
            builder.close();
            break;
        default: builder.append(name, randomNumber()); break;
    }
}

inline void appendRandomElements(Builder& builder, int levels) {
    for (int count = *rc::gen::inRange(0, 4); count > 0; --count) {
        appendRandom(builder, *rc::gen::element<std::string>("", "a", "b", "a longer name"), levels);
    }
}

inline Document randomDocument(int levels = 3) {
    Builder builder;
    appendRandomElements(builder, levels);
    return builder.take();
}

inline Value randomValue(int levels = 2) {
    Builder builder;
    appendRandom(builder, "v", levels);
    return Value(builder.finish()["v"]);
}

}  // namespace sheaf::bson
