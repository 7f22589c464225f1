// Small loops over the first `count` entries of a node's arrays, used by every file of the free index.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "core/free_index.hpp"

namespace arenasim::core::node {

inline constexpr Address kLowest{};
inline constexpr Address kHighest{PageId{std::numeric_limits<std::uint64_t>::max()}, Bytes::max()};

/// Makes room for one more at `position` of the first `count` values.
template <class Values>
void open_gap(Values& values, std::uint32_t count, std::uint32_t position) {
  std::copy_backward(values.begin() + position, values.begin() + count, values.begin() + count + 1);
}

template <class Values>
void close_gap(Values& values, std::uint32_t count, std::uint32_t position) {
  std::copy(values.begin() + position + 1, values.begin() + count, values.begin() + position);
}

template <class Values>
std::uint32_t index_in(const Values& values, std::uint32_t count, std::uint32_t value) {
  return static_cast<std::uint32_t>(std::find(values.begin(), values.begin() + count, value) - values.begin());
}

template <class Values>
std::uint64_t greatest(const Values& values, std::uint32_t count) {
  std::uint64_t most = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    most = std::max(most, values[i]);
  }
  return most;
}

/// The first of `count` values that is at least `needed`; `count` when none is.
template <class Values>
std::uint32_t first_at_least(const Values& values, std::uint32_t begin, std::uint32_t count, std::uint64_t needed) {
  std::uint32_t i = begin;
  while (i < count && values[i] < needed) {
    ++i;
  }
  return i;
}

}  // namespace arenasim::core::node
