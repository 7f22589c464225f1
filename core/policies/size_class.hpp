// Sizes in classes: 8 bytes wide up to 256, above it 32 to each power of two. Two levels, so that bit maps over them
// find the next class that holds anything in a few steps (spec/policies.md, tlsf, Lists).
#pragma once

#include <bit>
#include <cstdint>

#include "core/units.hpp"

namespace arenasim::core {

struct SizeClass {
  static constexpr std::uint32_t kFirstLevels = 58;   ///< of any size of 64 bits, and one more
  static constexpr std::uint32_t kSecondLevels = 32;  ///< each

  std::uint32_t first_level = 0;
  std::uint32_t second_level = 0;

  /// The class of `bytes`, at least 1.
  [[nodiscard]] static constexpr SizeClass of(Bytes bytes) {
    const std::uint64_t size = bytes.count();
    if (size <= 256) {
      return {0, static_cast<std::uint32_t>((size - 1) / 8)};
    }
    const auto highest = static_cast<std::uint32_t>(std::bit_width(size)) - 1;
    return {highest - 7, static_cast<std::uint32_t>(size >> (highest - 5)) & 31U};
  }

  /// Rises with the size.
  [[nodiscard]] constexpr std::uint32_t index() const { return first_level * kSecondLevels + second_level; }
};

static_assert(SizeClass::of(Bytes{256}).index() == 31 && SizeClass::of(Bytes{257}).index() == 32,
              "the small classes end where the first power of two begins");
static_assert(SizeClass::of(Bytes::max()).first_level + 1 < SizeClass::kFirstLevels, "every size has a class");

}  // namespace arenasim::core
