#include "traces/few_numbers.hpp"

#include <bit>

namespace arenasim::traces {

void FewNumbers::grow() {
  constexpr std::size_t least = 64;
  std::vector<std::uint64_t> old(std::max(least, places_.size() * 2));
  old.swap(places_);
  shift_ = 64 - static_cast<unsigned>(std::countr_zero(places_.size()));
  for (const std::uint64_t number : old) {
    if (number != kEmpty) {
      places_[place_of(number)] = number;
    }
  }
}

}  // namespace arenasim::traces
