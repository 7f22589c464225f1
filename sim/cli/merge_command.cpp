// `merge`: the shards of a sweep as one.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "sim/cli/command_row.hpp"
#include "sim/cli/metric_options.hpp"
#include "sim/cli/output_options.hpp"
#include "sim/sweep/table.hpp"

namespace arenasim::sim::cli {
namespace {

class MergeCommand final : public Subcommand {
 public:
  void describe(CLI::App& app) override {
    app.add_option("shards", shards_, "what sweep --shard I/N wrote, one file for each shard")
        ->type_name("FILE")
        ->required();
    add_output(app, "--out", out_, "write the lines that the sweep would have written without shards");
    columns_.describe(app);
    speech_.describe(app);
  }

  [[nodiscard]] ExitCode run() override {
    Person person(person_beside({out_}));
    std::vector<std::pair<std::string, sweep::Read>> shards;
    shards.reserve(shards_.size());
    for (const std::string& path : shards_) {
      shards.emplace_back(path, sweep::read_sweep(path));
    }
    const sweep::Read whole = sweep::merged(shards);
    write_text(opened(out_), [&whole] {
      std::string text = sweep::plan_line(whole.plan);
      for (const sweep::Line& line : whole.lines) {
        text += sweep::cell_line(line);
      }
      return text;
    });
    if (!speech_.quiet) {
      person.text() << sweep::sweep_text(whole.lines, columns_.metrics(),
                                         person.colored(speech_.color) ? report::Colors::on : report::Colors::off);
    }
    person.finish();
    return ExitCode::done;
  }

 private:
  std::vector<std::string> shards_;
  OutputPath out_;
  MetricOptions columns_;
  SpeechOptions speech_;
};

}  // namespace

std::unique_ptr<Subcommand> make_merge_command() {
  return std::make_unique<MergeCommand>();
}

}  // namespace arenasim::sim::cli
