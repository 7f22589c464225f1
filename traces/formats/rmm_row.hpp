// One row of an RMM log as its writer prints it: read in one pass, without looking for its commas first. Any other row
// is left to the reader that names what is wrong.
#pragma once

#include <cstdint>
#include <string_view>

namespace arenasim::traces {

/// The commonest row: `digits,HH:MM:SS.ffffff,allocate|free,0xHEX,digits,0xHEX` without spaces, no number near its
/// limit and no null pointer.
struct PlainRmmRow {
  std::uint64_t nanoseconds = 0;  ///< from midnight
  std::uint64_t pointer = 0;
  std::uint64_t size = 0;
  std::uint64_t stream = 0;
  bool allocates = false;
};

/// False where the line is not such a row; `row` is then unspecified.
[[nodiscard]] bool parse_plain_rmm_row(std::string_view line, PlainRmmRow& row);

}  // namespace arenasim::traces
