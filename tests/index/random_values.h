// Random values of every BSON type, drawn so that equal and nearly equal ones are frequent.
#pragma once

#include "bson/decimal.h"

#include <sheaf/bson/builder.h>
#include <sheaf/bson/document.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

namespace sheaf::index {

class RandomValues {
public:
    explicit RandomValues(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9E3779B97F4A7C15;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
        z = (z ^ z >> 27) * 0x94D049BB133111EB;
        return z ^ z >> 31;
    }
    std::uint64_t below(std::uint64_t bound) { return next() % bound; }
    bool chance(std::uint64_t oneIn) { return below(oneIn) == 0; }

    // A number of any type, NaN and infinities among them.
    bson::Value number() {
        switch (below(4)) {
            case 0: return bson::Value(static_cast<std::int32_t>(integer()));
            case 1: return bson::Value(integer());
            case 2: return bson::Value(real());
            default: return bson::Value(decimal());
        }
    }

    // Never missing at the top when `depth` is positive; documents and arrays nest at most `depth` levels.
    bson::Value value(int depth) {
        bson::Builder out;
        append(out, "v", depth);
        const bson::Document document = out.take();
        return bson::Value(document["v"]);
    }

    std::string text() {
        static constexpr char kBytes[] = {0, 1, 'a', 'b', char(0xFE), char(0xFF)};
        std::string text;
        for (std::uint64_t size = below(5); size > 0; --size) text += kBytes[below(sizeof kBytes)];
        return text;
    }

private:
    std::int64_t integer() {
        switch (below(5)) {
            case 0: return static_cast<std::int64_t>(below(7)) - 3;
            case 1: return static_cast<std::int64_t>(next() >> below(64));
            case 2: return -static_cast<std::int64_t>(next() >> (1 + below(63)));
            case 3: return near(std::int64_t{1} << below(63));
            default: return near(std::numeric_limits<std::int64_t>::min());
        }
    }
    std::int64_t near(std::int64_t value) {
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(value) + below(5) - 2);
    }

    double real() {
        switch (below(8)) {
            case 0: return static_cast<double>(integer());
            case 1: return std::bit_cast<double>(next());
            case 2: return static_cast<double>(static_cast<std::int64_t>(below(4001)) - 2000) / 8;
            case 3: return static_cast<double>(static_cast<std::int64_t>(below(4001)) - 2000) / 100;
            case 4: return std::nextafter(static_cast<double>(integer()), below(2) == 0 ? 1e300 : -1e300);
            case 5: return std::ldexp(1.0 + static_cast<double>(below(3)) / 4, static_cast<int>(below(2200)) - 1100);
            case 6: {
                static constexpr double kSpecial[] = {0.0, -0.0, std::numeric_limits<double>::infinity(),
                    -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN(),
                    std::numeric_limits<double>::max(), std::numeric_limits<double>::denorm_min(), 0x1p63, -0x1p63};
                return kSpecial[below(std::size(kSpecial))];
            }
            default: return (static_cast<double>(next() >> 11) - 0x1p52) * 0x1p-50;
        }
    }

    bson::Decimal128 decimal() {
        const std::string sign = chance(2) ? "-" : "";
        switch (below(7)) {
            case 0: return bson::decimal::fromDouble(real());
            case 1: return bson::Decimal128::fromInt64(integer());
            case 2: return bson::Decimal128::parse(sign + std::to_string(below(4000)) + "E-2");
            case 3: return bson::Decimal128::parse(sign + digits(1 + below(34)) + "E" + std::to_string(int(below(40)) - 38));
            case 4: return bson::Decimal128::parse(sign + digits(1 + below(34)) + "E" + std::to_string(int(below(12200)) - 6176));
            case 5: {
                static constexpr const char* kSpecial[] = {"0", "-0", "0E+3", "-0E-6176", "0E+6111", "NaN", "Infinity",
                    "-Infinity", "1E-6176", "9.999999999999999999999999999999999E+6144", "9223372036854775808",
                    "9223372036854775807.5", "-9223372036854775808", "36028797018963967.5", "0.1", "1.50", "100"};
                return bson::Decimal128::parse(kSpecial[below(std::size(kSpecial))]);
            }
            default: return bson::Decimal128::parse(sign + std::to_string(below(300)) + ".50" + std::string(below(20), '0'));
        }
    }
    std::string digits(std::uint64_t count) {
        std::string text;
        const bool isSparse = chance(3);
        while (text.size() < count) text += isSparse && !text.empty() ? '0' : static_cast<char>('0' + below(10));
        return text;
    }

