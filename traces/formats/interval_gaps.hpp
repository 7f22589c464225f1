// Gaps in the life of a buffer: `lo-hi` or `lo-hi@wlo:whi`, separated by spaces (spec/formats.md 8).
#pragma once

#include <cstdint>
#include <vector>

#include "traces/rfc4180.hpp"

namespace arenasim::traces {

struct Gap {
  std::int64_t lower = 0;
  std::int64_t upper = 0;  ///< not below lower
  bool windowed = false;   ///< only a part of the buffer is unused
};

/// Throws `bad_value` or `range` for what is no gap. `inclusive`: the last tick is part of the gap.
[[nodiscard]] std::vector<Gap> parse_gaps(const Field& field, bool inclusive);

}  // namespace arenasim::traces
