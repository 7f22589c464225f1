// `compare`: traces times policies from one parse each, as tables and files, held to rules and a baseline.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "sim/cli/build_info.hpp"
#include "sim/cli/command_row.hpp"
#include "sim/cli/failures.hpp"
#include "sim/cli/matrix.hpp"
#include "sim/cli/metric_options.hpp"
#include "sim/cli/output_options.hpp"
#include "sim/cli/rule_options.hpp"
#include "sim/cli/work_progress.hpp"
#include "sim/compare/baseline.hpp"
#include "sim/compare/comparison.hpp"

namespace arenasim::sim::cli {
namespace {

/// What is written, open from the beginning.
struct Files {
  std::unique_ptr<Output> json;
  std::unique_ptr<Output> csv;
  std::unique_ptr<Output> markdown;
  std::unique_ptr<Output> junit;
  std::unique_ptr<Output> baseline;

  void write(const compare::Comparison& comparison) const {
    write_text(json, [&] { return compare::json_text(comparison, version()); });
    write_text(csv, [&] { return compare::csv_text(comparison.cells); });
    write_text(markdown, [&] { return compare::markdown_text(comparison); });
    write_text(junit, [&] { return compare::junit_text(comparison); });
    write_text(baseline, [&] { return compare::baseline_json(comparison.cells); });
  }
};

class CompareCommand final : public Subcommand {
 public:
  void describe(CLI::App& app) override {
    trace_.describe_many(app);
    add_policies(app, policies_, "a policy, with options, once for each (default: every one)");
    device_.describe(app);
    timing_.describe(app);
    add_jobs(app, jobs_);
    columns_.describe(app);
    rules_.describe(app);
    app.add_option_function<std::string>(
           "--baseline", [this](const std::string& text) { baseline_ = text; },
           "earlier figures, to show changes from and to hold rules against")
        ->type_name("FILE");
    app.add_flag("--update-baseline", update_, "write the baseline anew instead of reading it");
    add_output(app, "--json", json_, "write every metric as JSON");
    add_output(app, "--csv", csv_, "write every metric as CSV");
    add_output(app, "--markdown", markdown_, "write the table as Markdown");
    add_output(app, "--junit", junit_, "write the rules as JUnit XML");
    speech_.describe(app);
  }

  [[nodiscard]] ExitCode run() override {
    if (update_ && !baseline_) {
      throw UsageError{"--update-baseline needs --baseline FILE, which it is to write"};
    }
    Person person(person_beside({json_, csv_, markdown_, junit_}));
    const Files files{.json = opened(json_),
                      .csv = opened(csv_),
                      .markdown = opened(markdown_),
                      .junit = opened(junit_),
                      .baseline = opened(update_ ? baseline_ : OutputPath{})};
    const std::vector<compare::Rule> rules = rules_.rules();
    compare::Comparison comparison;
    comparison.columns = columns_.metrics();
    const std::vector<compare::Cell> earlier = earlier_cells();
    comparison.cells = cells();
    comparison.before = matched_cells(earlier, comparison.cells);
    comparison.verdicts = judge_or_refuse(rules, comparison.cells, comparison.before);
    files.write(comparison);
    if (!speech_.quiet) {
      person.text() << compare::terminal_text(comparison,
                                              person.colored(speech_.color) ? report::Colors::on : report::Colors::off);
      say_left_over(earlier, comparison.cells, person);
      if (update_) {
        person.text() << "\nThe baseline is written: " << *baseline_ << '\n';
      }
    }
    person.finish();
    return exit_after(comparison.verdicts);
  }

 private:
  std::vector<compare::Cell> earlier_cells() const {
    return baseline_ && !update_ ? compare::read_baseline(*baseline_) : std::vector<compare::Cell>{};
  }

  /// With --update-baseline the cells are their own baseline: nothing has changed from it.
  [[nodiscard]] std::vector<const compare::Cell*> matched_cells(const std::vector<compare::Cell>& earlier,
                                                                const std::vector<compare::Cell>& now) const {
    return baseline_ ? compare::matched(update_ ? now : earlier, now, *baseline_) : std::vector<const compare::Cell*>{};
  }

  [[nodiscard]] std::vector<compare::Cell> cells() const {
    const std::vector<PolicyArgument> policies = parse_policies(policies_);
    const std::vector<LoadedTrace> traces = load(trace_.places(), trace_.reading(), jobs_);
    std::vector<Task> tasks;
    for (const LoadedTrace& trace : traces) {
      for (const PolicyArgument& policy : policies) {
        tasks.push_back({&trace, setup_for(policy, device_, timing_, *trace.parsed)});
      }
    }
    std::vector<std::size_t> order(tasks.size());  // the longest ones first, so that none is left over at the end
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&tasks](std::size_t left, std::size_t right) {
      return tasks[left].trace->parsed->size() > tasks[right].trace->parsed->size();
    });
    std::vector<compare::Cell> cells(tasks.size());
    WorkProgress progress("replays", tasks.size(), speech_.progress);
    const Jobs jobs = jobs_on(device_.backend(), jobs_);
    for_each_index(tasks.size(), jobs, [&](std::size_t at) {
      Task& task = tasks[order[at]];
      task.setup.statistics_aside = leaves_threads_idle(at, tasks.size(), jobs);
      cells[order[at]] = run(task);
      progress.one_done();
    });
    return cells;
  }

  [[nodiscard]] compare::Cell run(const Task& task) const {
    try {
      return run_task(task);
    } catch (const MissingCapability& error) {
      if (policies_.empty()) {
        throw MissingCapability{std::string{error.what()} + "; --policy names the policies to compare, else it is all"};
      }
      throw;
    }
  }

  static void say_left_over(const std::vector<compare::Cell>& earlier, const std::vector<compare::Cell>& now,
                            Person& person) {
    for (const std::string& title : compare::left_over(earlier, now)) {
      person.text() << "In the baseline, not run: " << title << '\n';
    }
  }

  TraceOptions trace_;
  std::vector<std::string> policies_;
  DeviceOptions device_;
  TimingOptions timing_;
  Jobs jobs_;
  MetricOptions columns_;
  RuleOptions rules_;
  OutputPath baseline_;
  bool update_ = false;
  OutputPath json_;
  OutputPath csv_;
  OutputPath markdown_;
  OutputPath junit_;
  SpeechOptions speech_;
};

}  // namespace

std::unique_ptr<Subcommand> make_compare_command() {
  return std::make_unique<CompareCommand>();
}

}  // namespace arenasim::sim::cli
