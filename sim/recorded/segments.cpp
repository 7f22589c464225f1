// How the walk follows segments that come and go, and holds them against what the policy would have asked for.
#include <algorithm>
#include <iterator>

#include "sim/recorded/walk.hpp"

namespace arenasim::sim::recorded {

using Kind = traces::RecordedSegmentEvent::Kind;

void Walk::take_segment_events(std::uint64_t event) {
  const auto& events = recording_.recorded.segment_events;
  for (; next_segment_event_ < events.size() && events[next_segment_event_].event <= event; ++next_segment_event_) {
    const SegmentEvent& segment = events[next_segment_event_];
    ++answer_.segments_count;
    switch (segment.kind) {
      case Kind::alloc:
      case Kind::map:
        gains_[segment.stream].push_back(segment);  // held against what the next allocation asks for
        break;
      case Kind::free:
        lose_segment(segment);
        break;
      case Kind::unmap:
        lose_units(segment);
        break;
    }
  }
}

/// Equal where the policy would have asked for as much as the recording got.
void Walk::compare_gains(const core::Choice& choice, const std::vector<SegmentEvent>& gains) {
  core::Bytes gained;
  for (const SegmentEvent& gain : gains) {
    gained += gain.size;
  }
  const bool asks = choice.kind == core::Choice::Kind::new_page || choice.kind == core::Choice::Kind::longer_page;
  if (asks && gained == choice.bytes) {
    answer_.segments_equal_count += gains.size();
  }
}

void Walk::add_segment(const SegmentEvent& event) {
  if (event.kind == Kind::map && map_units(event)) {
    return;
  }
  const Segment segment = describe_segment(recording_.recorded, event);
  const auto page = policy_.restore_page({.size = segment.size,
                                          .stream = segment.stream,
                                          .address = event.address,
                                          .kind = segment.small ? "small" : "large",
                                          .expandable = segment.expandable});
  if (page) {
    pages_.insert_or_assign(event.address, Page{.id = *page, .segment = segment});
    addresses_.insert_or_assign(page->number(), event.address);
  }
}

/// Units of a range that is there: where a hole was, or at its end. False where there is no such range.
bool Walk::map_units(const SegmentEvent& event) {
  if (const auto hole = holes_.find(event.address); hole != holes_.end()) {
    allocator_.complete_free(hole->second, event.stream);
    holes_.erase(hole);
    return true;
  }
  const auto behind = pages_.upper_bound(event.address);
  if (behind == pages_.begin()) {
    return false;
  }
  Page& page = std::prev(behind)->second;
  const std::uint64_t end = std::prev(behind)->first + page.segment.size.count();
  if (end != event.address || !page.segment.expandable || page.segment.stream != event.stream ||
      !policy_.lengthen_page(page.id, event.size)) {
    return false;
  }
  page.segment.size += event.size;
  return true;
}

/// Equal where the policy holds it, all of it free.
void Walk::lose_segment(const SegmentEvent& event) {
  const auto page = pages_.find(event.address);
  if (page == pages_.end() || page->second.segment.size != event.size || !policy_.drop_page(page->second.id)) {
    return;
  }
  ++answer_.segments_equal_count;
  addresses_.erase(page->second.id.number());
  pages_.erase(page);
}

/// All of a range goes, or its end; what goes from its middle nobody can have until it is mapped again.
void Walk::lose_units(const SegmentEvent& event) {
  const auto behind = pages_.upper_bound(event.address);
  const auto page = behind == pages_.begin() ? pages_.end() : std::prev(behind);
  if (page == pages_.end()) {
    return;
  }
  core::Bytes& size = page->second.segment.size;
  if (page->first == event.address && size == event.size) {
    lose_segment(event);
    return;
  }
  if (page->first + size.count() == event.address + event.size.count()) {
    if (policy_.shorten_page(page->second.id, event.size)) {
      size -= event.size;
      ++answer_.segments_equal_count;
    }
    return;
  }
  const core::AllocationId hole{next_hole_++};
  const core::Place place{page->second.id, core::Bytes{event.address - page->first}};
  if (policy_.place_at({.id = hole, .size = event.size, .stream = event.stream}, place, event.size)) {
    holes_.emplace(event.address, hole);
    ++answer_.segments_equal_count;
  }
}

}  // namespace arenasim::sim::recorded
