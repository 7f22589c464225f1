#include "sim/cli/recorded_options.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "core/policies/policy.hpp"
#include "sim/cli/failures.hpp"
#include "sim/recorded/compare.hpp"
#include "sim/report/words.hpp"

namespace arenasim::sim::cli {
namespace {

constexpr std::string_view kFlavour = "flavour";

/// Whatever a reader tells besides its events is told by the first one.
class FirstEvent final : public traces::EventSink {
 public:
  void take(std::span<const traces::Event> /*events*/) override { throw traces::StopReading{}; }
};

report::RecordedComparison walk(const core::Policy& policy, const core::Options& options,
                                const recorded::Recording& recording) {
  const auto make = [&](const core::Workplace& at) {
    auto made = policy.make(at, options);
    if (!made) {
      throw UsageError{"policy '" + std::string{policy.name} + "': " + made.error().text};
    }
    return std::move(*made);
  };
  auto comparison = recorded::compare(recording, make);
  if (!comparison) {
    throw UsageError{"--against-recorded follows a recording place by place, which policy '" +
                     std::string{policy.name} + "' cannot"};
  }
  return std::move(*comparison);
}

/// A recording does not say which build made it: another flavour that agrees with more of it is worth a note.
void note_better_flavour(PolicyArgument& policy, const recorded::Recording& recording,
                         const report::RecordedComparison& comparison) {
  const auto specs = policy.options.specs();
  const auto spec = std::find_if(specs.begin(), specs.end(), [](const auto& each) { return each.name == kFlavour; });
  if (spec == specs.end() || comparison.placements_equal_count == comparison.placements_count) {
    return;
  }
  std::string_view rest = spec->choices;
  while (!rest.empty()) {
    const std::string_view flavour = rest.substr(0, rest.find('|'));
    rest.remove_prefix(std::min(flavour.size() + 1, rest.size()));
    core::Options other = policy.options;
    if (flavour == policy.options.text(kFlavour) || !other.set(kFlavour, flavour)) {
      continue;
    }
    const report::RecordedComparison fits = walk(*policy.policy, other, recording);
    if (fits.placements_equal_count > comparison.placements_equal_count) {
      policy.notes.push_back("flavour=" + std::string{flavour} +
                             " fits the recording better: " + report::grouped(fits.placements_equal_count) +
                             " placements equal instead of " + report::grouped(comparison.placements_equal_count));
    }
  }
}

}  // namespace

void adopt_recorded_settings(PolicyArgument& policy, TracePlace& place, const traces::ReadOptions& reading) {
  if (policy.policy->complete == nullptr) {
    return;
  }
  place.read_more_than_once();
  FirstEvent first;
  traces::TraceContents contents;
  place.read(reading, first, contents);
  adopt(policy, &contents.recorded.settings);
}

AgainstRecorded compare_with_recording(PolicyArgument& policy, const TracePlace& place,
                                       const traces::ReadOptions& reading) {
  recorded::AllEvents all;
  traces::TraceContents contents;
  place.read(reading, all, contents);
  const auto& devices = contents.import.devices;
  if (std::count_if(devices.begin(), devices.end(), [](const auto& device) { return device.selected; }) > 1) {
    throw UsageError{"--against-recorded compares one device: choose it with --device"};
  }
  const traces::Recorded& truth = contents.recorded;
  AgainstRecorded against;
  if (recorded::has_places(truth)) {
    const recorded::Recording recording{.events = all.events(), .recorded = truth};
    against.comparison = walk(*policy.policy, policy.options, recording);
    note_better_flavour(policy, recording, against.comparison);
  } else if (!truth.addresses.empty()) {
    against.observer = std::make_unique<recorded::AnchoredComparison>(truth.addresses);
  } else if (contents.import.events[static_cast<std::size_t>(traces::EventKind::oom)] == 0) {
    throw UsageError{"--against-recorded: " + contents.import.file + " records no addresses, segments or failures"};
  }
  return against;
}

}  // namespace arenasim::sim::cli
