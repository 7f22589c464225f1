#include "traces/hashed_slots.hpp"

#include <algorithm>

#include "traces/huge_pages.hpp"

namespace arenasim::traces {

void HashedSlots::grow() {
  constexpr std::size_t least = 64;
  constexpr std::size_t large = std::size_t{1} << 16U;
  room_ = std::max(least, room_ < large ? room_ * 2 : room_ + room_ / 2);
  most_ = room_ < large ? room_ / 2 : room_ / 4 * 3;
  std::vector<Place> old;
  reserve_on_huge_pages(old, room_);
  old.resize(room_);
  old.swap(places_);
  for (const Place& one : old) {
    if (one.slot != kNone) {
      places_[place(one.hash(), [](std::uint32_t) { return false; })] = one;
    }
  }
}

}  // namespace arenasim::traces
