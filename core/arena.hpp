// One stream's pages of one size that change their size when a request asks for it (spec/arena.md, The arena).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/sizing.hpp"
#include "core/sliced_pool.hpp"

namespace arenasim::core {

/// What a relocation looks at to know whether anything is new since it last moved nothing.
struct ArenaShape {
  std::size_t current_pages = 0;
  std::size_t outdated_pools = 0;
  std::size_t outdated_pages = 0;
  std::size_t outdated_guarded_pages = 0;
  friend bool operator==(const ArenaShape&, const ArenaShape&) = default;
};

/// A current pool, and the outdated ones that growth left behind.
class Arena {
 public:
  /// The first slot's pool has index `first_index`, the others follow.
  Arena(Space& space, std::uint8_t first_index, const ArenaConstants& constants, Carving carving);

  [[nodiscard]] SlicedPool& current() { return *current_; }
  [[nodiscard]] const SlicedPool& current() const { return *current_; }
  /// In the order they became outdated.
  [[nodiscard]] const std::vector<std::unique_ptr<SlicedPool>>& outdated() const { return outdated_; }

  [[nodiscard]] bool has_outdated() const { return !outdated_.empty(); }
  /// Every slot is in use.
  [[nodiscard]] bool full() const { return outdated_.size() + 1 == constants_.slots; }
  [[nodiscard]] ArenaShape shape() const;

  /// From the current pool, where the size fits its pages; kNoSlot when there is no room.
  [[nodiscard]] SliceSlot reserve_in_room(Bytes size);

  /// From the current pool, or from a new page size when this one is too small. A refusal changes nothing.
  [[nodiscard]] Reserved reserve(Bytes size);

  void cleanup(Cleanup cleanup, std::uint64_t reservations);

  /// Outdated pools give back their empty pages; one left with none is dropped and its slot freed.
  void drain();

 private:
  [[nodiscard, gnu::noinline]] Reserved grow(Bytes size, Bytes page_size);
  [[nodiscard]] std::uint8_t free_slot() const;
  [[nodiscard]] std::unique_ptr<SlicedPool> make_pool(std::uint8_t slot, Bytes page_size);

  Space* space_;
  std::uint8_t first_index_;
  ArenaConstants constants_;
  Carving carving_;
  PageSizing sizing_;
  std::unique_ptr<SlicedPool> current_;
  std::vector<std::unique_ptr<SlicedPool>> outdated_;
};

}  // namespace arenasim::core
