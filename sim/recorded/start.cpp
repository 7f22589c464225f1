#include "sim/recorded/start.hpp"

#include <algorithm>
#include <iterator>
#include <unordered_map>

namespace arenasim::sim::recorded {
namespace {

using traces::EventKind;
using Kind = traces::RecordedSegmentEvent::Kind;

constexpr core::Bytes kSmallSegment = core::Bytes{std::uint64_t{2} << 20U};

/// Takes back what an event did to a segment that may be longer than the event's part of it.
void take_back_gain(Segments& segments, const traces::RecordedSegmentEvent& event) {
  const auto found = std::prev(segments.upper_bound(event.address));
  const Segment whole = found->second;
  const std::uint64_t begin = found->first;
  const std::uint64_t end = begin + whole.size.count();
  const std::uint64_t cut = event.address + event.size.count();
  segments.erase(found);
  const auto keep = [&](std::uint64_t from, std::uint64_t to) {
    if (to > from) {
      Segment part = whole;
      part.size = core::Bytes{to - from};
      segments.emplace(from, part);
    }
  };
  keep(begin, event.address);
  keep(cut, end);
}

Segments segments_at_start(const traces::Recorded& recorded) {
  Segments segments;
  for (const traces::RecordedSegment& segment : recorded.final_segments) {
    segments.emplace(segment.address, Segment{.size = segment.size,
                                              .stream = segment.stream,
                                              .small = segment.type == "small",
                                              .expandable = segment.expandable});
  }
  for (auto event = recorded.segment_events.rbegin(); event != recorded.segment_events.rend(); ++event) {
    if (event->kind == Kind::free || event->kind == Kind::unmap) {
      segments.emplace(event->address, describe_segment(recorded, *event));
    } else if (segment_of(segments, event->address) != segments.end()) {
      take_back_gain(segments, *event);
    }
  }
  return segments;
}

/// Sizes of the blocks that are there at the end, by address.
std::unordered_map<std::uint64_t, core::Bytes> final_sizes(const traces::Recorded& recorded) {
  std::unordered_map<std::uint64_t, core::Bytes> sizes;
  for (const auto& blocks : recorded.final_blocks) {
    for (const traces::RecordedBlock& block : blocks) {
      if (block.active) {
        sizes.emplace(block.address, block.size);
      }
    }
  }
  return sizes;
}

}  // namespace

Segments::const_iterator segment_of(const Segments& segments, std::uint64_t address) {
  const auto behind = segments.upper_bound(address);
  if (behind == segments.begin()) {
    return segments.end();
  }
  const auto found = std::prev(behind);
  return address - found->first < found->second.size.count() ? found : segments.end();
}

Segment describe_segment(const traces::Recorded& recorded, const traces::RecordedSegmentEvent& event) {
  const bool expandable = event.kind == Kind::map || event.kind == Kind::unmap;
  Segment segment{
      .size = event.size, .stream = event.stream, .small = event.size == kSmallSegment, .expandable = expandable};
  const auto at_end = std::find_if(
      recorded.final_segments.begin(), recorded.final_segments.end(), [&](const traces::RecordedSegment& candidate) {
        return event.address >= candidate.address && event.address - candidate.address < candidate.size.count() &&
               candidate.stream == event.stream;
      });
  if (at_end != recorded.final_segments.end() && (expandable || at_end->size == event.size)) {
    segment.small = at_end->type == "small";
  }
  return segment;
}

Start start_of(const Recording& recording) {
  Start start{.segments = segments_at_start(recording.recorded), .blocks = {}};
  std::unordered_map<std::uint64_t, std::uint64_t> address_of;  // by event
  for (const traces::RecordedAddress& address : recording.recorded.addresses) {
    address_of.emplace(address.event, address.address);
  }
  std::unordered_map<std::uint64_t, StartBlock*> by_slot;
  const auto sizes = final_sizes(recording.recorded);
  for (std::size_t number = 0; number < recording.events.size(); ++number) {
    const traces::Event& event = recording.events[number];
    const auto address = address_of.find(number);
    if (event.kind == EventKind::preexisting && address != address_of.end()) {
      const auto placed = start.blocks.emplace(address->second, StartBlock{.event = number,
                                                                           .requested = event.size,
                                                                           .stream = event.stream,
                                                                           .slot = event.slot,
                                                                           .size = {},
                                                                           .freed = {}});
      by_slot[event.slot.number()] = &placed.first->second;
    } else if (event.kind == EventKind::free || event.kind == EventKind::free_completed) {
      if (const auto block = by_slot.find(event.slot.number()); block != by_slot.end()) {
        block->second->freed = number;
        by_slot.erase(block);
      }
    }
  }
  for (auto& [address, block] : start.blocks) {
    const auto size = sizes.find(address);
    if (!block.freed && size != sizes.end()) {
      block.size = size->second;
    }
  }
  return start;
}

}  // namespace arenasim::sim::recorded
