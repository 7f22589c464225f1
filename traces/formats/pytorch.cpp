#include "traces/formats/pytorch.hpp"

#include <array>
#include <map>
#include <optional>
#include <utility>

#include "traces/formats/pickle/unpickler.hpp"
#include "traces/formats/pytorch/devices.hpp"
#include "traces/formats/pytorch/replay.hpp"
#include "traces/formats/pytorch/root.hpp"
#include "traces/formats/pytorch/snapshot.hpp"
#include "traces/whole.hpp"

namespace arenasim::traces {
namespace {

using pickle::Unpickled;
using pytorch::Root;
using pytorch::Snapshot;

constexpr std::array kPytorchOptions{
    core::OptionSpec{.name = "tags",
                     .type = core::OptionType::flag,
                     .fallback = "false",
                     .sentence = "tag each allocation with the name of the innermost frame that asked for it"},
    core::OptionSpec{.name = "segments-only",
                     .type = core::OptionType::flag,
                     .fallback = "false",
                     .sentence = "load the blocks that are active at the end, and no events"}};

std::map<DeviceId, std::uint64_t> count_active_blocks(const Snapshot& snapshot) {
  std::map<DeviceId, std::uint64_t> counts;
  for (const pytorch::Segment& segment : snapshot.segments) {
    for (const RecordedBlock& block : segment.blocks) {
      if (block.active) {
        ++counts[segment.segment.device];
      }
    }
  }
  return counts;
}

void read_segments_only(const Reading& reading, const Unpickled& pickle, const Root& root) {
  const Snapshot snapshot = pytorch::read_end_state(pickle, root);
  ReadOptions options = reading.options;
  options.device = pytorch::choose_device(options.device, count_active_blocks(snapshot));
  Intake intake(options, reading.sink, reading.strings, reading.import, Intake::Ids::dense);
  pytorch::import_end_state(snapshot, options.device, intake, reading.recorded);
  intake.finish(OffsetPosition{pickle.stop_offset, {}});
}

/// The whole file is held while it is unpickled: its containers may refer to any earlier one.
void read_events(const Reading& reading) {
  std::optional<Whole> bytes(std::in_place, reading.source);
  std::optional<Unpickled> pickle = pickle::unpickle(bytes->text());
  const Root root = pytorch::read_root(*pickle);
  if (reading.format_options.flag("segments-only")) {
    return read_segments_only(reading, *pickle, root);
  }
  const std::uint64_t stop = pickle->stop_offset;
  const std::map<DeviceId, std::uint64_t> counts = pytorch::count_events(*pickle, root);
  if (counts.empty()) {
    throw InputError(ErrorClass::unsupported, OffsetPosition{stop, {}},
                     "a snapshot without events; --format pytorch:segments-only=true loads its active blocks");
  }
  ReadOptions options = reading.options;
  options.device = pytorch::choose_device(options.device, counts);
  Intake intake(options, reading.sink, reading.strings, reading.import, Intake::Ids::dense);
  const Snapshot snapshot = pytorch::read_snapshot(*pickle, root, intake, reading.format_options.flag("tags"));
  pickle.reset();  // its memory is worth more than what could still be asked of it
  bytes.reset();
  pytorch::import_events(snapshot, options.device, intake, reading.recorded);
  intake.finish(OffsetPosition{stop, {}});
}

void read_pytorch(const Reading& reading) {
  reading.import.pairing = "address";
  read_events(reading);
}

bool is_pickle(const Glimpse& start) {
  return start.bytes.size() > 1 && start.bytes[0] == '\x80' && start.bytes[1] >= 2 && start.bytes[1] <= 5;
}

}  // namespace

const Format kPytorchFormat{
    .name = "pytorch",
    .sentence = "PyTorch memory snapshot (pickle): segments at the end and a ring of the last events",
    .knows = {.time = true, .streams = true, .devices = true, .addresses = true, .two_step_frees = true},
    .options = kPytorchOptions,
    .sniff = is_pickle,
    .read = read_pytorch};

}  // namespace arenasim::traces
