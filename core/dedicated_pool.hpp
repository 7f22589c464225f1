// Device allocations that go back as soon as they can (spec/arena.md, Dedicated pool).
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "core/single_slice_pool.hpp"

namespace arenasim::core {

/// A reservation never reuses a page unless only room held may be used. Each page has an index; one given back is used
/// again, the last one given back first.
class DedicatedPool final : public SingleSlicePool {
 public:
  static constexpr std::uint8_t kIndex = 254;

  explicit DedicatedPool(Space& space) : SingleSlicePool(space, kIndex) {}

  [[nodiscard]] bool accepts(Bytes /*size*/) const override { return true; }
  [[nodiscard]] SliceSlot reserve_in_room(Bytes size) override;
  [[nodiscard]] Reserved add_page(Bytes size) override;
  void cleanup(Cleanup /*cleanup*/, std::uint64_t /*reservations*/) override {
    if (!free_.empty()) {
      release_free();
    }
  }

 private:
  void page_became_free(PageSlot page) override;
  [[gnu::noinline]] void release_free();

  std::map<std::uint64_t, PageSlot> free_;  // by index
  std::uint64_t pages_with_bytes_count_ = 0;
  std::vector<std::uint64_t> vacant_;  // indices to use again, the last first
};

}  // namespace arenasim::core
