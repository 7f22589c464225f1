#include "traces/interval_events.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

namespace arenasim::traces {
namespace {

constexpr std::size_t kMaxIntervals = std::numeric_limits<std::uint32_t>::max();

/// Numbers of `intervals` in order of their ends.
std::vector<std::uint32_t> by_upper(const std::vector<Interval>& intervals) {
  std::vector<std::uint32_t> order(intervals.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](std::uint32_t left, std::uint32_t right) {
    const Interval& one = intervals[left];
    const Interval& other = intervals[right];
    return std::tie(one.upper, one.record, one.lower) < std::tie(other.upper, other.record, other.lower);
  });
  return order;
}

RecordContext context(const Interval& interval, std::int64_t tick, std::int64_t first_tick) {
  // The difference of two signed ticks always fits unsigned.
  const auto since_first = static_cast<std::uint64_t>(tick) - static_cast<std::uint64_t>(first_tick);
  return {.time = core::SimTime{core::SimDuration{since_first}},
          .stream = interval.stream,
          .device = interval.device,
          .tag = interval.tag};
}

}  // namespace

void IntervalEvents::add(const Interval& interval) {
  if (intervals_.size() == kMaxIntervals) {
    throw InputError{ErrorClass::limit, WholeFile{}, "more than 2^32 intervals"};
  }
  least_lower_ = added_ == 0 ? interval.lower : std::min(least_lower_, interval.lower);
  if (!interval.continued) {
    resorted_ += added_ != 0 && interval.lower < last_lower_ ? 1 : 0;
    last_lower_ = interval.lower;
  }
  ++added_;
  if (interval.lower == interval.upper) {
    empty_ += interval.continued ? 0 : 1;
    return;
  }
  intervals_.push_back(interval);
}

void IntervalEvents::emit(Intake& intake, const Place& place, const Watch& watch) {
  Import& import = intake.import();
  import.repairs.resorted_events += resorted_;
  if (empty_ != 0) {
    import.counters["empty_interval"] += empty_;
    import.records.skipped += empty_;
  }
  std::stable_sort(intervals_.begin(), intervals_.end(), [](const Interval& one, const Interval& other) {
    return std::tie(one.lower, one.record) < std::tie(other.lower, other.record);
  });
  const std::vector<std::uint32_t> ends = by_upper(intervals_);
  auto ending = ends.begin();
  const auto free_until = [&](std::int64_t tick) {
    for (; ending != ends.end() && intervals_[*ending].upper <= tick; ++ending) {
      const Interval& interval = intervals_[*ending];
      const Records counted = import.records;
      intake.free(interval.key, nullptr, context(interval, interval.upper, least_lower_), true);
      import.records = counted;  // the record was counted at its alloc
    }
  };
  for (const Interval& interval : intervals_) {
    free_until(interval.lower);
    if (watch) {
      watch(interval, intake.next_event());
    }
    const Records counted = import.records;
    intake.alloc(interval.key, interval.size, context(interval, interval.lower, least_lower_),
                 [&] { return place(interval); });
    if (interval.continued) {
      import.records = counted;
    }
  }
  free_until(std::numeric_limits<std::int64_t>::max());
}

}  // namespace arenasim::traces
