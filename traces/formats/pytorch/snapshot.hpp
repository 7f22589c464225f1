// A snapshot as plain records: what is left of a pickle once it is read.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "traces/formats/pickle/unpickler.hpp"
#include "traces/formats/pointer_streams.hpp"
#include "traces/formats/pytorch/annotations.hpp"
#include "traces/formats/pytorch/events.hpp"
#include "traces/formats/pytorch/root.hpp"
#include "traces/formats/pytorch/segments.hpp"
#include "traces/intake.hpp"

namespace arenasim::traces::pytorch {

struct Snapshot {
  std::vector<SnapshotEvent> rows;   ///< the events of all devices, where they need not be kept by device
  std::vector<DeviceEvents> traces;  ///< by device
  std::vector<Annotation> annotations;
  std::vector<Segment> segments;
  std::map<std::string, std::string> settings;
  PointerStreams streams;
  std::uint64_t stop_offset = 0;  ///< where the pickle's STOP stands
};

/// How many events `device_traces` has of each device that has any. Throws InputError where an item is no list.
[[nodiscard]] std::map<DeviceId, std::uint64_t> count_events(const pickle::Unpickled& pickle, const Root& root);

/// Everything, or without the events: only segments and settings; `rows` are those that were made of the pickle, and
/// may be taken. Throws InputError where strict.
[[nodiscard]] Snapshot read_snapshot(const pickle::Unpickled& pickle, EntryRows& rows, const Root& root, Intake& intake,
                                     bool tags);
[[nodiscard]] Snapshot read_end_state(const pickle::Unpickled& pickle, const Root& root);

}  // namespace arenasim::traces::pytorch
