// Slots of blocks whose ids rise one by one: pages of ids side by side, so that an id is found without hashing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "traces/choice.hpp"

namespace arenasim::traces {

/// The slots of some ids in a row.
class IdPage {
 public:
  static constexpr std::size_t kIds = 1024;

  /// No block has this id.
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  IdPage() { slots_.fill(kNone); }

  /// Of an id of this page; kNone where no block has it.
  [[nodiscard]] std::uint32_t slot(std::uint64_t id) const { return slots_[id % kIds]; }

  /// Starts to fetch what is looked at and changed where the block of an id is taken out.
  void fetch(std::uint64_t id) const {
    __builtin_prefetch(&slots_[id % kIds]);
    __builtin_prefetch(&live_);
  }

  /// For an id that has none.
  void put(std::uint64_t id, std::uint32_t slot) {
    slots_[id % kIds] = slot;
    ++live_;
    ++taken_;
  }

  /// The block of an id is no more.
  void remove(std::uint64_t id) {
    slots_[id % kIds] = kNone;
    --live_;
  }

  /// `put` where a block begins, else `remove`.
  void change(std::uint64_t id, Choice begins, std::uint32_t slot) {
    slots_[id % kIds] = begins.of(slot, kNone);
    live_ += static_cast<std::uint32_t>(2 * begins.one() - 1);
    taken_ += static_cast<std::uint32_t>(begins.one());
  }

  [[nodiscard]] bool is_empty() const { return live_ == 0; }

  /// How often a slot was put here.
  [[nodiscard]] std::uint32_t taken() const { return taken_; }

 private:
  std::array<std::uint32_t, kIds> slots_{};
  std::uint32_t live_ = 0;
  std::uint32_t taken_ = 0;
};

/// A window that moves upwards with the ids that come; pages without a live block are dropped. Ids that do not rise
/// belong elsewhere, and so do those that live so long that the window would span more than sixteen pages and four ids
/// for each live block.
class IdWindow {
 public:
  struct Outside {
    std::uint64_t id;
    std::uint32_t slot;
  };

  /// The page of an id; null where there is none.
  [[nodiscard]] IdPage* page(std::uint64_t id) const {
    const std::uint64_t at = id / IdPage::kIds - first_;
    return at < pages_.size() ? pages_[at].get() : nullptr;
  }

  /// False, and it is remembered that the id came, where `reach` would give nothing: at once where ids do not rise.
  [[nodiscard]] bool may_reach(std::uint64_t id) {
    if (id == next_ || !pages_.empty()) {
      return true;
    }
    next_ = id + 1;
    run_ = 0;
    return false;
  }

  /// A page for the id of a new block, which has none; null where the id belongs elsewhere. Blocks that are outside of
  /// the window when it has moved are added to `left`. `live_count`: of the blocks inside and elsewhere.
  [[nodiscard]] IdPage* reach(std::uint64_t id, std::size_t live_count, std::vector<Outside>& left);

  /// The block of an id of this page is no more.
  void remove(IdPage& page, std::uint64_t id) {
    page.remove(id);
    drop_if_empty(page, id);
  }

  /// Where the page of that id is.
  void drop_if_empty(const IdPage& page, std::uint64_t id) {
    if (page.is_empty()) {
      drop(id / IdPage::kIds - first_);
    }
  }

 private:
  void drop(std::uint64_t at);
  /// Whether the page behind the last one is the next that rising ids come to.
  [[nodiscard]] bool goes_on_with(std::uint64_t number) const;
  void leave_page(std::size_t at, std::vector<Outside>& left);
  void forget_front();

  std::vector<std::unique_ptr<IdPage>> pages_;
  std::uint64_t first_ = 0;       // the number of the first page
  std::size_t front_ = 0;         // no page before this one comes back
  std::uint64_t next_ = 0;        // behind the last id that was reached for
  std::uint64_t run_ = 0;         // how many ids in a row were
  std::uint64_t least_run_ = 32;  // that move the window to another place
};

}  // namespace arenasim::traces
