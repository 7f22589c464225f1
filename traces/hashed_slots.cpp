#include "traces/hashed_slots.hpp"

#include <algorithm>

namespace arenasim::traces {

void HashedSlots::remove(std::size_t place) {
  --count_;
  // Entries behind the hole move up where that brings them no further from home than they belong.
  std::size_t hole = place;
  for (std::size_t at = behind(hole); places_[at].slot != kNone; at = behind(at)) {
    if (distance(home(places_[at].hash()), at) >= distance(hole, at)) {
      places_[hole] = places_[at];
      hole = at;
    }
  }
  places_[hole] = {};
}

void HashedSlots::grow() {
  constexpr std::size_t least = 64;
  room_ = std::max(least, room_ + room_ / 2);
  std::vector<Place> old(room_);
  old.swap(places_);
  for (const Place& one : old) {
    if (one.slot != kNone) {
      places_[place(one.hash(), [](std::uint32_t) { return false; })] = one;
    }
  }
}

}  // namespace arenasim::traces
