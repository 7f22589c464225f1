#include "traces/live_table.hpp"

namespace arenasim::traces {

BlockSlot LiveTable::insert(std::uint64_t key, std::uint32_t device) {
  if ((count_ + 1) * 2 > places_.size()) {
    grow();
  }
  auto slot = static_cast<std::uint32_t>(blocks_.size());
  if (free_slots_.empty()) {
    blocks_.emplace_back();
  } else {
    slot = free_slots_.back();
    free_slots_.pop_back();
    blocks_[slot] = {};
  }
  places_[place(key, device)] = {key, device, slot};
  ++count_;
  return BlockSlot{slot};
}

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
    const std::size_t home = hash(places_[at].key, places_[at].device) & mask_;
    if (((at - home) & mask_) >= ((at - hole) & mask_)) {
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
  for (const Place& one : old) {
    if (one.slot != kNoSlot.number()) {
      places_[place(one.key, one.device)] = one;
    }
  }
}

}  // namespace arenasim::traces
