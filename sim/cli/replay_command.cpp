// `replay`: a trace, a policy, a device; a summary for a person, a report for programs.
#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <sys/resource.h>

#include "sim/cli/build_info.hpp"
#include "sim/cli/command_row.hpp"
#include "sim/cli/failures.hpp"
#include "sim/cli/lifetimes_for.hpp"
#include "sim/cli/output.hpp"
#include "sim/cli/policy_argument.hpp"
#include "sim/cli/progress.hpp"
#include "sim/cli/recorded_options.hpp"
#include "sim/cli/replay_options.hpp"
#include "sim/cli/trace_capacity.hpp"
#include "sim/cli/workbench.hpp"
#include "sim/companion.hpp"
#include "sim/compare/cell.hpp"
#include "sim/device_line.hpp"
#include "sim/explanation.hpp"
#include "sim/facts_text.hpp"
#include "sim/parallel.hpp"
#include "sim/placements.hpp"
#include "sim/report/report.hpp"
#include "sim/report/summary.hpp"
#include "sim/statistics/statistics.hpp"
#include "sim/trace_commands.hpp"

namespace arenasim::sim::cli {
namespace {

using WallClock = std::chrono::steady_clock;

std::uint64_t peak_rss_bytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

/// One replay, from its options to its outputs.
class Replay {
 public:
  explicit Replay(const ReplayOptions& options)
      : options_(options),
        place_(place_of(options)),
        person_(person_beside({options.json, options.facts, options.placements})),
        policy_(policy_of(options, place_)),
        json_(opened(options.json)),
        facts_(opened(options.facts)),
        placements_(opened(options.placements)),
        rules_(options.rules.rules()),
        measures_(json_ != nullptr || !options.speech.quiet || !rules_.empty()),
        settings_(engine_settings(options, policy_)),
        verify_(options.device.verify()),
        lifetimes_(lifetimes_for(policy_, settings_, place_, options)),
        bench_(options.device.backend().make(
                   options.device.request(capacity_in_bytes(options.device, place_, options.trace.reading()))),
               policy_, detail(), verify_, lifetimes_ ? &*lifetimes_ : nullptr) {
    options.device.arm(bench_.faults());
  }

  [[nodiscard]] ExitCode run() {
    if (options_.against_recorded) {
      against_ = compare_with_recording(policy_, place_, options_.trace.reading());
    }
    watch();
    const auto begin = WallClock::now();
    Engine engine{bench_.workplace(), settings_, observers_};
    read_into(engine);
    engine.finish();
    bench_.finish();
    if (companion_) {
      companion_->finish();
    }
    check_was_reached(engine);
    const auto wall = std::chrono::duration_cast<std::chrono::nanoseconds>(WallClock::now() - begin);
    return write(static_cast<std::uint64_t>(wall.count()));
  }

 private:
  static PolicyArgument policy_of(const ReplayOptions& options, TracePlace& place) {
    PolicyArgument policy = parse_policy(options.policy);
    adopt_recorded_settings(policy, place, options.trace.reading());
    return policy;
  }

  static TracePlace place_of(const ReplayOptions& options) {
    TracePlace place = options.trace.place();
    if (options.repeat > 1 || options.against_recorded || capacity_needs_the_peak(options.device) ||
        parse_policy(options.policy).policy->needs_lifetimes) {
      place.read_more_than_once();
    }
    return place;
  }

  static EngineSettings engine_settings(const ReplayOptions& options, const PolicyArgument& policy) {
    EngineSettings settings = options.timing.settings();
    settings.policy = policy.policy->name;
    settings.stop_after = options.at;
    return settings;
  }

  [[nodiscard]] core::FactDetail detail() const {
    const bool ranges = measures_ || options_.explain || options_.against_recorded;
    const auto ours = ranges                  ? core::FactDetail::ranges
                      : facts_ || placements_ ? core::FactDetail::events
                                              : core::FactDetail::nothing;
    return std::max(ours, Engine::needed_detail(settings_, {}));
  }

  void watch() {
    const core::Limits limits = bench_.storage().limits();
    if (measures_) {
      statistics_.emplace(statistics::StatisticsOptions{.limits = limits,
                                                        .list_limit = options_.list_limit,
                                                        .series_rows = options_.series_rows,
                                                        .sample_every = settings_.sample_every});
      observers_.push_back(&*statistics_);
    }
    if (against_ && against_->observer) {
      observers_.push_back(against_->observer.get());
    }
    if (options_.explain) {
      explanation_.emplace(bench_.allocator(), *options_.explain);
      observers_.push_back(&*explanation_);
    }
    if (facts_) {
      facts_text_.emplace(
          facts_->stream(),
          FactsText::Subject{
              .allocator = bench_.allocator(), .storage = bench_.storage(), .strings = contents_.strings},
          FactsStyle::trace);
      facts_text_->begin(device_line(limits, policy_.text));
      observers_.push_back(&*facts_text_);
    }
    if (placements_) {
      observers_.push_back(&placements_text_.emplace(placements_->stream()));
    }
    bench_.add_observers(observers_);
    move_statistics_aside();
  }