    bson::ObjectId objectId() {
        bson::ObjectId id;
        id.bytes.fill(static_cast<std::uint8_t>(below(3) * 127));
        id.bytes[11] = static_cast<std::uint8_t>(below(256));
        return id;
    }

    void append(bson::Builder& out, std::string_view name, int depth) {
        const std::uint64_t kinds = depth > 1 ? 22 : 18;
        switch (below(kinds)) {
            case 0: out.append(name, bson::MinKey{}); return;
            case 1: out.append(name, bson::MaxKey{}); return;
            case 2: out.append(name, bson::Undefined{}); return;
            case 3: out.append(name, nullptr); return;
            case 4: out.append(name, below(2) == 0); return;
            case 5: out.append(name, bson::Date{integer()}); return;
            case 6: out.append(name, bson::Timestamp{static_cast<std::uint32_t>(integer()), static_cast<std::uint32_t>(below(3))}); return;
            case 7: out.append(name, objectId()); return;
            case 8: binary(out, name); return;
            case 9: out.append(name, bson::RegexView{plain(), chance(2) ? "i" : ""}); return;
            case 10: out.append(name, bson::DbPointerView{plain(), objectId()}); return;
            case 11: out.append(name, bson::CodeView{keep(text())}); return;
            case 12: out.append(name, bson::SymbolView{keep(text())}); return;
            case 13:
            case 14: out.append(name, std::string_view(keep(text()))); return;
            case 15:
            case 16:
            case 17: out.append(name, number()); return;
            case 18: codeWithScope(out, name, depth); return;
            case 19:
            case 20: {
                out.openDocument(name);
                fill(out, depth, false);
                out.close();
                return;
            }
            default: {
                out.openArray(name);
                fill(out, depth, true);
                out.close();
                return;
            }
        }
    }

    void fill(bson::Builder& out, int depth, bool isArray) {
        static constexpr const char* kNames[] = {"", "a", "ab", "b"};
        for (std::uint64_t left = below(4), at = 0; left > 0; --left, ++at) {
            append(out, isArray ? std::to_string(at) : std::string(kNames[below(4)]), depth - 1);
        }
    }
    void codeWithScope(bson::Builder& out, std::string_view name, int depth) {
        bson::Builder scope;
        fill(scope, depth, false);
        out.appendCodeWithScope(name, keep(text()), scope.finish());
    }
    void binary(bson::Builder& out, std::string_view name) {
        const std::size_t size = chance(8) ? 253 + below(5) : below(4);
        keep(std::string(size, chance(2) ? 'x' : '\0') + (size > 0 && chance(3) ? "" : ""));
        if (size > 0 && chance(2)) kept_[size - 1] = static_cast<char>(below(256));
        const auto subtype = static_cast<std::uint8_t>(chance(2) ? 0 : 128 + below(2));
        out.append(name, bson::BinaryView{subtype, reinterpret_cast<const std::uint8_t*>(kept_.data()), size});
    }
    std::string_view plain() {
        static constexpr const char* kTexts[] = {"", "a", "ab", "a.b", "b"};
        return kTexts[below(5)];
    }
    const std::string& keep(std::string text) { return kept_ = std::move(text); }

    std::uint64_t state_;
    std::string kept_;
};

}  // namespace sheaf::index
