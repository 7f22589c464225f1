// Slots of blocks whose ids rise one by one: pages of ids side by side, so that an id is found without hashing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "traces/id_pages.hpp"

namespace arenasim::traces {

/// A window that moves upwards with the ids that come; pages without a live block are dropped, and those with few are
/// made sparse. Ids that do not rise belong elsewhere, and so do those that live so long that the window would span
/// more than sixteen pages and four ids for each live block.
class IdWindow {
 public:
  struct Outside {
    std::uint64_t id;
    std::uint32_t slot;
  };

  /// The page of an id; null where there is none or it is sparse.
  [[nodiscard]] IdPage* page(std::uint64_t id) const {
    const std::uint64_t at = id / IdPage::kIds - first_;
    return at < pages_.size() ? pages_[at].page.get() : nullptr;
  }

  /// The sparse page of an id; null where there is no such.
  [[nodiscard]] SparseIdPage* sparse_page(std::uint64_t id) const {
    const std::uint64_t at = id / IdPage::kIds - first_;
    return at < pages_.size() ? pages_[at].sparse.get() : nullptr;
  }

  /// The slot of an id; kNone where no block of a sparse page has it.
  [[nodiscard]] std::uint32_t sparse_slot(std::uint64_t id) const;

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

  /// Of the page of that id, after a change.
  void settle(const IdCounts& counts, std::uint64_t id) {
    if (counts.too_few()) {
      shrink(id / IdPage::kIds - first_);
    }
  }

 private:
  /// At most one of them is there.
  struct Place {
    std::unique_ptr<IdPage> page;
    std::unique_ptr<SparseIdPage> sparse;

    [[nodiscard]] bool is_empty() const { return page == nullptr && sparse == nullptr; }
  };

  void shrink(std::uint64_t at);
  [[nodiscard]] IdPage& make_page(Place& place);
  /// Whether the page behind the last one is the next that rising ids come to.
  [[nodiscard]] bool goes_on_with(std::uint64_t number) const;
  void leave_page(std::size_t at, std::vector<Outside>& left);
  void forget_front();

  std::vector<Place> pages_;
  std::uint64_t first_ = 0;       // the number of the first page
  std::size_t front_ = 0;         // no page before this one comes back
  std::uint64_t next_ = 0;        // behind the last id that was reached for
  std::uint64_t run_ = 0;         // how many ids in a row were
  std::uint64_t least_run_ = 32;  // that move the window to another place
};

}  // namespace arenasim::traces
