// Dicts of which little will be asked, as the million entries of a recording: a reader takes that as they are filled,
// and the arena need not keep them.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

#include "traces/formats/pickle/value.hpp"

namespace arenasim::traces::pickle {

class ValueArena;

/// Makes rows of the dicts that lie in the sequences that lie in a sequence under one key of the root.
class RowTaker {
 public:
  RowTaker() = default;
  RowTaker(const RowTaker&) = delete;
  RowTaker& operator=(const RowTaker&) = delete;
  virtual ~RowTaker() = default;

  [[nodiscard]] virtual std::string_view key() const = 0;

  /// No row.
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  /// The number of the row that now has all that will be asked of a dict with these keys and values in turn; kNone
  /// where the dict must stay one. Whether it lies under the key is not known yet.
  [[nodiscard]] virtual std::uint32_t take(const ValueArena& values, std::span<const Value> pairs) = 0;

  /// The values of a dict by places that the taker numbers; unset where it has none. What no row needs is in the last.
  using Places = std::array<Value, 8>;

  /// The places of the values, in order, of the last dict that `take` took.
  [[nodiscard]] virtual std::span<const std::uint8_t> places() const = 0;

  /// As `take`, of values in their places. `opcode_offset`: where the dict's opcode stands.
  [[nodiscard]] virtual std::uint32_t take_placed(const ValueArena& values, const Places& placed,
                                                  std::uint64_t opcode_offset) = 0;
};

}  // namespace arenasim::traces::pickle
