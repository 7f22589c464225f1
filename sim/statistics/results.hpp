// What the statistics of a replay came to: plain values, for the metrics table and the report.
#pragma once

#include <array>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/fact.hpp"
#include "core/ids.hpp"
#include "core/refusal.hpp"
#include "core/sim_time.hpp"
#include "core/units.hpp"
#include "sim/observer.hpp"
#include "sim/statistics/figures.hpp"
#include "sim/statistics/histogram.hpp"
#include "traces/event.hpp"

namespace arenasim::sim::statistics {

/// A list cut at `--list-limit`: its first items, and how many more there were.
template <class Item>
struct CutList {
  std::vector<Item> items;
  std::uint64_t dropped_count = 0;

  void add(Item item, std::uint64_t limit) {
    if (items.size() < limit) {
      items.push_back(std::move(item));
    } else {
      ++dropped_count;
    }
  }
};

/// Why a request could not be served, the first that holds (spec/report.md).
enum class FailureClass : std::uint8_t {
  forbidden,
  never_fits,
  exhausted,
  injected,
  over_capacity,
  pending,
  held_empty,
  page_too_large,
  fragmented,
  overhead,
};
inline constexpr std::size_t kFailureClasses = 10;

[[nodiscard]] constexpr std::string_view name(FailureClass failure_class) {
  constexpr std::array<std::string_view, kFailureClasses> names{
      "forbidden", "never_fits", "exhausted",      "injected",   "over_capacity",
      "pending",   "held_empty", "page_too_large", "fragmented", "overhead"};
  return names[static_cast<std::size_t>(failure_class)];
}

/// A request that was not served, and the memory as it was then.
struct Failure {
  std::uint64_t event = 0;
  std::uint64_t id = 0;
  core::StreamId stream;
  core::Bytes size;
  core::Refusal reason{};
  FailureClass failure_class{};
  std::uint64_t live_bytes = 0;
  std::uint64_t free_bytes = 0;
  std::uint64_t largest_free_bytes = 0;
  std::uint64_t reserved_bytes = 0;
  std::uint64_t idle_bytes = 0;
  std::uint64_t pending_bytes = 0;
  std::uint64_t lost_bytes = 0;
  core::Bytes page_bytes;               ///< what was last asked of the device for it; 0 when nothing was
  std::optional<core::Bytes> capacity;  ///< in force
  std::uint64_t pages_given_back = 0;   ///< by the cleanup before the second try
  bool recorded = false;                ///< the recording saw this request fail too (an `oom` event)
};

/// What happened from one marker to the next.
struct Phase {
  traces::Tag marker;  ///< empty for the first
  std::uint64_t event = 0;
  core::SimTime time;
  std::uint64_t allocations_count = 0;  ///< served
  std::uint64_t failures_count = 0;
  std::uint64_t grants_count = 0;
  std::uint64_t releases_count = 0;
  std::uint64_t growths_count = 0;
  core::Uint128 moved_bytes = 0;
  std::uint64_t peak_live_bytes = 0;  ///< over its own moments; without any, what was there when it opened
  std::uint64_t peak_reserved_bytes = 0;
  std::uint64_t end_live_bytes = 0;
  std::uint64_t end_reserved_bytes = 0;
};

struct StreamResult {
  core::StreamId stream;
  std::uint64_t peak_live_bytes = 0;
  std::uint64_t peak_reserved_bytes = 0;
  std::uint64_t end_reserved_bytes = 0;
  std::uint64_t failures_count = 0;
};

struct Growth {
  std::uint64_t event = 0;
  core::SimTime time;
  core::StreamId stream;
  core::Bytes request;
  core::Bytes from_page;
  core::Bytes to_page;
  std::uint64_t outdated_pages_count = 0;  ///< then, over all streams
};

struct Relocation {
  std::uint64_t event = 0;
  core::SimTime time;
  core::StreamId stream;
  core::RelocationReason reason{};
  std::uint64_t moves_count = 0;
  core::Uint128 moved_bytes = 0;
  std::uint64_t pages_freed_count = 0;
  core::Uint128 freed_bytes = 0;
  core::RelocationOutcome outcome{};
  std::uint64_t duration_ns = 0;  ///< what its copies and waits cost
};

struct SeriesRow {
  std::uint64_t event = 0;
  core::SimTime time;
  std::uint64_t live_bytes = 0;
  std::uint64_t reserved_bytes = 0;
  std::uint64_t largest_free_bytes = 0;
  std::uint64_t free_bytes = 0;
  std::uint64_t pending_bytes = 0;
  std::uint64_t lost_bytes = 0;
  std::uint64_t pages_count = 0;
};

/// Allocations live at the first moment of the live peak, those of one size or one tag together.
struct HolderAtPeak {
  core::Bytes size;
  traces::Tag tag;
  std::uint64_t count = 0;
  core::Uint128 bytes = 0;
};

struct Counters {
  std::uint64_t allocations = 0;  ///< requests of the trace, served or not; without preexisting ones and probes
  std::uint64_t served = 0;       ///< of these
  std::uint64_t frees = 0;
  std::uint64_t preexisting = 0;
  std::uint64_t moments = 0;  ///< events of the statistics
  core::Uint128 allocated_bytes = 0;
  std::uint64_t page_grants = 0;
  std::uint64_t page_releases = 0;
  std::uint64_t page_refusals = 0;
  core::Uint128 granted_bytes = 0;
  std::uint64_t growths = 0;
  std::uint64_t last_page_size_bytes = 0;                 ///< of the arena; 0 when it never grew
  std::array<std::uint64_t, 4> relocations_by_reason{};   ///< by RelocationReason
  std::array<std::uint64_t, 3> relocations_by_outcome{};  ///< by RelocationOutcome
  std::uint64_t moves = 0;
  core::Uint128 moved_bytes = 0;
  core::Uint128 max_moved_bytes_in_one = 0;
  core::Uint128 freed_by_relocation_bytes = 0;
  std::uint64_t blocked_by_guard_pages = 0;
  std::uint64_t blocked_by_binding_pages = 0;
  std::uint64_t retries = 0;
  std::uint64_t rescued = 0;
  std::array<std::uint64_t, core::kRefusals.size()> failures_by_reason{};
  core::Uint128 failed_bytes = 0;
  std::optional<std::uint64_t> first_failure_event;
  std::uint64_t recorded_failures = 0;
  std::uint64_t ok_while_recorded_failed = 0;

