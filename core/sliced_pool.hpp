// A pool whose pages, all of one size, are carved into slices (spec/arena.md, A sliced pool).
#pragma once

#include <vector>

#include "core/free_index.hpp"
#include "core/memory_pool.hpp"

namespace arenasim::core {

/// Which free slice on the first page that has room.
enum class SliceFit : std::uint8_t { first, best, next };

/// How slices are cut: the reference's way, or our own options.
struct Carving {
  SliceFit fit = SliceFit::first;
  bool reuse_padding = false;  ///< a free slice offers its effective size, and a split keeps every byte
};

class SlicedPool final : public MemoryPool {
 public:
  /// Pages of `page_size`, slices up to `max_slice`.
  SlicedPool(Space& space, std::uint8_t index, Bytes page_size, Bytes max_slice, Carving carving);

  [[nodiscard]] Bytes page_size() const { return page_size_; }
  [[nodiscard]] Bytes max_slice() const { return max_slice_; }

  [[nodiscard]] bool accepts(Bytes size) const override { return size <= max_slice_; }
  [[nodiscard]] SliceSlot reserve_in_room(Bytes size) override;
  [[nodiscard, gnu::noinline]] Reserved add_page(Bytes size) override;
  void became_free(SliceSlot slice) override;
  void expect_free(SliceSlot slice) const override;
  void cleanup(Cleanup cleanup, std::uint64_t reservations) override;
  void guard(SliceSlot slice) override;
  void unguard(PageSlot page) override;
  [[nodiscard]] std::optional<Flaw> flaw() const override;

  /// Every page that is empty and not guarded goes back, in order.
  [[gnu::noinline]] void release_empty();

  /// From now on it serves nothing new, and `drain` gives back what has emptied since the last time.
  void retire();
  void drain() {
    if (!emptied_.empty()) {
      release_emptied();
    }
  }

  [[nodiscard]] std::size_t guarded_pages_count() const { return guarded_; }

  /// The largest request its free slices can take.
  [[nodiscard]] Bytes largest_free() const { return index_.largest(); }

  /// What its free slices offer together.
  [[nodiscard]] Uint128 free_bytes() const { return index_.total(); }

 private:
  void complete(PoolDescription& description) const override;
  [[nodiscard]] Bytes reserved_on(const Page& page) const override { return page.size - page.lost; }
  [[nodiscard]] Bytes effective(const Slice& slice) const;
  [[nodiscard]] Bytes usable(const Slice& slice) const;
  [[nodiscard]] Address address_of(SliceSlot slice) const;
  [[gnu::noinline]] void release_emptied();
  [[nodiscard, gnu::noinline]] SliceSlot best_on_page(SliceSlot first, Bytes needed) const;
  [[nodiscard, gnu::noinline]] SliceSlot next_on_page(SliceSlot first, Bytes needed) const;
  [[nodiscard]] SliceSlot carve(SliceSlot slice, Bytes size, Bytes padding);
  void merge(SliceSlot slot, bool indexed);
  [[nodiscard]] SliceSlot free_or_none(SliceSlot slice) const;
  void note_empty(PageSlot page);
  [[nodiscard]] std::optional<Flaw> flaw_of(PageSlot page, std::size_t& indexed) const;
  [[nodiscard]] const char* flaw_of_slice(const Page& page, const Slice& slice, const Slice* before) const;

  Bytes page_size_;
  Bytes max_slice_;
  Carving carving_;
  FreeIndex index_;
  std::size_t guarded_ = 0;
  bool retired_ = false;
  std::vector<PageSlot> emptied_;  // of a retired pool, since the last drain
};

}  // namespace arenasim::core
