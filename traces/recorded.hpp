// Ground truth that a recording carries beside its events: where things really were. Kept for comparison, never
// replayed.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/ids.hpp"
#include "core/units.hpp"
#include "traces/event.hpp"

namespace arenasim::traces {

/// A device allocation of the recorded allocator.
struct RecordedSegment {
  DeviceId device;
  std::uint64_t address = 0;
  core::Bytes size;
  core::StreamId stream;
  std::string type;  ///< `small`, `large`
  bool expandable = false;
};

/// A block that lies in a segment at the start or at the end.
struct RecordedBlock {
  std::uint64_t address = 0;
  core::Bytes size;  ///< of the block
  core::Bytes requested_size;
  bool active = false;
  bool pending = false;
};

/// Where the recording had the block of an alloc or preexisting event.
struct RecordedAddress {
  std::uint64_t event = 0;
  std::uint64_t address = 0;
};

/// The alignment that an alloc asked for.
struct RecordedAlignment {
  std::uint64_t event = 0;
  core::Bytes alignment;
};

/// A segment that came or went, before the event of that number.
struct RecordedSegmentEvent {
  enum class Kind : std::uint8_t { alloc, free, map, unmap } kind{};
  std::uint64_t event = 0;
  std::uint64_t address = 0;
  core::Bytes size;
  core::StreamId stream;
};

struct RecordedFailure {
  std::uint64_t event = 0;
  core::Bytes size;
  std::optional<core::Bytes> device_free;
};

/// What the recorded allocator said it held after an event.
struct RecordedTotal {
  std::uint64_t event = 0;
  core::Bytes allocated;
  core::Bytes reserved;
};

struct Recorded {
  std::vector<RecordedSegment> final_segments;
  std::vector<std::vector<RecordedBlock>> final_blocks;  ///< beside final_segments
  std::vector<RecordedAddress> addresses;                ///< by rising event number
  std::vector<RecordedAlignment> alignments;             ///< by rising event number
  std::vector<RecordedSegmentEvent> segment_events;
  std::vector<RecordedFailure> failures;
  std::vector<RecordedTotal> totals;
  std::map<std::string, std::string> settings;  ///< of the recorded allocator
  std::map<std::string, core::Bytes> limits;    ///< capacities, heap sizes, usage limits
};

}  // namespace arenasim::traces
