// The segments of a snapshot and the blocks that fill them: what the recorded allocator held at the end
// (spec/formats.md 3).
#pragma once

#include <vector>

#include "core/units.hpp"
#include "traces/formats/pickle/values.hpp"
#include "traces/formats/pointer_streams.hpp"
#include "traces/recorded.hpp"

namespace arenasim::traces::pytorch {

struct Segment {
  RecordedSegment segment;
  std::vector<RecordedBlock> blocks;  ///< by rising address, filling the segment
};

/// Throws InputError at `segments[n]`: missing_field, bad_value, range, and inconsistent where the blocks overlap or do
/// not fill the segment.
[[nodiscard]] std::vector<Segment> read_segments(const pickle::ValueArena& values, pickle::Value list,
                                                 PointerStreams& streams);

}  // namespace arenasim::traces::pytorch
