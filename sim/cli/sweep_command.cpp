// `sweep`: a grid of settings over every core, or the share of one machine among many.
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "sim/cli/command_row.hpp"
#include "sim/cli/failures.hpp"
#include "sim/cli/matrix.hpp"
#include "sim/cli/metric_options.hpp"
#include "sim/cli/sweep_file.hpp"
#include "sim/cli/sweep_points.hpp"
#include "sim/cli/values.hpp"
#include "sim/cli/work_progress.hpp"
#include "sim/compare/comparison.hpp"
#include "sim/sweep/table.hpp"

namespace arenasim::sim::cli {
namespace {

class SweepCommand final : public Subcommand {
 public:
  void describe(CLI::App& app) override {
    app_ = &app;
    trace_.describe_many(app);
    add_policies(app, policies_, "a policy, with options, once for each (default: those that --set names, else arena)");
    add_repeated(app, "--set", sets_, "KEY=A,B,...",
                 "values to try: POLICY:OPTION=A,B... or a setting such as capacity=4GiB,1.1x");
    add_value(app, "--random", random_, core::parse_count, kCount, "so many cells of the grid, drawn by --seed");
    add_value(app, "--seed", seed_, core::parse_count, kCount, "equal seeds draw equal cells (default 1)");
    device_.describe(app);
    timing_.describe(app);
    columns_.describe(app);
    add_jobs(app, jobs_);
    add_value(app, "--shard", shard_, sweep::parse_shard, {"I/N", "I/N, I from 1 to N, such as 2/8"},
              "only every Nth cell, the Ith first; merge joins the files");
    add_output(app, "--out", out_, "write a JSON line for each cell as it comes, and go on where the file ends");
    add_output(app, "--csv", csv_, "write every metric as CSV, at the end");
    speech_.describe(app);
  }

  [[nodiscard]] ExitCode run() override {
    Person person(person_beside({out_, csv_}));
    const auto csv = opened(csv_);
    const std::vector<sweep::Axis> axes = parse_axes(sets_);
    const SweepSpace space{policies(axes), axes, device_, timing_};
    const std::vector<LoadedTrace> traces = load(trace_.places(), trace_.reading(), jobs_);
    const SweepPoints points(space, traces);
    const std::vector<std::size_t> drawn =
        sweep::drawn(points.size(), random_ ? static_cast<std::size_t>(*random_) : points.size(), seed_);
    const std::vector<sweep::Line> lines = run_cells(points, drawn, plan(space, traces, drawn.size()), person);
    write_text(csv, [&lines] { return compare::csv_text(cells_of(lines)); });
    if (!speech_.quiet) {
      person.text() << sweep::sweep_text(lines, columns_.metrics(),
                                         person.colored(speech_.color) ? report::Colors::on : report::Colors::off);
    }
    person.finish();
    return ExitCode::done;
  }

 private:
  static std::vector<compare::Cell> cells_of(const std::vector<sweep::Line>& lines) {
    std::vector<compare::Cell> cells;
    cells.reserve(lines.size());
    for (const sweep::Line& line : lines) {
      cells.push_back(line.cell);
    }
    return cells;
  }

  /// Those that were named, else those whose options are set, else arena.
  [[nodiscard]] std::vector<PolicyArgument> policies(const std::vector<sweep::Axis>& axes) const {
    std::vector<std::string> names = policies_;
    for (const sweep::Axis& axis : axes) {
      const auto colon = axis.key.find(':');
      const std::string name = axis.key.substr(0, colon);
      if (policies_.empty() && colon != std::string::npos &&
          std::find(names.begin(), names.end(), name) == names.end()) {
        names.push_back(name);
      }
    }
    return parse_policies(names.empty() ? std::vector<std::string>{"arena"} : names);
  }

  /// Every option that cells go by, as it was given.
  [[nodiscard]] report::Json given_options() const {
    constexpr std::array kAside{"policy", "set", "random", "seed",  "metrics",  "jobs",
                                "shard",  "out", "csv",    "quiet", "progress", "color"};
    report::Json given = report::Json::object();
    for (const CLI::Option* option : app_->get_options()) {
      const std::string name = option->get_lnames().empty() ? std::string{} : option->get_lnames().front();
      if (!name.empty() && option->count() > 0 && std::find(kAside.begin(), kAside.end(), name) == kAside.end()) {
        given[name] = fmt::format("{}", fmt::join(option->results(), " "));
      }
    }
    return given;
  }

  [[nodiscard]] sweep::Plan plan(const SweepSpace& space, const std::vector<LoadedTrace>& traces,
                                 std::size_t cells_count) const {
    sweep::Plan plan{.cells_count = cells_count, .shard = shard_};
    plan.settings["traces"] = report::Json::array();
    for (const LoadedTrace& trace : traces) {
      plan.settings["traces"].push_back({{"trace", trace.label}, {"sha256", trace.parsed->contents().sha256}});
    }
    plan.settings["policies"] = report::Json::array();
    for (const PolicyArgument& policy : space.policies) {
      plan.settings["policies"].push_back(policy.text);
    }
    plan.settings["set"] = report::Json::object();
    for (const sweep::Axis& axis : space.axes) {
      plan.settings["set"][axis.key] = axis.values;
    }
    plan.settings["random"] = random_ ? report::Json(*random_) : report::Json(nullptr);
    plan.settings["seed"] = random_ ? report::Json(seed_) : report::Json(nullptr);
    plan.settings["options"] = given_options();
    return plan;
  }

  [[nodiscard]] std::vector<sweep::Line> run_cells(const SweepPoints& points, const std::vector<std::size_t>& drawn,
                                                   const sweep::Plan& plan, Person& person) const {
    std::vector<std::size_t> numbers;
    for (std::size_t number = 0; number < drawn.size(); ++number) {
      if (shard_.value_or(sweep::Shard{}).has(number)) {
        numbers.push_back(number);
      }
    }
    SweepFile file(out_, plan, numbers);
    const std::size_t found = file.found_count();
    if (found > 0 && !speech_.quiet) {
      person.text() << fmt::format("{} of {} cells were in {} already.\n\n", found, numbers.size(), *out_);
    }
    WorkProgress progress("cells", numbers.size() - found, speech_.progress);
    const std::size_t left = numbers.size() - found;
    const Jobs jobs = jobs_on(device_.backend(), jobs_);
    for_each_index(left, jobs, [&](std::size_t at) {
      const std::size_t number = numbers[found + at];
      Task task = points.task(drawn[number]);
      task.setup.statistics_aside = leaves_threads_idle(at, left, jobs);
      file.add({.number = number, .set = points.set(drawn[number]), .cell = run_task(task)});
      progress.one_done();
    });
    return file.finish();
  }

  const CLI::App* app_ = nullptr;
  TraceOptions trace_;
  std::vector<std::string> policies_;
  std::vector<std::string> sets_;
  std::optional<std::uint64_t> random_;
  std::uint64_t seed_ = 1;
  DeviceOptions device_;
  TimingOptions timing_;
  MetricOptions columns_;
  Jobs jobs_;
  std::optional<sweep::Shard> shard_;
  OutputPath out_;
  OutputPath csv_;
  SpeechOptions speech_;
};

}  // namespace

std::unique_ptr<Subcommand> make_sweep_command() {
  return std::make_unique<SweepCommand>();
}

}  // namespace arenasim::sim::cli
