// The blocks that a replay of a snapshot begins with.
#pragma once

#include "traces/formats/pytorch/snapshot.hpp"
#include "traces/intake.hpp"
#include "traces/read_options.hpp"
#include "traces/recorded.hpp"

namespace arenasim::traces::pytorch {

/// `preexisting` for what a rewind finds live, then `free_requested` for what was pending, all at time 0; tells in
/// Import what kind of sizes the file has, how the rewinds went and whether anything was live.
void import_initial_blocks(const Snapshot& snapshot, const DeviceSelection& selection, Intake& intake,
                           Recorded& recorded);

/// `preexisting` for what is active at the end.
void import_active_blocks(const Snapshot& snapshot, const DeviceSelection& selection, Intake& intake,
                          Recorded& recorded);

}  // namespace arenasim::traces::pytorch
