#include "sim/report/trace_events.hpp"

#include <algorithm>
#include <cstddef>

#include "core/ids.hpp"
#include "sim/statistics/peak_holders.hpp"

namespace arenasim::sim::report {

void TraceEvents::take(const traces::Event& event) {
  if (events_++ == 0) {
    first_ = event.time;
  }
  last_ = std::max(last_, event.time);
  switch (event.kind) {
    case traces::EventKind::preexisting:
    case traces::EventKind::alloc:
      return allocate(event);
    case traces::EventKind::free:
    case traces::EventKind::free_completed:
      return free(event);
    default:
      return;
  }
}

void TraceEvents::allocate(const traces::Event& event) {
  ++allocations_;
  statistics::AllocationRecord& block = blocks_.at(core::AllocationId{event.slot.number()});
  block.size = event.size;
  block.tag = event.tag;
  block.born_moment = events_;
  block.live = true;
  live_ += event.size.count();
  largest_ = std::max(largest_, event.size);
  sizes_.add(event.size.count(), event.size);
  const std::size_t tag = event.tag.number();
  if (tag >= tags_.size()) {
    tags_.resize(tag + 1);
  }
  tags_[tag].tag = event.tag;
  ++tags_[tag].allocations;
  tags_[tag].bytes += event.size.count();
  if (live_ > peak_live_) {
    peak_live_ = live_;
    peak_event_ = events_ - 1;
    blocks_.mark_peak(events_);
  }
}

void TraceEvents::free(const traces::Event& event) {
  statistics::AllocationRecord& block = blocks_.at(core::AllocationId{event.slot.number()});
  if (block.live) {
    live_ -= block.size.count();
    blocks_.end_life(block);
  }
}

std::vector<statistics::HolderAtPeak> TraceEvents::holders_at_peak() const {
  return statistics::by_size_and_tag(blocks_);
}

std::vector<TagCount> TraceEvents::tags() const {
  std::vector<TagCount> used;
  std::copy_if(tags_.begin(), tags_.end(), std::back_inserter(used),
               [](const TagCount& tag) { return tag.allocations != 0; });
  std::stable_sort(used.begin(), used.end(), [](const TagCount& a, const TagCount& b) { return a.bytes > b.bytes; });
  return used;
}

}  // namespace arenasim::sim::report
