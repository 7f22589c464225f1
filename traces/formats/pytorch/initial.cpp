#include "traces/formats/pytorch/initial.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "traces/formats/pytorch/devices.hpp"
#include "traces/formats/pytorch/rewind.hpp"
#include "traces/input_error.hpp"

namespace arenasim::traces::pytorch {
namespace {

constexpr std::uint64_t kRounding = 512;

RecordContext at_start(const InitialBlock& block, DeviceId device) {
  return {.time = {}, .stream = block.stream, .device = device, .tag = {}};
}

void import_blocks(std::span<const InitialBlock> blocks, DeviceId device, bool selected, const Snapshot& snapshot,
                   Intake& intake, Recorded& recorded) {
  const Position where = OffsetPosition{snapshot.stop_offset, "segments"};
  for (const InitialBlock& block : blocks) {
    const std::uint64_t event = intake.next_event();
    intake.preexisting(block.address, block.size, at_start(block, device), where);
    if (selected) {
      recorded.addresses.push_back({event, block.address});
    }
  }
}

void request_pending(std::span<const InitialBlock> blocks, DeviceId device, Intake& intake) {
  for (const InitialBlock& block : blocks) {
    if (block.pending) {
      intake.free_requested(block.address, nullptr, at_start(block, device), true);
    }
  }
}

/// What was reserved before the first event: the events that changed it taken back.
std::uint64_t initial_reserved(const DeviceEvents& events, std::uint64_t final_reserved) {
  const core::Uint128 before = final_reserved + events.lost();
  return static_cast<std::uint64_t>(before - std::min(before, events.gained()));
}

std::uint64_t final_reserved(const Snapshot& snapshot, DeviceId device) {
  std::uint64_t bytes = 0;
  for (const Segment& segment : snapshot.segments) {
    bytes += segment.segment.device == device ? segment.segment.size.count() : 0;
  }
  return bytes;
}

/// Every device that has events or segments.
std::set<DeviceId> all_devices(const Snapshot& snapshot) {
  std::set<DeviceId> devices;
  for (std::size_t device = 0; device < snapshot.traces.size(); ++device) {
    if (!snapshot.traces[device].empty()) {
      devices.insert(DeviceId{static_cast<std::int32_t>(device)});
    }
  }
  for (const Segment& segment : snapshot.segments) {
    devices.insert(segment.segment.device);
  }
  return devices;
}

const DeviceEvents& events_of(const Snapshot& snapshot, DeviceId device, const DeviceEvents& none) {
  const auto number = static_cast<std::size_t>(device.number());
  return number < snapshot.traces.size() ? snapshot.traces[number] : none;
}

void count(const Rewind& rewind, std::uint64_t reserved_at_start, Import& import) {
  import.repairs.truncated_ring = import.repairs.truncated_ring || !rewind.blocks.empty();
  import.counters["rewind_misses"] += rewind.misses;
  import.counters["rewind_conflicts"] += rewind.conflicts;
  import.counters["rewind_size_differences"] += rewind.size_differences;
  import.counters["initial_blocks"] += rewind.blocks.size();
  import.counters["initial_reserved_bytes"] += reserved_at_start;
  for (const InitialBlock& block : rewind.blocks) {
    import.counters["initial_bytes"] += block.size.count();
    import.counters["ghosts"] += block.ghost ? 1U : 0U;
    import.counters["ghost_bytes"] += block.ghost ? block.size.count() : 0;
  }
}

/// Whether the sizes of allocs are what was asked for or what the allocator made of it.
std::string size_kind(const Snapshot& snapshot, std::uint64_t requested_sizes, std::uint64_t rounded_sizes) {
  if (requested_sizes + rounded_sizes != 0) {
    return requested_sizes != 0 ? "requested" : "rounded";
  }
  const bool odd = std::any_of(snapshot.traces.begin(), snapshot.traces.end(),
                               [](const DeviceEvents& events) { return events.alloc_size_bits() % kRounding != 0; });
  return odd ? "requested" : "unknown";
}

}  // namespace

void import_initial_blocks(const Snapshot& snapshot, const DeviceSelection& selection, Intake& intake,
                           Recorded& recorded) {
  const DeviceEvents none;
  std::vector<std::pair<DeviceId, Rewind>> rewinds;
  std::uint64_t requested_sizes = 0;
  std::uint64_t rounded_sizes = 0;
  for (const DeviceId device : all_devices(snapshot)) {
    const DeviceEvents& events = events_of(snapshot, device, none);
    const Rewind& found = rewinds.emplace_back(device, rewind(snapshot.segments, device, events.all())).second;
    requested_sizes += found.requested_sizes;
    rounded_sizes += found.rounded_sizes;
    if (is_selected(selection, device)) {
      count(found, initial_reserved(events, final_reserved(snapshot, device)), intake.import());
    }
  }
  intake.import().size_kind = size_kind(snapshot, requested_sizes, rounded_sizes);

  const Records records = intake.import().records;  // these are no records of the file
  for (const auto& [device, found] : rewinds) {
    import_blocks(found.blocks, device, is_selected(selection, device), snapshot, intake, recorded);
  }
  for (const auto& [device, found] : rewinds) {
    request_pending(found.blocks, device, intake);
  }
  intake.import().records = records;
}

void import_active_blocks(const Snapshot& snapshot, const DeviceSelection& selection, Intake& intake,
                          Recorded& recorded) {
  for (const DeviceId device : all_devices(snapshot)) {
    const Rewind found = rewind(snapshot.segments, device, {});
    import_blocks(found.blocks, device, is_selected(selection, device), snapshot, intake, recorded);
  }
}

}  // namespace arenasim::traces::pytorch
