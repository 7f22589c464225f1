#include "traces/formats/pytorch/snapshot.hpp"

#include <span>

#include <fmt/format.h>

#include "traces/formats/pytorch/fields.hpp"
#include "traces/formats/pytorch/settings.hpp"
#include "traces/input_error.hpp"

namespace arenasim::traces::pytorch {
namespace {

using pickle::Value;

void read_rest(const pickle::Unpickled& pickle, const Root& root, Snapshot& snapshot) {
  snapshot.segments = read_segments(pickle.values, root.segments, snapshot.streams);
  snapshot.settings =
      read_settings(pickle.values, root.settings, Position{OffsetPosition{pickle.stop_offset, "allocator_settings"}});
  snapshot.stop_offset = pickle.stop_offset;
}

}  // namespace

std::map<DeviceId, std::uint64_t> count_events(const pickle::Unpickled& pickle, const Root& root) {
  std::map<DeviceId, std::uint64_t> counts;
  if (root.device_traces.is(pickle::Kind::unset)) {
    return counts;
  }
  std::size_t device = 0;
  pickle.values.each_run(root.device_traces, [&](std::span<const Value> run) {
    for (const Value trace : run) {
      const Position where = OffsetPosition{pickle.stop_offset, fmt::format("device_traces[{}]", device)};
      const std::uint64_t count = pickle.values.size(take_sequence({pickle.values, trace, "device_traces"}, where));
      if (count != 0) {
        counts[DeviceId{static_cast<std::int32_t>(device)}] = count;
      }
      ++device;
    }
  });
  return counts;
}

Snapshot read_snapshot(const pickle::Unpickled& pickle, const EntryRows& rows, const Root& root, Intake& intake,
                       bool tags) {
  Snapshot snapshot;
  EventReader reader(pickle.values, rows, snapshot.streams, intake, tags);
  pickle.values.each_run(root.device_traces, [&](std::span<const Value> run) {
    for (const Value trace : run) {
      snapshot.traces.push_back(reader.read(trace, snapshot.traces.size()));
    }
  });
  snapshot.annotations = read_annotations(pickle.values, root.annotations, intake);
  read_rest(pickle, root, snapshot);
  return snapshot;
}

Snapshot read_end_state(const pickle::Unpickled& pickle, const Root& root) {
  Snapshot snapshot;
  read_rest(pickle, root, snapshot);
  return snapshot;
}

}  // namespace arenasim::traces::pytorch
