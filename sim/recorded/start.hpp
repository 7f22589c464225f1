// What a recorded allocator held before the first event: the state at the end, walked backwards (spec/pytorch.md,
// Replaying a snapshot exactly).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "core/ids.hpp"
#include "core/units.hpp"
#include "sim/recorded/recording.hpp"
#include "traces/event.hpp"

namespace arenasim::sim::recorded {

/// A segment by what the recording says of it.
struct Segment {
  core::Bytes size;
  core::StreamId stream;
  bool small = false;
  bool expandable = false;
};

/// By address.
using Segments = std::map<std::uint64_t, Segment>;

/// The segment that holds an address; the end where none does.
[[nodiscard]] Segments::const_iterator segment_of(const Segments& segments, std::uint64_t address);

/// A block that was live before the first event.
struct StartBlock {
  std::uint64_t event = 0;  ///< its preexisting event
  core::Bytes requested;
  core::StreamId stream;
  traces::BlockSlot slot;
  std::optional<core::Bytes> size;     ///< of the block; nothing where the recording has only what was asked for
  std::optional<std::uint64_t> freed;  ///< the event that ends it
};

/// By address.
using StartBlocks = std::map<std::uint64_t, StartBlock>;

struct Start {
  Segments segments;
  StartBlocks blocks;
};

[[nodiscard]] Start start_of(const Recording& recording);

/// The kind of a segment, from the state at the end where it is still there, else by its size.
[[nodiscard]] Segment describe_segment(const traces::Recorded& recorded, const traces::RecordedSegmentEvent& event);

}  // namespace arenasim::sim::recorded
