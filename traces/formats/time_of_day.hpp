// Times of day without a date, as RMM's logs have them (spec/formats.md 5).
#pragma once

#include <cstdint>
#include <string_view>

#include "traces/numbers.hpp"

namespace arenasim::traces {

/// `HH:MM:SS.ffffff` or `HH:MM:SS:ffffff` in nanoseconds from midnight; `range` where an hour, minute or second is
/// none.
[[nodiscard]] Parsed<std::uint64_t> parse_time_of_day(std::string_view text);

/// Adds the days: a step back of more than twelve hours is taken for midnight.
class DayCounter {
 public:
  /// In nanoseconds from midnight of the first day.
  [[nodiscard]] std::uint64_t operator()(std::uint64_t time_of_day);

 private:
  std::uint64_t days_ = 0;  // in nanoseconds
  std::uint64_t last_ = 0;
};

}  // namespace arenasim::traces
