// `diff`: two files of figures, metric by metric, held to rules.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "sim/cli/command_row.hpp"
#include "sim/cli/output_options.hpp"
#include "sim/cli/rule_options.hpp"
#include "sim/compare/difference.hpp"

namespace arenasim::sim::cli {
namespace {

class DiffCommand final : public Subcommand {
 public:
  void describe(CLI::App& app) override {
    app.add_option("base", base_, "the earlier file: a report, comparison, baseline, sweep or inspection")
        ->type_name("BASE")
        ->required();
    app.add_option("new", now_, "the later one, of any of these kinds")->type_name("NEW")->required();
    rules_.describe(app);
    speech_.describe(app);
  }

  [[nodiscard]] ExitCode run() override {
    const std::vector<compare::Rule> rules = rules_.rules();
    const std::vector<compare::Cell> before = compare::read_cells(base_);
    const std::vector<compare::Cell> now = compare::read_cells(now_);
    const std::vector<compare::Pair> pairs = compare::paired(before, now, now_);
    std::vector<const compare::Cell*> partners(pairs.size());
    std::transform(pairs.begin(), pairs.end(), partners.begin(), [](const compare::Pair& pair) { return pair.before; });
    const std::vector<compare::Verdict> verdicts = judge_or_refuse(rules, now, partners);
    if (!speech_.quiet) {
      Person person(Person::At::standard_output);
      const auto colors = person.colored(speech_.color) ? report::Colors::on : report::Colors::off;
      person.text() << compare::difference_text(pairs, colors);
      person.finish();
    }
    return exit_after(verdicts);
  }

 private:
  std::string base_;
  std::string now_;
  RuleOptions rules_;
  SpeechOptions speech_;
};

}  // namespace

std::unique_ptr<Subcommand> make_diff_command() {
  return std::make_unique<DiffCommand>();
}

}  // namespace arenasim::sim::cli
