// How long blocks were that were live before a recording began: what is freed in it shows only what was asked for, but
// an allocation that starts behind such a block tells where it ended (spec/pytorch.md, Truncated recordings).
#pragma once

#include <cstdint>
#include <map>

#include "core/restores.hpp"
#include "sim/recorded/recording.hpp"
#include "sim/recorded/start.hpp"

namespace arenasim::sim::recorded {

/// A block of the start that may be longer than what a request of its size holds.
struct OpenBlock {
  std::uint64_t least_end = 0;  ///< where it ends if it is not
  std::uint64_t most_end = 0;   ///< the next live block, or the end of the segment
  bool ends_segment = false;    ///< what starts at `most_end` lies in another segment
};

/// By address of the block.
using OpenBlocks = std::map<std::uint64_t, OpenBlock>;

/// Those whose length the recording does not state and that have free bytes behind them. None lies in a small segment:
/// there every rest of a unit is split off.
[[nodiscard]] OpenBlocks open_blocks(const Start& start, const core::Restores& policy);

/// Takes out of `open` those that later events tell of, and writes what they tell into `start`; says how many.
[[nodiscard]] std::uint64_t settle(const Recording& recording, Start& start, OpenBlocks& open);

}  // namespace arenasim::sim::recorded
