#include "sim/report/hints.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

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

std::uint64_t events_of(const Import& import, EventKind kind) {
  return import.events[static_cast<std::size_t>(kind)];
}

std::uint64_t counter(const Import& import, std::string_view name) {
  const auto found = import.counters.find(std::string(name));
  return found == import.counters.end() ? 0 : found->second;
}

/// What was live before the first event, and how sure that is.
void hint_at_beginning(const Import& import, std::vector<std::string>& hints) {
  const traces::Repairs& repairs = import.repairs;
  if (repairs.truncated_ring) {
    hints.push_back(fmt::format("the recording starts in the middle: {} live before it were recovered",
                                counted(events_of(import, EventKind::preexisting), "block")));
  }
  const std::uint64_t misses = counter(import, "rewind_misses");
  const std::uint64_t conflicts = counter(import, "rewind_conflicts");
  if (misses + conflicts != 0) {
    hints.push_back(
        fmt::format("the events do not lead to the final segments ({} of a block that is not there, {} of "
                    "one that is live already): what was live before them is a guess",
                    counted(misses, "allocation"), counted(conflicts, "free")));
  }
  if (repairs.unmatched_frees != 0) {
    hints.push_back(
        counted(repairs.unmatched_frees, "free") +
        " of blocks never seen: what was live before the first event is missing, and real peaks are higher");
  }
  const std::uint64_t baseline = counter(import, "baseline_bytes");
  if (baseline != 0 && events_of(import, EventKind::preexisting) == 0) {
    hints.push_back(fmt::format("{} were allocated before the first event: --format {}:baseline=block counts them",
                                binary(baseline), import.format));
  }
}

/// Where the pairing of allocations and frees is not the source's own.
void hint_at_pairing(const Import& import, std::vector<std::string>& hints) {
  if (import.pairing.ends_with("-lifo")) {
    hints.push_back(
        fmt::format("paired by {}: the source names no blocks, so lifetimes are a guess; bytes in use are "
                    "exact",
                    import.pairing));
  }
}

/// A counter of a reader that a person should know of: what it counts, and what that means.
struct TellingCounter {
  std::string_view name;
  std::string_view noun;
  std::string_view meaning;
};

constexpr std::array<TellingCounter, 5> kTellingCounters{{
    {"total_allocated_breaks", "jump", "of the recorded total: events are missing"},
    {"ghosts", "block", "that no event names: held from before the first event to the end"},
    {"image_without_size", "image", "without a size: passed over"},
    {"ambiguous_pairs", "call", "that more than one thread may have made: sizes may be swapped between blocks"},
    {"svm_frees_without_pointer", "free", "that named no pointer: what was freed stays live"},
}};

void hint_at_counters(const Import& import, std::vector<std::string>& hints) {
  for (const TellingCounter& telling : kTellingCounters) {
    if (const std::uint64_t count = counter(import, telling.name); count != 0) {
      hints.push_back(fmt::format("{} {}", counted(count, telling.noun), telling.meaning));
    }
  }
}

/// What never came to its end.
void hint_at_end(const Import& import, std::vector<std::string>& hints) {
  const traces::Repairs& repairs = import.repairs;
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
  hint_at_beginning(import, list);
  hint_at_pairing(import, list);
  hint_at_counters(import, list);
  hint_at_end(import, list);
  if (import.clock == "ordinal") {
    list.emplace_back("the source has no times: figures over time count events");
  }
  const std::uint64_t failures = events_of(import, EventKind::oom);
  if (failures != 0) {
    list.push_back(counted(failures, "request") + " failed in the recording: replay with its --capacity to compare");
  }
  for (const std::string& column : import.ignored_columns) {
    list.push_back("column " + column + " is ignored");
  }
  return list;
}

}  // namespace arenasim::sim::report
