// Lives given whole, from one tick to another: sorted into allocs and frees (spec/formats.md 8).
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/ids.hpp"
#include "core/units.hpp"
#include "traces/event.hpp"
#include "traces/input_error.hpp"
#include "traces/intake.hpp"

namespace arenasim::traces {

/// A block that lives over [lower, upper).
struct Interval {
  std::int64_t lower = 0;
  std::int64_t upper = 0;  ///< not below lower
  core::Bytes size{};
  BlockKey key = 0;          ///< unique among the intervals that overlap
  std::uint64_t record = 0;  ///< number of the record it comes from: rising, so that it settles ties
  core::StreamId stream{};
  DeviceId device{};
  Tag tag{};
  bool continued = false;  ///< a further piece of the record before it
};

/// Collects intervals in file order and turns them into events ordered by (tick, frees before allocs, record number),
/// shifted so that the least lower is tick 0. Holds every interval.
class IntervalEvents {
 public:
  /// The position of a record, asked for only in an error.
  using Place = std::function<Position(const Interval& interval)>;
  /// Told of each alloc before it is emitted, with the event's number.
  using Watch = std::function<void(const Interval& interval, std::uint64_t event)>;

  /// An empty interval (lower = upper) is counted as `empty_interval` and left out.
  void add(const Interval& interval);

  /// Emits everything, counts one record for each interval that is not `continued`, and what came out of order as
  /// `resorted_events`. `place` names a record whose bytes pass the 64-bit sum.
  void emit(Intake& intake, const Place& place, const Watch& watch = {});

 private:
  std::vector<Interval> intervals_;
  std::int64_t least_lower_ = 0;
  std::int64_t last_lower_ = 0;
  std::uint64_t added_ = 0;
  std::uint64_t empty_ = 0;
  std::uint64_t resorted_ = 0;
};

}  // namespace arenasim::traces