  [[nodiscard]] std::uint64_t failures() const {
    return std::accumulate(failures_by_reason.begin(), failures_by_reason.end(), std::uint64_t{0});
  }
};

struct Stalls {
  std::array<core::Uint128, kStallCauses.size()> by_cause{};
  std::uint64_t max_ns = 0;
  std::uint64_t p99_ns = 0;
};

struct Histograms {
  Histogram request_bytes;
  Histogram lifetime_events;
  Histogram lifetime_ns;
  Histogram page_bytes;
  Histogram move_bytes;
  Histogram idle_page_age_events;  ///< each spell a page stood empty, by its length; those open at the end too
};

struct Results {
  std::array<LevelFigure, kLevels> levels{};
  std::array<RatioFigure, kRatios> ratios{};
  Counters counters;
  Stalls stalls;
  Histograms histograms;
  std::uint64_t peak_aligned_live_bytes = 0;  ///< the greatest sum of live sizes, each rounded up to the alignment
  std::uint64_t reserved_before_first_allocation_bytes = 0;
  std::uint64_t reserved_at_peak_live_bytes = 0;
  std::uint64_t live_at_peak_reserved_bytes = 0;
  std::uint64_t peak_live_event = 0;
  std::uint64_t peak_reserved_event = 0;
  CutList<Phase> phases;
  std::vector<StreamResult> streams;  ///< in order of stream
  CutList<Growth> growths;
  CutList<Relocation> relocations;
  CutList<Failure> failures;
  std::vector<SeriesRow> series;
  std::vector<HolderAtPeak> sizes_at_peak;  ///< by bytes, most first; sizes have no tag
  std::vector<HolderAtPeak> tags_at_peak;   ///< tags have no size
  std::uint64_t sampled_ns = 0;             ///< from the first moment of the statistics to the last
  core::SimTime trace_end;                  ///< of the last moment
  core::SimTime host_end;
  bool saturated = false;  ///< some level passed 2^64 - 1 and is shown as that

  [[nodiscard]] const LevelFigure& level(Level of) const { return levels[static_cast<std::size_t>(of)]; }
  [[nodiscard]] const RatioFigure& ratio(Ratio of) const { return ratios[static_cast<std::size_t>(of)]; }
};

}  // namespace arenasim::sim::statistics
