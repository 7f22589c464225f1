// Where a row in order splits, found without jumps that depend on what is found: which way is as good as random, and a
// jump would be guessed wrong.
#pragma once

#include <cstddef>

namespace arenasim::core {

/// How many of `count` items, those for which `before` holds all standing first, it holds for.
template <class Item, class Before>
[[nodiscard]] std::size_t split_point(const Item* first, std::size_t count, Before before) {
  const Item* base = first;
  while (count > 1) {
    const std::size_t half = count / 2;
    base += half * static_cast<std::size_t>(before(base[half - 1]));  // a choice would be made by a jump
    count -= half;
  }
  return static_cast<std::size_t>(base - first) + (count == 1 && before(*base) ? 1U : 0U);
}

}  // namespace arenasim::core
