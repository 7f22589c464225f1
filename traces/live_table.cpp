#include "traces/live_table.hpp"

#include <bit>

namespace arenasim::traces {

BlockSlot LiveTable::remove(std::uint64_t key, std::uint32_t device) {
  if (places_.empty()) {
    return kNoSlot;
  }
  std::size_t hole = place(key, device);
  const BlockSlot slot{places_[hole].slot};
  if (slot == kNoSlot) {
    return slot;
  }
  --count_;
  // Entries behind the hole move up where that brings them no further from home than they belong.
  for (std::size_t at = (hole + 1) & mask_; places_[at].slot != kNoSlot.number(); at = (at + 1) & mask_) {
    const std::size_t origin = home(places_[at].key, places_[at].device);
    if (((at - origin) & mask_) >= ((at - hole) & mask_)) {
      places_[hole] = places_[at];
      hole = at;
    }
  }
  places_[hole] = {};
  return slot;
}

void LiveTable::grow() {
  constexpr std::size_t least = 64;
  std::vector<Place> old(places_.empty() ? least : places_.size() * 2);
  old.swap(places_);
  mask_ = places_.size() - 1;
  shift_ = 64 - static_cast<unsigned>(std::countr_zero(places_.size()));
  for (const Place& one : old) {
    if (one.slot != kNoSlot.number()) {
      places_[place(one.key, one.device)] = one;
    }
  }
}

}  // namespace arenasim::traces
