#include "traces/formats/pytorch/reading.hpp"

#include <map>
#include <optional>
#include <utility>

#include "traces/formats/pickle/unpickler.hpp"
#include "traces/formats/pytorch/devices.hpp"
#include "traces/formats/pytorch/entry_rows.hpp"
#include "traces/formats/pytorch/replay.hpp"
#include "traces/formats/pytorch/root.hpp"
#include "traces/formats/pytorch/snapshot.hpp"
#include "traces/whole.hpp"

namespace arenasim::traces::pytorch {
namespace {

using pickle::Unpickled;

std::map<DeviceId, std::uint64_t> count_active_blocks(const Snapshot& snapshot) {
  std::map<DeviceId, std::uint64_t> counts;
  for (const Segment& segment : snapshot.segments) {
    for (const RecordedBlock& block : segment.blocks) {
      if (block.active) {
        ++counts[segment.segment.device];
      }
    }
  }
  return counts;
}

void read_segments_only(const Reading& reading, const Unpickled& pickle, const Root& root) {
  const Snapshot snapshot = read_end_state(pickle, root);
  ReadOptions options = reading.options;
  options.device = choose_device(options.device, count_active_blocks(snapshot));
  Intake intake(options, reading.sink, reading.strings, reading.import, Intake::Ids::dense);
  import_end_state(snapshot, options.device, intake, reading.recorded);
  intake.finish(OffsetPosition{pickle.stop_offset, {}});
}

/// What is wrong with the source is said before what is wrong in it.
Unpickled unpickle(Whole& bytes, EntryRows& rows, Entries entries) {
  try {
    if (entries == Entries::as_rows) {
      return pickle::unpickle(bytes, rows);
    }
    bytes.read_all();
    return pickle::unpickle(bytes.text());
  } catch (const InputError&) {
    bytes.read_all();
    throw;
  }
}

}  // namespace

/// The whole file is held while it is unpickled: its containers may refer to any earlier one.
void read_snapshot_file(const Reading& reading, Entries entries) {
  std::optional<Whole> bytes(std::in_place, reading.source);
  reading.import.pairing = "address";
  const bool tags = reading.format_options.flag("tags");
  std::optional<EntryRows> rows(std::in_place, tags);
  std::optional<Unpickled> pickle = unpickle(*bytes, *rows, entries);
  const Root root = read_root(*pickle);
  if (reading.format_options.flag("segments-only")) {
    return read_segments_only(reading, *pickle, root);
  }
  const std::uint64_t stop = pickle->stop_offset;
  const std::map<DeviceId, std::uint64_t> counts = count_events(*pickle, root);
  if (counts.empty()) {
    throw InputError(ErrorClass::unsupported, OffsetPosition{stop, {}},
                     "a snapshot without events; --format pytorch:segments-only=true loads its active blocks");
  }
  ReadOptions options = reading.options;
  options.device = choose_device(options.device, counts);
  Intake intake(options, reading.sink, reading.strings, reading.import, Intake::Ids::dense);
  const Snapshot snapshot = read_snapshot(*pickle, *rows, root, intake, tags);
  pickle.reset();  // their memory is worth more than what could still be asked of them
  rows.reset();
  bytes.reset();
  import_events(snapshot, options.device, intake, reading.recorded);
  intake.finish(OffsetPosition{stop, {}});
}

}  // namespace arenasim::traces::pytorch
