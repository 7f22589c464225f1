// The live blocks of a trace: from what the source calls one to a dense slot, and what is known of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/ids.hpp"
#include "core/sim_time.hpp"
#include "core/units.hpp"
#include "traces/event.hpp"

namespace arenasim::traces {

/// No block.
inline constexpr BlockSlot kNoSlot{std::numeric_limits<std::uint32_t>::max()};

struct LiveBlock {
  core::Bytes size;
  std::uint64_t id = 0;
  core::SimTime born;
  core::StreamId stream;
  bool pending = false;  ///< its free was requested
};

/// Open addressing over (key, device), 16 bytes a place; slots are used again, the last freed first.
class LiveTable {
 public:
  /// The block with this key, or kNoSlot.
  [[nodiscard]] BlockSlot find(std::uint64_t key, std::uint32_t device) const {
    return places_.empty() ? kNoSlot : BlockSlot{places_[place(key, device)].slot};
  }

  /// The slot of a new block; kNoSlot and no change where the key is live.
  [[nodiscard]] BlockSlot insert(std::uint64_t key, std::uint32_t device) {
    if ((count_ + 1) * 2 > places_.size()) {
      grow();
    }
    Place& at = places_[place(key, device)];
    if (at.slot != kNoSlot.number()) {
      return kNoSlot;
    }
    at = {key, device, take_slot()};
    ++count_;
    return BlockSlot{at.slot};
  }

  /// The block with this key, which is live no more, or kNoSlot. Its slot is taken until it is released.
  [[nodiscard]] BlockSlot remove(std::uint64_t key, std::uint32_t device);

  void release(BlockSlot slot) { free_slots_.push_back(slot.number()); }

  [[nodiscard]] LiveBlock& operator[](BlockSlot slot) { return blocks_[slot.number()]; }

  [[nodiscard]] std::size_t size() const { return count_; }

 private:
  struct Place {
    std::uint64_t key = 0;
    std::uint32_t device = 0;
    std::uint32_t slot = kNoSlot.number();
  };

  /// Where a key belongs. Keys one after another come to lie far apart (Fibonacci hashing).
  [[nodiscard]] std::size_t home(std::uint64_t key, std::uint32_t device) const {
    return static_cast<std::size_t>(((key + (std::uint64_t{device} << 40U)) * 0x9E3779B97F4A7C15U) >> shift_);
  }

  /// Where the key is, or would go.
  [[nodiscard]] std::size_t place(std::uint64_t key, std::uint32_t device) const {
    std::size_t at = home(key, device);
    while (places_[at].slot != kNoSlot.number() && (places_[at].key != key || places_[at].device != device)) {
      at = (at + 1) & mask_;
    }
    return at;
  }

  std::uint32_t take_slot() {
    if (free_slots_.empty()) {
      blocks_.emplace_back();
      return static_cast<std::uint32_t>(blocks_.size() - 1);
    }
    const std::uint32_t slot = free_slots_.back();
    free_slots_.pop_back();
    blocks_[slot] = {};
    return slot;
  }

  void grow();

  std::vector<Place> places_;
  std::size_t mask_ = 0;
  unsigned shift_ = 0;  // leaves as many bits of a hash as number the places
  std::size_t count_ = 0;
  std::vector<LiveBlock> blocks_;  // by slot
  std::vector<std::uint32_t> free_slots_;
};

}  // namespace arenasim::traces
