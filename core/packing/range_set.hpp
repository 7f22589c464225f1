// Bytes in use on a line, as ranges that neither touch nor overlap.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/units.hpp"

namespace arenasim::core {

class RangeSet {
 public:
  /// Adds the bytes from `begin` up to but not `end`, which is behind it. Some of them may be in use already.
  void add(Bytes begin, Bytes end);

  /// The lowest offset from `from` on where `size` bytes, at least one, are not in use; nothing where they would pass
  /// 2^64 - 1. `passed` is 0 at first and then what the call before left in it: questions with rising `from` look on
  /// from there.
  [[nodiscard]] std::optional<Bytes> lowest_room(Bytes from, Bytes size, std::size_t& passed) const;

 private:
  struct Range {
    Bytes begin;
    Bytes end;
  };

  [[nodiscard]] std::size_t first_past(Bytes offset, std::size_t from) const;

  std::vector<Range> ranges_;  // rising
};

}  // namespace arenasim::core
