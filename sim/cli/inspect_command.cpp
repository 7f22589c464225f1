// `inspect`: what is in a trace, for a person or as JSON, without replaying it.
#include <memory>
#include <string>

#include "sim/cli/command_row.hpp"
#include "sim/cli/output.hpp"
#include "sim/cli/output_options.hpp"
#include "sim/cli/progress.hpp"
#include "sim/cli/trace_options.hpp"
#include "sim/report/inspect.hpp"

namespace arenasim::sim::cli {
namespace {

class InspectCommand final : public Subcommand {
 public:
  void describe(CLI::App& app) override {
    trace_.describe(app);
    add_output(app, "--json", json_, "write it as JSON");
    speech_.describe(app);
  }

  [[nodiscard]] ExitCode run() override {
    Person person{person_beside({json_})};
    const TracePlace place = trace_.place();
    std::optional<Output> json;
    if (json_) {
      json.emplace(*json_);
    }
    report::Inspection inspection;
    traces::TraceContents contents;
    {
      Progress progress{inspection, speech_.progress, 0};
      place.read(trace_.reading(), progress, contents);
    }
    if (json) {
      json->stream() << inspection.json(contents.import, contents.strings, contents.sha256);
      json->commit();
    }
    if (!speech_.quiet) {
      const auto colors = person.colored(speech_.color) ? report::Colors::on : report::Colors::off;
      person.text() << inspection.text(contents.import, contents.strings, colors);
    }
    person.finish();
    return ExitCode::done;
  }

 private:
  TraceOptions trace_;
  OutputPath json_;
  SpeechOptions speech_;
};

}  // namespace

std::unique_ptr<Subcommand> make_inspect_command() {
  return std::make_unique<InspectCommand>();
}

}  // namespace arenasim::sim::cli
