// The texts of the workload: words, tags, names and titles, each a function of its number alone.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sheaf::bench {

inline constexpr std::uint32_t kWords = 2'000;
inline constexpr std::uint32_t kTags = 300;
inline constexpr std::uint32_t kMaterials = 20'000;
inline constexpr std::uint32_t kMembers = 50'000;
inline constexpr std::uint32_t kMaterialTypes = 8;
inline constexpr std::uint32_t kBookType = 0;  // the type called "book"

// Views into tables that live as long as the program. The number must be below the matching constant.
std::string_view wordOf(std::uint32_t word);
std::string_view tagOf(std::uint32_t tag);
std::string_view materialTypeOf(std::uint32_t materialId);

std::string titleOf(std::uint32_t materialId);
std::string memberNameOf(std::uint32_t memberId);

}  // namespace sheaf::bench
