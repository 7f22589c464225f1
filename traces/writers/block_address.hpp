// Addresses for formats that name blocks by them: unique among what is live, and never null.
#pragma once

#include <cstdint>

#include "traces/event.hpp"

namespace arenasim::traces {

[[nodiscard]] constexpr std::uint64_t block_address(BlockSlot slot) {
  constexpr std::uint64_t base = std::uint64_t{1} << 40U;
  return base + std::uint64_t{slot.number()} * 512;
}

}  // namespace arenasim::traces
