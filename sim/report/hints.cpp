#include "sim/report/hints.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <fmt/format.h>

#include "sim/report/words.hpp"

namespace arenasim::sim::report {

namespace {

using traces::EventKind;
using traces::Import;

void hint_at_devices(const Import& import, std::vector<std::string>& hints) {
  const auto selected = std::count_if(import.devices.begin(), import.devices.end(),
                                      [](const traces::DeviceCount& device) { return device.selected; });
  if (import.devices.size() > static_cast<std::size_t>(selected)) {
    hints.push_back(fmt::format("the file holds {} devices, of which {} is taken: --device chooses",
                                import.devices.size(), selected));
  }
}

void hint_at_sizes(const Import& import, std::vector<std::string>& hints) {
  std::uint64_t allocations = 0;
  std::uint64_t odd = 0;
  for (const traces::DeviceCount& device : import.devices) {
    allocations += device.selected ? device.allocs : 0;
    odd += device.selected ? device.not_multiple_of_512 : 0;
  }
  if (allocations >= 10 && odd == 0) {
    hints.emplace_back("every size is a multiple of 512: they may be what the recorded allocator made of the requests");
  }
  if (import.repairs.zero_sizes != 0) {
    hints.push_back(counted(import.repairs.zero_sizes, "allocation") + " of size 0");
  }
}

void hint_at_gaps(const Import& import, std::vector<std::string>& hints) {
  const traces::Repairs& repairs = import.repairs;
  if (repairs.truncated_ring || repairs.unmatched_frees != 0) {
    hints.push_back(fmt::format("the recording starts in the middle ({} of blocks never seen): real peaks are higher",
                                counted(repairs.unmatched_frees, "free")));
  }
  if (repairs.truncated_tail) {
    hints.emplace_back("the file is cut: what follows the cut is missing");
  }
  if (repairs.pending_at_end != 0) {
    hints.push_back(counted(repairs.pending_at_end, "free") + " asked for and never completed");
  }
  if (import.live_end_count != 0) {
    hints.push_back(fmt::format("{} ({}) never freed", counted(import.live_end_count, "allocation"),
                                binary(import.live_end_bytes)));
  }
  if (repairs.reallocs != 0) {
    hints.push_back(counted(repairs.reallocs, "reallocation") +
                    " made a free and an allocation: --realloc copy keeps both live at once");
  }
}

}  // namespace

std::vector<std::string> hints(const Import& import) {
  std::vector<std::string> list;
  hint_at_devices(import, list);
  hint_at_sizes(import, list);
  hint_at_gaps(import, list);
  if (import.clock == "ordinal") {
    list.emplace_back("the source has no times: figures over time count events");
  }
  const std::uint64_t failures = import.events[static_cast<std::size_t>(EventKind::oom)];
  if (failures != 0) {
    list.push_back(counted(failures, "request") + " failed in the recording: replay with its --capacity to compare");
  }
  for (const std::string& column : import.ignored_columns) {
    list.push_back("column " + column + " is ignored");
  }
  return list;
}

}  // namespace arenasim::sim::report
