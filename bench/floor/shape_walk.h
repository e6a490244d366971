// A walk that remembers the shape of the last document: the heads (type, name, null byte) of its elements, in order.
// Where the next document has the same head at the same turn, comparing it is all that finding the field costs.
#pragma once

#include "bench/floor/walk.h"

#include <array>
#include <string>
#include <vector>

namespace sheaf::bench::floor {

template <std::size_t N>
class ShapeWalk {
public:
    // Names of the fields of one level, wanted in any order.
    explicit ShapeWalk(std::array<std::string_view, N> names) : names_(names) {}

    // The values of the wanted fields; null where there is none. Stops when all are found.
    const std::array<const std::uint8_t*, N>& find(Span elements) {
        if (!follow(elements)) learn(elements);
        return values_;
    }

private:
    struct Turn {
        std::string head;
        int slot;  // of the wanted field, or -1
    };

    bool follow(Span elements) {
        const std::uint8_t* at = elements.data;
        for (const Turn& turn : turns_) {
            const auto left = static_cast<std::size_t>(elements.end - at);
            if (left < turn.head.size() || std::memcmp(at, turn.head.data(), turn.head.size()) != 0) return false;
            const std::uint8_t* value = at + turn.head.size();
            const auto room = static_cast<std::size_t>(elements.end - value);
            const std::size_t size = valueBytes(*at, value, room);
            if (size > room) return false;
            if (turn.slot >= 0) values_[static_cast<std::size_t>(turn.slot)] = value;
            at = value + size;
        }
        return !turns_.empty();
    }

    void learn(Span elements) {
        turns_.clear();
        values_.fill(nullptr);
        std::size_t found = 0;
        walk(elements, [&](std::uint8_t type, std::string_view name, const std::uint8_t* value) {
            Turn turn{std::string(1, static_cast<char>(type)), -1};
            turn.head += name;
            turn.head += '\0';
            for (std::size_t i = 0; i < N; ++i) {
                if (name != names_[i]) continue;
                turn.slot = static_cast<int>(i);
                values_[i] = value;
                ++found;
            }
            turns_.push_back(std::move(turn));
            return found < N;
        });
    }

    std::array<std::string_view, N> names_;
    std::array<const std::uint8_t*, N> values_{};
    std::vector<Turn> turns_;
};

}  // namespace sheaf::bench::floor
