// The loops over the arrays of one node of the free index, in vectors where the machine has them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>

#include "core/slab.hpp"
#include "core/units.hpp"
#include "core/vectors.hpp"
#include "core/wide_loops.hpp"

namespace arenasim::core::node {

inline constexpr std::uint32_t kWidth = wide::kWidth;

/// A size as nodes keep it: moved so that the order of signed numbers, which is what vectors compare, is that of sizes.
using Key = std::int64_t;
using Keys = std::array<Key, kWidth>;
using Slots = std::array<std::uint32_t, kWidth>;

/// 0 bytes: stands where a node has no entry, so that loops can look at all places.
inline constexpr Key kNoKey = std::numeric_limits<Key>::min();

[[nodiscard]] constexpr Key key_of(Bytes size) {
  return static_cast<Key>(size.count() ^ (std::uint64_t{1} << 63U));
}

[[nodiscard]] constexpr Bytes size_of(Key key) {
  return Bytes{static_cast<std::uint64_t>(key) ^ (std::uint64_t{1} << 63U)};
}

class Loops {
 public:
  /// The first of `count` values that is at least `needed`, from `begin` on; `count` when none is.
  [[nodiscard]] std::uint32_t first_at_least(const Keys& values, std::uint32_t begin, std::uint32_t count,
                                             Key needed) const {
    if (wide_) {
      const std::uint64_t bits = wide::at_least(values, needed) & (~std::uint64_t{0} << begin);
      return std::min(static_cast<std::uint32_t>(std::countr_zero(bits)), count);
    }
    std::uint32_t i = begin;
    while (i < count && values[i] < needed) {
      ++i;
    }
    return i;
  }

  /// Where `wanted` is, which must be there.
  [[nodiscard]] std::uint32_t index_of(const Slots& values, std::uint32_t wanted) const {
    if (wide_) {
      return static_cast<std::uint32_t>(std::countr_zero(wide::equal(values, wanted)));
    }
    return static_cast<std::uint32_t>(std::find(values.begin(), values.end(), wanted) - values.begin());
  }

  [[nodiscard]] Key greatest(const Keys& values) const {
    return wide_ ? wide::greatest(values) : *std::max_element(values.begin(), values.end());
  }

 private:
  bool wide_ = may_use_vectors();
};

/// Makes room for one more at `position` of the first `count` values.
template <class Values>
void open_gap(Values& values, std::uint32_t count, std::uint32_t position) {
  std::copy_backward(values.begin() + position, values.begin() + count, values.begin() + count + 1);
}

/// Takes the value at `position` out of the first `count`; `none` stands where the last one was.
template <class Values>
void close_gap(Values& values, std::uint32_t count, std::uint32_t position, typename Values::value_type none) {
  std::copy(values.begin() + position + 1, values.begin() + count, values.begin() + position);
  values[count - 1] = none;
}

/// Gives the second half of `left` to the first half of `right`; `none` stands where there is nothing now.
template <class Values>
void halve(Values& left, Values& right, typename Values::value_type none) {
  auto* const middle = left.begin() + left.size() / 2;
  std::fill(std::copy(middle, left.end(), right.begin()), right.end(), none);
  std::fill(middle, left.end(), none);
}

}  // namespace arenasim::core::node
