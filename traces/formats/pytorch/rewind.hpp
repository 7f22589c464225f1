// What was live before a recording began. The ring of events forgets its beginning, so the live set is followed
// backwards from the blocks at the end (spec/formats.md 3, Rewind).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/ids.hpp"
#include "core/units.hpp"
#include "traces/formats/pytorch/events.hpp"
#include "traces/formats/pytorch/segments.hpp"

namespace arenasim::traces::pytorch {

/// A block that was live before the first event.
struct InitialBlock {
  std::uint64_t address = 0;
  core::Bytes size;  ///< as the allocator's events give sizes
  core::StreamId stream;
  bool pending = false;  ///< its free was requested already
  bool ghost = false;    ///< no event names it: it lives through the whole trace
};

struct Rewind {
  std::vector<InitialBlock> blocks;    ///< by rising address
  std::uint64_t misses = 0;            ///< allocs whose block was not live after them
  std::uint64_t conflicts = 0;         ///< completed frees whose block was live after them
  std::uint64_t size_differences = 0;  ///< allocs whose size is not that of the block that they made
  /// Allocs of blocks that are live at the end, whose size is only what was requested or only the block's.
  std::uint64_t requested_sizes = 0;
  std::uint64_t rounded_sizes = 0;
};

/// Of one device, whose segments and events these are. Where a step back contradicts what is live, the answer holds the
/// blocks that end before anything makes them, and the ghosts.
[[nodiscard]] Rewind rewind(std::span<const Segment> segments, DeviceId device, std::span<const SnapshotEvent> events);

}  // namespace arenasim::traces::pytorch
