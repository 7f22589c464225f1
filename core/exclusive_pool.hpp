// Pages of which each serves one allocation at a time, sized by a moving average and given back when long unused
// (spec/arena.md, Exclusive pool).
#pragma once

#include <cstdint>
#include <limits>

#include "core/single_slice_pool.hpp"

namespace arenasim::core {

class ExclusivePool final : public SingleSlicePool {
 public:
  /// Pages that never age out have this period.
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

  /// Serves sizes up to `largest_size`; looks at what is free every `period` / 5 reservations.
  ExclusivePool(Space& space, std::uint8_t index, Bytes largest_size, std::uint64_t period);

  [[nodiscard]] Bytes largest_size() const { return largest_size_; }

  [[nodiscard]] bool accepts(Bytes size) const override { return size <= largest_size_; }
  [[nodiscard]] SliceSlot reserve_in_room(Bytes size) override;
  [[nodiscard]] Reserved add_page(Bytes size) override;
  void cleanup(Cleanup cleanup, std::uint64_t reservations) override;

 private:
  void complete(PoolDescription& description) const override;
  [[nodiscard]] Bytes reserved_on(const Page& page) const override { return page.size; }
  [[nodiscard]] bool due(std::uint64_t reservations) const;

  Bytes largest_size_;
  std::uint64_t period_;
  double average_;
  std::uint64_t last_check_ = 0;
};

}  // namespace arenasim::core