  /// To a thread beside the replay; batches of single moments would cost more to hand over than to see.
  void move_statistics_aside() {
    const bool single =
        std::any_of(observers_.begin(), observers_.end(), [](const Observer* each) { return each->at_once(); });
    if (statistics_ && !single) {
      companion_.emplace(&*statistics_);
      observers_.front() = &*companion_;
      std::rotate(observers_.begin(), observers_.begin() + 1, observers_.end());  // the last one may keep the batches
    }
  }

  /// An event to stop at or to explain is one of the replay's.
  void check_was_reached(const Engine& engine) const {
    const bool stopped = !options_.at || engine.stopped();
    if (!stopped || (explanation_ && !explanation_->reached())) {
      throw UsageError{fmt::format("{}: the replay has no event {}; it has {}, counted from 0",
                                   stopped ? "--explain" : "--at", *(stopped ? options_.explain : options_.at),
                                   engine.totals().events_count)};
    }
  }

  void read_into(Engine& engine) {
    EngineSink sink{engine};
    Progress progress{sink, options_.speech.progress, 0};
    read(progress, contents_);
    duration_ = progress.reached().time_since_epoch();
    for (std::uint64_t pass = 1; pass < options_.repeat && !engine.stopped(); ++pass) {
      traces::TraceContents again;  // the same texts get the same numbers
      engine.begin_pass();
      read(progress, again);
    }
  }

  /// Ahead of the engine where there is a core for that, but where facts print texts that are still being read, or
  /// where reading ends early and its counts say where.
  void read(traces::EventSink& sink, traces::TraceContents& contents) {
    const auto read_all = [&](traces::EventSink& to) {
      options_.cache ? place_.read_cached(options_.trace.reading(), to, contents, person_.text())
                     : place_.read(options_.trace.reading(), to, contents);
    };
    if (facts_ || options_.at || cores() == 1) {
      read_all(sink);
      return;
    }
    if (!companion_) {
      companion_.emplace(nullptr);
    }
    companion_->read(read_all, sink);
  }

  [[nodiscard]] report::ReportInput report_input(std::uint64_t wall_ns) {
    report::ReportInput input;
    input.tool.version = version();
    input.trace = {
        .import = &contents_.import, .strings = &contents_.strings, .sha256 = contents_.sha256, .duration = duration_};
    input.device = {.backend = std::string{options_.device.backend().name},
                    .name = bench_.device().title(),
                    .limits = bench_.storage().limits()};
    input.policy = {.name = std::string{policy_.policy->name}, .options = &policy_.options};
    input.timing.settings = settings_;
    input.timing.cost_model = options_.timing.cost_model();
    input.run.repeat = options_.repeat;
    input.run.verify = std::string{name(verify_)};
    input.run.faults = options_.device.faults();
    input.run.options_not_default = options_.not_default();
    input.results = statistics_->finish();
    input.description = bench_.allocator().describe();
    input.description.notes.insert(input.description.notes.end(), policy_.notes.begin(), policy_.notes.end());
    if (against_) {
      input.recorded = against_->answer();
    }
    input.measured = {.wall_ns = wall_ns, .peak_rss_bytes = peak_rss_bytes(), .device = bench_.device().measurements()};
    return input;
  }

  [[nodiscard]] ExitCode write(std::uint64_t wall_ns) {
    std::vector<compare::Cell> cells;
    if (facts_) {
      facts_text_->end_with_report();
      facts_->commit();
    }
    if (placements_) {
      placements_text_->finish();
      placements_->commit();
    }
    if (measures_) {
      const report::ReportInput input = report_input(wall_ns);
      cells.push_back(compare::cell_of(input));
      if (json_) {
        json_->stream() << report::report_json(input);
        json_->commit();
      }
      if (!options_.speech.quiet) {
        person_.text() << report::summary(
            input, person_.colored(options_.speech.color) ? report::Colors::on : report::Colors::off);
      }
    }
    if (explanation_) {
      for (const std::string& line : explanation_->lines()) {
        person_.text() << line << '\n';
      }
    }
    if (options_.at) {
      for (const std::string& line : bench_.allocator().draw()) {
        person_.text() << line << '\n';
      }
    }
    person_.finish();
    return exit_after(judge_or_refuse(rules_, cells, {}));
  }

  const ReplayOptions& options_;
  TracePlace place_;
  Person person_;
  PolicyArgument policy_;
  std::unique_ptr<Output> json_;
  std::unique_ptr<Output> facts_;
  std::unique_ptr<Output> placements_;
  std::vector<compare::Rule> rules_;
  bool measures_;
  EngineSettings settings_;
  Verify verify_;
  std::optional<core::Lifetimes> lifetimes_;
  Workbench bench_;
  traces::TraceContents contents_;
  core::SimDuration duration_{};
  std::optional<AgainstRecorded> against_;
  std::optional<statistics::Statistics> statistics_;
  std::optional<Companion> companion_;
  std::optional<FactsText> facts_text_;
  std::optional<Explanation> explanation_;
  std::optional<PlacementsText> placements_text_;
  std::vector<Observer*> observers_;
};

class ReplayCommand final : public Subcommand {
 public:
  void describe(CLI::App& app) override { options_.describe(app); }

  [[nodiscard]] ExitCode run() override { return Replay{options_}.run(); }

 private:
  ReplayOptions options_;
};

}  // namespace

std::unique_ptr<Subcommand> make_replay_command() {
  return std::make_unique<ReplayCommand>();
}

}  // namespace arenasim::sim::cli
