// The slots of 1024 ids in a row: side by side, or, where few of them are live, only those.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "traces/choice.hpp"

namespace arenasim::traces {

/// What is counted of a page of ids.
struct IdCounts {
  std::uint32_t live = 0;   ///< how many blocks are
  std::uint32_t taken = 0;  ///< how often one began
  std::uint32_t least = 0;  ///< of fewer that are live, the page is to be made smaller

  /// A block begins, else ends.
  void change(Choice begins) {
    live += static_cast<std::uint32_t>(2 * begins.one() - 1);
    taken += static_cast<std::uint32_t>(begins.one());
  }

  [[nodiscard]] bool too_few() const { return live < least; }
};

class SparseIdPage;

/// Slots side by side. A new page is never to be made smaller.
class IdPage {
 public:
  static constexpr std::size_t kIds = 1024;

  /// No block has this id.
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  IdPage() { slots_.fill(kNone); }
  explicit IdPage(const SparseIdPage& page);

  /// Of an id of this page; kNone where no block has it.
  [[nodiscard]] std::uint32_t slot(std::uint64_t id) const { return slots_[id % kIds]; }
  [[nodiscard]] std::uint32_t& slot(std::uint64_t id) { return slots_[id % kIds]; }

  /// Starts to fetch what is looked at and changed where the block of an id is taken out.
  void fetch(std::uint64_t id) const {
    __builtin_prefetch(&slots_[id % kIds]);
    __builtin_prefetch(&counts);
  }

  /// For an id that has none.
  void put(std::uint64_t id, std::uint32_t slot) {
    slots_[id % kIds] = slot;
    ++counts.live;
    ++counts.taken;
  }

  /// Tells `take` the live ones: their place among the ids of the page, and their slot.
  template <class Take>
  void for_each(Take take) const {
    for (std::size_t at = 0; at < kIds; ++at) {
      if (slots_[at] != kNone) {
        take(at, slots_[at]);
      }
    }
  }

  IdCounts counts;

 private:
  std::array<std::uint32_t, kIds> slots_{};
};

/// The slots of the ids that were live when it was made: a bit for each id, and what bits are set before a word's.
class SparseIdPage {
 public:
  explicit SparseIdPage(const IdPage& page);

  /// The same without the ids that are live no more.
  [[nodiscard]] SparseIdPage shrunk() const;

  /// The slot of an id of this page, kNone where it is live no more; null where it was not when the page was made.
  [[nodiscard]] std::uint32_t* slot(std::uint64_t id) {
    const std::size_t word = id % IdPage::kIds / kWordIds;
    const std::uint64_t above = bits_[word] >> (id % kWordIds);
    const int behind = std::popcount(above);
    return above % 2 != 0 ? &slots_[up_to_[word] - static_cast<std::size_t>(behind)] : nullptr;
  }

  /// Starts to fetch what says where the slot of an id is.
  void fetch(std::uint64_t id) const { __builtin_prefetch(&bits_[id % IdPage::kIds / kWordIds]); }

  /// As of an `IdPage`.
  template <class Take>
  void for_each(Take take) const {
    std::size_t next = 0;
    for (std::size_t word = 0; word < kWords; ++word) {
      for (std::uint64_t bits = bits_[word]; bits != 0; bits &= bits - 1) {
        const std::uint32_t slot = slots_[next++];
        if (slot != IdPage::kNone) {
          take(word * kWordIds + static_cast<std::size_t>(std::countr_zero(bits)), slot);
        }
      }
    }
  }

  IdCounts counts;

 private:
  static constexpr std::size_t kWordIds = 64;
  static constexpr std::size_t kWords = IdPage::kIds / kWordIds;

  SparseIdPage() = default;

  template <class Page>
  void take_live_of(const Page& page);

  std::array<std::uint64_t, kWords> bits_{};
  std::array<std::uint16_t, kWords> up_to_{};  // bits of the word and of those before it
  std::vector<std::uint32_t> slots_;           // in the order of their ids
};

}  // namespace arenasim::traces
