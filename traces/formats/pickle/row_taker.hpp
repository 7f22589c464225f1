// Dicts of which little will be asked, as the million entries of a recording: a reader takes that as they are filled,
// and the arena need not keep them.
#pragma once

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

  /// The same of the values of a dict with the keys, in their order, of the last dict that `take` took.
  [[nodiscard]] virtual std::uint32_t take_alike(const ValueArena& values, std::span<const Value> taken) = 0;
};

}  // namespace arenasim::traces::pickle
