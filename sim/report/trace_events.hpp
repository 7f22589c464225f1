// What a trace's events hold, gathered as they pass: for `inspect`.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/units.hpp"
#include "sim/statistics/allocation_table.hpp"
#include "sim/statistics/histogram.hpp"
#include "sim/statistics/results.hpp"
#include "traces/event.hpp"

namespace arenasim::sim::report {

/// What was allocated under one tag.
struct TagCount {
  traces::Tag tag;
  std::uint64_t allocations = 0;
  core::Uint128 bytes = 0;
};

class TraceEvents {
 public:
  void take(const traces::Event& event);

  [[nodiscard]] core::SimTime first_time() const { return first_; }
  [[nodiscard]] core::SimTime last_time() const { return last_; }
  [[nodiscard]] core::Bytes largest() const { return largest_; }
  [[nodiscard]] std::uint64_t allocations() const { return allocations_; }
  [[nodiscard]] core::Uint128 live() const { return live_; }
  [[nodiscard]] core::Uint128 peak_live() const { return peak_live_; }
  [[nodiscard]] std::uint64_t peak_event() const { return peak_event_; }
  [[nodiscard]] const statistics::Histogram& sizes() const { return sizes_; }

  /// Who held the memory when most was live, as `statistics::by_size_and_tag` lists them.
  [[nodiscard]] std::vector<statistics::HolderAtPeak> holders_at_peak() const;

  /// Most bytes first, then the tag seen first; only those that allocated.
  [[nodiscard]] std::vector<TagCount> tags() const;

 private:
  void allocate(const traces::Event& event);
  void free(const traces::Event& event);

  std::uint64_t events_ = 0;
  std::uint64_t allocations_ = 0;
  std::uint64_t peak_event_ = 0;
  core::SimTime first_;
  core::SimTime last_;
  core::Bytes largest_;
  core::Uint128 live_ = 0;
  core::Uint128 peak_live_ = 0;
  statistics::AllocationTable blocks_;
  statistics::Histogram sizes_;
  std::vector<TagCount> tags_;  // by tag
};

}  // namespace arenasim::sim::report
