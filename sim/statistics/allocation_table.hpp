// What is known of each allocation from its placement to its free, in a table indexed by its number. Also who was live
// when most was: allocations live then and freed since are set aside, so that no snapshot is ever made.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/growing_row.hpp"
#include "core/ids.hpp"
#include "core/sim_time.hpp"
#include "core/storage.hpp"
#include "core/units.hpp"
#include "traces/event.hpp"

namespace arenasim::sim::statistics {

struct AllocationRecord {
  core::Bytes size;
  core::Place place;
  std::uint64_t born_moment = 0;
  core::SimTime born;
  traces::Tag tag;
  std::uint32_t stream = 0;  ///< index of the stream table
  bool held = false;         ///< its slice is not free
  bool live = false;         ///< its owner holds it
  bool pending = false;      ///< its owner asked for the free, which has not come yet
};

/// An allocation that was live at the peak.
struct PeakHolder {
  core::Bytes size;
  traces::Tag tag;
};

class AllocationTable {
 public:
  [[nodiscard]] AllocationRecord& at(core::AllocationId id) {
    if (id.number() >= records_.size()) {
      records_.extend_to(static_cast<std::size_t>(id.number()) + 1, AllocationRecord{});
    }
    return records_[id.number()];
  }

  /// The record will be wanted soon.
  void expect(core::AllocationId id) const {
    if (id.number() < records_.size()) {
      __builtin_prefetch(&records_[id.number()], 1);
    }
  }

  /// The peak is now: `moment` has just ended.
  void mark_peak(std::uint64_t moment) {
    marked_ = true;
    peak_moment_ = moment;
    freed_since_peak_.clear();
  }

  /// Called as a live allocation ceases to be.
  void end_life(AllocationRecord& record) {
    record.live = false;
    record.pending = false;
    if (record.born_moment <= peak_moment_) {
      freed_since_peak_.extend();
      freed_since_peak_[freed_since_peak_.size() - 1] = {record.size, record.tag};
    }
  }

  /// Gives everybody who was live at the peak marked last to `take`, in no order that means something.
  template <class Take>
  void for_each_at_peak(Take take) const {
    if (!marked_) {
      return;
    }
    std::for_each(freed_since_peak_.begin(), freed_since_peak_.end(), take);
    for (const AllocationRecord& record : records_) {
      if (record.live && record.born_moment <= peak_moment_) {
        take(PeakHolder{record.size, record.tag});
      }
    }
  }

  [[nodiscard]] std::span<const AllocationRecord> records() const { return {records_.begin(), records_.size()}; }

 private:
  core::GrowingRow<AllocationRecord> records_;
  core::GrowingRow<PeakHolder> freed_since_peak_;
  bool marked_ = false;
  std::uint64_t peak_moment_ = 0;
};

}  // namespace arenasim::sim::statistics
