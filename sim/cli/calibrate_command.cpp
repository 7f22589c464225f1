// `calibrate`: measures what pages and copies cost on a device and writes it down as a cost model; with a trace, holds
// simulated time against measured time of one replay.
#include <algorithm>
#include <array>
#include <iostream>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "sim/calibration/fit.hpp"
#include "sim/calibration/measure.hpp"
#include "sim/calibration/timed_device.hpp"
#include "sim/cli/command_row.hpp"
#include "sim/cli/device_options.hpp"
#include "sim/cli/failures.hpp"
#include "sim/cli/output.hpp"
#include "sim/cli/output_options.hpp"
#include "sim/cli/person.hpp"
#include "sim/cli/policy_argument.hpp"
#include "sim/cli/text_table.hpp"
#include "sim/cli/trace_capacity.hpp"
#include "sim/cli/trace_options.hpp"
#include "sim/cli/values.hpp"
#include "sim/cli/workbench.hpp"
#include "sim/cost_model_file.hpp"
#include "sim/report/words.hpp"
#include "sim/trace_commands.hpp"

#include <unistd.h>

namespace arenasim::sim::cli {
namespace {

using calibration::HostTimes;
using core::operator""_GiB;

/// What is measured where nobody says: the device that people have, if the program can reach one.
const backends::Backend& usual_backend() {
  const backends::Backend* opencl = backends::find_backend("opencl");
  return opencl != nullptr ? *opencl : *backends::find_backend("host");
}

std::string time_text(double nanoseconds) {
  return report::duration(static_cast<core::Uint128>(nanoseconds));
}

std::string off_text(double predicted, double measured) {
  return measured == 0 ? "-" : fmt::format("{:+.1f} %", (predicted / measured - 1) * 100);
}

std::string_view name(calibration::Step step) {
  constexpr std::array<std::string_view, 5> names{"grant", "refuse", "release", "wait", "copies"};
  return names.at(static_cast<std::size_t>(step));
}

void print_fit(std::ostream& out, const calibration::Fit& fit) {
  TextTable table{{"step", "size", "copies", "samples", "measured", "model", "off"}};
  for (const calibration::Residual& residual : fit.residuals) {
    const bool copies = residual.step == calibration::Step::copies;
    const bool sized = residual.step != calibration::Step::refuse && residual.step != calibration::Step::wait;
    table.add({std::string{name(residual.step)}, sized ? core::to_text(residual.size) : "-",
               copies ? std::to_string(residual.count) : "-", std::to_string(residual.samples_count),
               time_text(residual.measured_ns), time_text(residual.predicted_ns),
               off_text(residual.predicted_ns, residual.measured_ns)});
  }
  table.print(out);
}

void print_comparison(std::ostream& out, const HostTimes& measured, const Totals& totals) {
  const auto simulated = [&totals](StallCause cause) {
    return static_cast<double>(totals.stall.at(static_cast<std::size_t>(cause)).count());
  };
  TextTable table{{"replay", "measured", "simulated", "off"}};
  double all = 0;
  const auto add = [&](const char* what, std::chrono::nanoseconds took, double cost) {
    const auto spent = static_cast<double>(took.count());
    table.add({what, time_text(spent), time_text(cost), off_text(cost, spent)});
    all += cost;
  };
  add("grants", measured.grant, simulated(StallCause::grant));
  add("refusals", measured.refuse, simulated(StallCause::refuse));
  add("releases", measured.release, simulated(StallCause::release));
  add("relocations", measured.relocation, simulated(StallCause::copy) + simulated(StallCause::wait));
  add("all stalls", measured.sum(), all);
  table.print(out);
}

class CalibrateCommand final : public Subcommand {
 public:
  void describe(CLI::App& app) override {
    app.add_option("out", out_, "the cost model to write; - is standard output")->type_name("OUT")->required();
    device_.describe(app);
    add_value(app, "--time", time_, core::parse_duration, kDuration, "measure for about so long (default 60s)");
    add_value(app, "--memory", memory_, core::parse_bytes, kSize, "pages take at most so much together (default 2GiB)");
    app.add_option("--name", name_, "of the cost model, as reports show it (default calibrated)")->type_name("NAME");
    app.add_option("--trace", trace_, "then replay this on the device, and compare simulated with measured time")
        ->type_name("TRACE");
    app.add_option("--policy", policy_, "of that replay (default arena)")->type_name("NAME[:key=value,...]");
    speech_.describe(app);
  }

