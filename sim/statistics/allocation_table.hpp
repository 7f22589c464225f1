// What is known of each allocation from its placement to its free, in a table indexed by its number. Also who was live
// when most was: allocations live then and freed since are set aside, so that no snapshot is ever made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

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
    peak_moment_ = moment;
    freed_since_peak_.clear();
  }

  /// Called as a live allocation ceases to be.
  void end_life(AllocationRecord& record) {
    record.live = false;
    record.pending = false;
    if (record.born_moment <= peak_moment_) {
      freed_since_peak_.push_back({record.size, record.tag});
    }
  }

  /// Everybody who was live at the peak, in no order that means something.
  [[nodiscard]] std::vector<PeakHolder> live_at_peak() const;

  [[nodiscard]] std::span<const AllocationRecord> records() const { return {records_.begin(), records_.size()}; }

 private:
  core::GrowingRow<AllocationRecord> records_;
  std::vector<PeakHolder> freed_since_peak_;
  std::uint64_t peak_moment_ = 0;
};

}  // namespace arenasim::sim::statistics
