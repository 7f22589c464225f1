#include "traces/formats/pytorch/snapshot.hpp"

#include <algorithm>
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

/// Whether the lists of all devices hold, one after another, every row once and nothing else.
bool are_rows_in_order(const pickle::ValueArena& values, const Root& root, std::size_t rows) {
  std::size_t next = 0;
  bool are = true;
  values.each_run(root.device_traces, [&](std::span<const Value> traces) {
    for (const Value trace : traces) {
      values.each_run(trace, [&](std::span<const Value> run) {
        are = are && std::all_of(run.begin(), run.end(),
                                 [&](Value item) { return item.is_dict() && values.row(item) == next++; });
      });
    }
  });
  return are && next == rows;
}

/// As events in place.
void use_rows(const pickle::ValueArena& values, const Root& root, EntryRows& rows, Snapshot& snapshot) {
  snapshot.streams = rows.streams();
  snapshot.rows = rows.move_events();
  std::span<const SnapshotEvent> left = snapshot.rows;
  values.each_run(root.device_traces, [&](std::span<const Value> traces) {
    for (const Value trace : traces) {
      const std::size_t count = values.size(trace);
      snapshot.traces.emplace_back(left.first(count));
      left = left.subspan(count);
    }
  });
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

Snapshot read_snapshot(const pickle::Unpickled& pickle, EntryRows& rows, const Root& root, Intake& intake, bool tags) {
  Snapshot snapshot;
  if (!tags && are_rows_in_order(pickle.values, root, rows.count())) {
    use_rows(pickle.values, root, rows, snapshot);
  } else {
    EventReader reader(pickle.values, rows, snapshot.streams, intake, tags);
    pickle.values.each_run(root.device_traces, [&](std::span<const Value> run) {
      for (const Value trace : run) {
        snapshot.traces.push_back(reader.read(trace, snapshot.traces.size()));
      }
    });
  }
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
