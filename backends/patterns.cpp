#include "backends/patterns.hpp"

namespace arenasim::backends {
namespace {

/// One 32-bit word of a pattern: cheap on a device, and different for every seed and position nearby.
std::uint32_t pattern_word(PatternSeed seed, std::uint64_t word) {
  const auto low = static_cast<std::uint32_t>(word);
  const auto high = static_cast<std::uint32_t>(word >> 32U);
  const auto mine =
      static_cast<std::uint32_t>(seed.number) * 0x9E3779B1U + static_cast<std::uint32_t>(seed.number >> 32U);
  std::uint32_t mixed = (low ^ mine) * 0x85EBCA6BU + high;
  mixed ^= mixed >> 15U;
  return mixed * 0xC2B2AE35U + mine;
}

}  // namespace

void pattern_words(PatternSeed seed, std::uint64_t first, std::span<std::uint32_t> words) {
  for (std::uint32_t& word : words) {
    word = pattern_word(seed, first++);
  }
}

std::uint8_t pattern_byte(PatternSeed seed, std::uint64_t offset) {
  return static_cast<std::uint8_t>(pattern_word(seed, offset / 4) >> (8 * (offset % 4)));
}

}  // namespace arenasim::backends
