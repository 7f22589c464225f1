// The live blocks of a trace: from what the source calls one to a dense slot, and what is known of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "core/growing_row.hpp"
#include "core/ids.hpp"
#include "traces/choice.hpp"
#include "traces/event.hpp"
#include "traces/hashed_slots.hpp"
#include "traces/id_window.hpp"
#include "traces/live_block.hpp"

namespace arenasim::traces {

/// No block.
inline constexpr BlockSlot kNoSlot{std::numeric_limits<std::uint32_t>::max()};

/// Blocks by key and device, of which there are fewer than 2^30. Keys that rise one by one are found without hashing.
/// Slots are used again, the last freed first.
class LiveTable {
 public:
  /// The block with this key, or kNoSlot.
  [[nodiscard]] BlockSlot find(std::uint64_t key, std::uint32_t device) const {
    const IdPage* page = window_.page(key);
    const std::uint32_t slot = page != nullptr ? page->slot(key) : IdPage::kNone;
    return slot != IdPage::kNone && blocks_[slot].device() == device ? BlockSlot{slot} : find_slowly(key, device);
  }

  /// The slot of a new block, of which only the state is set: its device, and neither pending nor wide; kNoSlot and no
  /// change where the key is live.
  [[nodiscard]] BlockSlot insert(std::uint64_t key, std::uint32_t device) {
    IdPage* page = window_.page(key);
    if (page == nullptr || page->slot(key) != IdPage::kNone || key <= highest_hashed_) {
      return insert_slowly(key, device);
    }
    const std::uint32_t slot = take_slot(device);
    page->put(key, slot);
    ++count_;
    return BlockSlot{slot};
  }

  /// The block with this key, which is live no more, or kNoSlot. Its slot is taken until it is released.
  [[nodiscard]] BlockSlot remove(std::uint64_t key, std::uint32_t device) {
    IdPage* page = window_.page(key);
    const std::uint32_t slot = page != nullptr ? page->slot(key) : IdPage::kNone;
    if (slot == IdPage::kNone || blocks_[slot].device() != device) {
      return remove_slowly(key, device);
    }
    end(page->counts, page->slot(key), key);
    return BlockSlot{slot};
  }

  /// Where the slot of an id is held, and what is counted there.
  struct Held {
    IdCounts* counts = nullptr;
    std::uint32_t* slot = nullptr;
  };

  /// A step of a block that takes no more than a look at a page of ids: it begins in that slot, or ends there and the
  /// slot is released.
  struct Step {
    Held held;  ///< without a slot: it takes more
    std::uint32_t slot = kNoSlot.number();
  };

  /// What `take_step` would do for a key. Where it begins, the key is not live.
  [[nodiscard]] Step step(std::uint64_t key, Choice begins) {
    IdPage* page = window_.page(key);
    const Held held = page != nullptr ? Held{&page->counts, &page->slot(key)} : held_sparsely(key, begins);
    if (held.slot == nullptr) {
      return {};
    }
    if (free_slot_ == kNoSlot.number()) {
      free_slot_ = make_slot();
    }
    const std::uint64_t is_held = *held.slot != IdPage::kNone ? 1 : 0;
    const std::uint64_t may_be_hashed = (key <= highest_hashed_ ? 1U : 0U) & begins.one();
    if ((is_held ^ begins.one()) <= may_be_hashed) {
      return {};
    }
    return {held, begins.of(free_slot_, *held.slot)};
  }

  /// A new block gets that number and device; an old one must be of that device and neither pending nor wide. All that
  /// is left to do then is `count_steps`.
  void take_step(const Step& step, std::uint64_t key, Choice begins, std::uint32_t number, std::uint32_t device) {
    LiveBlock& block = blocks_[step.slot];
    const std::uint32_t next_free = block.number;
    block.number = begins.of(number, free_slot_);
    block.state = device;
    free_slot_ = begins.of(next_free, step.slot);
    *step.held.slot = begins.of(step.slot, IdPage::kNone);
    step.held.counts->change(begins);
    window_.settle(*step.held.counts, key);
  }

  void count_steps(std::size_t begun, std::size_t ended) { count_ += begun - ended; }

  /// So large that not all of it is at hand in the nearest memory.
  [[nodiscard]] bool is_large() const { return blocks_.size() >= kLarge; }

  /// A record of this key comes in a while: starts to fetch where its slot is kept.
  void expect(std::uint64_t key, std::uint32_t device) const;

  /// It comes soon: starts to fetch what is known of its block.
  void expect_soon(std::uint64_t key, std::uint32_t device) const;

  void release(BlockSlot slot) {
    blocks_[slot.number()].number = free_slot_;
    free_slot_ = slot.number();
  }

  [[nodiscard]] LiveBlock& operator[](BlockSlot slot) { return blocks_[slot.number()]; }

  [[nodiscard]] std::size_t size() const { return count_; }

 private:
  [[nodiscard]] std::uint32_t take_slot(std::uint32_t device) {
    const std::uint32_t slot = free_slot_ != kNoSlot.number() ? free_slot_ : make_slot();
    LiveBlock& block = blocks_[slot];
    free_slot_ = block.number;
    block.state = device;
    return slot;
  }

  /// The block of a key, whose slot is held there, is live no more.
  void end(IdCounts& counts, std::uint32_t& held, std::uint64_t key) {
    held = IdPage::kNone;
    --counts.live;
    --count_;
    window_.settle(counts, key);
  }

  [[nodiscard]] std::uint32_t make_slot();
  [[nodiscard]] BlockSlot find_slowly(std::uint64_t key, std::uint32_t device) const;
  [[nodiscard]] BlockSlot insert_slowly(std::uint64_t key, std::uint32_t device);
  [[nodiscard]] BlockSlot remove_slowly(std::uint64_t key, std::uint32_t device);
  void expect_elsewhere(std::uint64_t key, std::uint32_t device) const;
  void expect_hashed(std::uint64_t key, std::uint32_t device) const;
  /// Of a block that ends and is on a sparse page; else null.
  [[nodiscard]] Held held_sparsely(std::uint64_t key, Choice begins) const;
  /// Where it is among the hashed ones, or would go.
  [[nodiscard]] std::size_t place(std::uint64_t key, std::uint32_t device) const;
  [[nodiscard]] IdPage* reach(std::uint64_t key);

  static constexpr std::size_t kLarge = std::size_t{1} << 13U;  // blocks
  IdWindow window_;
  HashedSlots hashed_;
  std::uint64_t highest_hashed_ = 0;  // no key above is hashed
  std::size_t count_ = 0;
  core::GrowingRow<LiveBlock> blocks_;  // by slot; a free one's number is the next free slot
  std::uint32_t free_slot_ = kNoSlot.number();
};

}  // namespace arenasim::traces
