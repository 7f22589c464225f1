// From a snapshot's records to events: what was live at the start, then every record in order, with the ground truth
// kept beside them (spec/formats.md 3).
#pragma once

#include "traces/formats/pytorch/snapshot.hpp"
#include "traces/intake.hpp"
#include "traces/read_options.hpp"
#include "traces/recorded.hpp"

namespace arenasim::traces::pytorch {

/// Sends all to the intake, which was made for the same `selection`, and fills Import's facts and counters. Throws
/// InputError (range).
void import_events(const Snapshot& snapshot, const DeviceSelection& selection, Intake& intake, Recorded& recorded);

/// Sends the blocks that are active at the end as `preexisting`, and nothing else.
void import_end_state(const Snapshot& snapshot, const DeviceSelection& selection, Intake& intake, Recorded& recorded);

}  // namespace arenasim::traces::pytorch
