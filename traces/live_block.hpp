// What is known of a live block: there may be millions.
#pragma once

#include <cstdint>

#include "core/ids.hpp"

namespace arenasim::traces {

struct LiveBlock {
  std::uint32_t size = 0;    ///< in bytes
  std::uint32_t number = 0;  ///< of its birth; of a wide one, where its figures are; of a free one, the next free slot
  core::StreamId stream{};
  std::uint32_t state = 0;

  static constexpr std::uint32_t kPending = std::uint32_t{1} << 31U;  ///< of the state, which else is the device
  static constexpr std::uint32_t kWide = std::uint32_t{1} << 30U;     ///< of the state, too

  /// As the table was told.
  [[nodiscard]] std::uint32_t device() const { return state & ~(kPending | kWide); }
  /// Its free was requested.
  [[nodiscard]] bool pending() const { return (state & kPending) != 0; }
  /// What is known of it does not fit here.
  [[nodiscard]] bool wide() const { return (state & kWide) != 0; }
};
static_assert(sizeof(LiveBlock) == 16, "four in a line");

}  // namespace arenasim::traces
