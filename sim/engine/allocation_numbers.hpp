// The numbers under which an allocator knows allocations: dense, so that tables are indexed by them.
#pragma once

#include <cstdint>
#include <vector>

#include "core/ids.hpp"

namespace arenasim::sim::engine {

/// Hands out numbers. One that is given back rests until the batch it was used in has been read.
class AllocationNumbers {
 public:
  /// `rest`: false where nobody reads batches, and a number can be used again at once.
  explicit AllocationNumbers(bool rest) : rest_(rest) {}

  [[nodiscard]] core::AllocationId take() {
    if (free_.empty()) {
      return core::AllocationId{next_++};
    }
    const core::AllocationId number = free_.back();
    free_.pop_back();
    return number;
  }

  void give_back(core::AllocationId number) { (rest_ ? resting_ : free_).push_back(number); }

  /// The batch was read.
  void wake() {
    free_.insert(free_.end(), resting_.begin(), resting_.end());
    resting_.clear();
  }

 private:
  bool rest_;
  std::uint32_t next_ = 0;
  std::vector<core::AllocationId> free_;
  std::vector<core::AllocationId> resting_;
};

}  // namespace arenasim::sim::engine
