// Encodes index keys by hand: whole numbers, dates, texts and RecordIds.
#include "bench/floor/keys.h"

namespace sheaf::bench::floor {
namespace {

constexpr char kZero = 0x2C;
constexpr char kPositive = 0x2D;  // plus the number of bytes that follow
constexpr char kText = 0x3C;
constexpr char kDate = 0x78;

void appendBigEndian(std::string& out, std::uint64_t value, int bytes) {
    for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) out += static_cast<char>(value >> shift);
}

}  // namespace

void KeyWriter::invertFrom(std::size_t start) {
    for (std::size_t i = start; i < out_.size(); ++i) out_[i] = static_cast<char>(~out_[i]);
}

KeyWriter& KeyWriter::integer(std::int64_t value, Order order) {
    const std::size_t start = out_.size();
    const std::uint64_t doubled = static_cast<std::uint64_t>(value) * 2;
    int bytes = 0;
    while (bytes < 8 && (doubled >> (8 * bytes)) != 0) ++bytes;
    out_ += static_cast<char>(value == 0 ? kZero : kPositive + bytes);
    appendBigEndian(out_, doubled, bytes);
    if (order == Order::Descending) invertFrom(start);
    return *this;
}

KeyWriter& KeyWriter::date(std::int64_t ms, Order order) {
    const std::size_t start = out_.size();
    out_ += kDate;
    appendBigEndian(out_, static_cast<std::uint64_t>(ms) ^ (std::uint64_t{1} << 63), 8);
    if (order == Order::Descending) invertFrom(start);
    return *this;
}

KeyWriter& KeyWriter::text(std::string_view value) {
    out_ += kText;
    out_ += value;
    out_ += '\0';
    return *this;
}

KeyWriter& KeyWriter::recordId(std::uint64_t id) {
    int extra = 0;
    while (extra < 6 && (id >> (10 + 8 * extra)) != 0) ++extra;
    const int bits = 8 * (extra + 2);
    const std::uint64_t packed = (static_cast<std::uint64_t>(extra + 1) << (bits - 3)) | (id << 3) |
                                 static_cast<std::uint64_t>(extra);
    appendBigEndian(out_, packed, extra + 2);
    return *this;
}

std::uint64_t recordIdOf(std::string_view key) {
    const std::size_t bytes = (static_cast<unsigned char>(key.back()) & 7U) + 2U;
    return leadingRecordId(key.substr(key.size() - bytes));
}

std::uint64_t leadingRecordId(std::string_view value) {
    const auto first = static_cast<unsigned char>(value[0]);
    const std::size_t bytes = (first >> 5U) + 1U;
    std::uint64_t packed = first & 0x1FU;
    for (std::size_t i = 1; i < bytes; ++i) packed = packed << 8 | static_cast<unsigned char>(value[i]);
    return packed >> 3;
}

}  // namespace sheaf::bench::floor
