// Device allocations that are kept and reused by exact effective size (spec/arena.md, Persistent pool).
#pragma once

#include <cstdint>
#include <map>
#include <set>

#include "core/single_slice_pool.hpp"

namespace arenasim::core {

class PersistentPool final : public SingleSlicePool {
 public:
  static constexpr std::uint8_t kIndex = 255;

  explicit PersistentPool(Space& space) : SingleSlicePool(space, kIndex) {}

  /// True when any page, held or free, is filed under the effective size of `size`.
  [[nodiscard]] bool knows(Bytes size) const;

  [[nodiscard]] bool accepts(Bytes /*size*/) const override { return true; }
  [[nodiscard]] SliceSlot reserve_in_room(Bytes size) override;
  [[nodiscard]] Reserved add_page(Bytes size) override;
  void cleanup(Cleanup cleanup, std::uint64_t reservations) override;

 private:
  /// The pages filed under one effective size.
  struct File {
    std::size_t count = 0;
    std::map<PageId, PageSlot> free;  ///< the one granted first is taken first
  };

  void page_became_free(PageSlot page) override;
  void file(PageSlot page, Bytes under);
  [[nodiscard]] Bytes effective(Bytes size) const { return size + space().device().alignment().padding(size); }

  std::map<Bytes, File> files_;
};

}  // namespace arenasim::core