  [[nodiscard]] ExitCode run() override {
    refuse_nonsense();
    Person person{person_beside({out_})};
    Output output{out_};
    Rehearsal rehearsal{parse_policy(policy_), {trace_, std::nullopt}, std::nullopt};
    if (!trace_.empty()) {
      rehearsal.place.read_more_than_once();
      rehearsal.capacity = capacity_in_bytes(device_, rehearsal.place, {});
    }
    const NamedCostModel model = calibrated(person);
    if (!trace_.empty()) {
      compare(model, rehearsal, person);
    }
    output.stream() << to_json(model);
    output.commit();
    person.finish();
    return ExitCode::done;
  }

 private:
  void refuse_nonsense() const {
    if (!device_.backend().holds_bytes) {
      throw UsageError{"calibrate: backend '" + std::string{device_.backend().name} + "' is no real device"};
    }
    if (memory_ < calibration::kSmallestMeasured * 2) {
      throw UsageError{fmt::format("--memory: {} has no room for two pages of {}", core::to_text(memory_),
                                   core::to_text(calibration::kSmallestMeasured))};
    }
    if (trace_.empty() && capacity_needs_the_peak(device_)) {
      throw UsageError{"--capacity: a multiple of the peak needs the --trace whose peak is meant"};
    }
  }

  /// The replay whose simulated and measured time are compared. Found out before anything is measured, so that what is
  /// wrong with it is said at once.
  struct Rehearsal {
    PolicyArgument policy;
    TracePlace place;
    std::optional<core::Bytes> capacity;
  };

  /// Of the device, with its memory bounded where the command line says so in bytes.
  [[nodiscard]] std::unique_ptr<backends::Device> device_to_measure() const {
    const CapacityChoice choice = device_.capacity().value_or(CapacityChoice{});
    const auto* bytes = std::get_if<core::Bytes>(&choice);
    return device_.backend().make(device_.request(bytes == nullptr ? std::nullopt : std::optional{*bytes}));
  }

  [[nodiscard]] std::vector<calibration::Sample> samples_of(backends::Device& device) const {
    const bool shows =
        speech_.progress == When::always || (speech_.progress == When::automatic && ::isatty(STDERR_FILENO) == 1);
    const auto tell = [shows](core::Bytes size) {
      if (shows) {
        std::cerr << "\rmeasuring pages of " << core::to_text(size) << "\033[K" << std::flush;
      }
    };
    auto samples = calibration::measure(device, {memory_, std::chrono::nanoseconds{time_.count()}}, tell);
    if (shows) {
      std::cerr << "\r\033[K" << std::flush;
    }
    const bool copied = std::any_of(samples.begin(), samples.end(), [](const calibration::Sample& sample) {
      return sample.step == calibration::Step::copies;
    });
    if (!copied) {
      throw UsageError{"--time: over before anything was measured"};
    }
    return samples;
  }

  [[nodiscard]] NamedCostModel calibrated(Person& person) const {
    const auto device = device_to_measure();
    const calibration::Fit fit = calibration::fit(samples_of(*device));
    const std::string title = device->title().empty() ? "this machine's memory" : device->title();
    if (!speech_.quiet) {
      person.text() << "device: " << title << '\n';
      print_fit(person.text(), fit);
    }
    return {.name = name_, .model = fit.model, .sentence = "Measured on " + title + "."};
  }

  void compare(const NamedCostModel& model, const Rehearsal& rehearsal, Person& person) const {
    EngineSettings settings;
    settings.policy = rehearsal.policy.policy->name;
    settings.timing = Timing::closed;
    settings.cost_model = model.model;
    HostTimes times;
    Workbench bench{
        std::make_unique<calibration::TimedDevice>(device_.backend().make(device_.request(rehearsal.capacity)), times),
        rehearsal.policy, Engine::needed_detail(settings, {}), device_.verify()};
    device_.arm(bench.faults());
    std::vector<Observer*> observers;
    bench.add_observers(observers);
    Engine engine{bench.workplace(), settings, observers};
    EngineSink sink{engine};
    traces::TraceContents contents;
    rehearsal.place.read({}, sink, contents);
    engine.finish();
    bench.finish();
    if (!speech_.quiet) {
      person.text() << '\n';
      print_comparison(person.text(), times, engine.totals());
    }
  }

  std::string out_;
  DeviceOptions device_{usual_backend()};
  core::SimDuration time_ = std::chrono::seconds{60};
  core::Bytes memory_ = 2_GiB;
  std::string name_ = "calibrated";
  std::string trace_;
  std::string policy_ = "arena";
  SpeechOptions speech_;
};

}  // namespace

std::unique_ptr<Subcommand> make_calibrate_command() {
  return std::make_unique<CalibrateCommand>();
}

}  // namespace arenasim::sim::cli
