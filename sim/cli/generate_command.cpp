// `generate`: a synthetic trace from a kind of load, a seed and a number of events.
#include <cstdint>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "sim/cli/command_row.hpp"
#include "sim/cli/output.hpp"
#include "sim/cli/output_options.hpp"
#include "sim/cli/plugin_argument.hpp"
#include "sim/cli/progress.hpp"
#include "sim/cli/trace_writing.hpp"
#include "sim/cli/values.hpp"
#include "sim/generate/emitter.hpp"
#include "sim/generate/kind.hpp"
#include "sim/generate/random.hpp"

namespace arenasim::sim::cli {
namespace {

class GenerateCommand final : public Subcommand {
 public:
  void describe(CLI::App& app) override {
    app.add_option("kind", kind_, "the kind of load, with options (list kinds)")
        ->type_name("KIND[:key=value,...]")
        ->required();
    app.add_option("out", out_, "the trace to write; - is standard output (default)")->type_name("OUT");
    add_value(app, "--events", events_, core::parse_count, kCount, "the most events to make (default 100000)");
    add_value(app, "--seed", seed_, core::parse_count, kCount, "equal seeds give equal traces (default 1)");
    describe_target(app, target_);
    speech_.describe(app);
  }

  [[nodiscard]] ExitCode run() override {
    const PluginArgument argument = split_plugin(kind_);
    const generate::Kind& kind = find_row(generate::kinds(), argument.name, "kind of load");
    const core::Options options = parse_row_options(kind, argument.options, "kind of load");
    const traces::WriterRow& row = writer_for(target_, out_);
    Output output{out_};
    traces::StringTable strings;
    const auto writer = row.make(output.stream(), strings);
    {
      Progress progress{*writer, speech_.progress, events_};
      generate::Random random{seed_};
      generate::Emitter emitter{progress, strings, events_};
      kind.run(options, random, emitter);
      emitter.finish();
    }
    writer->finish();
    output.commit();
    return ExitCode::done;
  }

 private:
  std::string kind_;
  std::string out_ = "-";
  std::string target_;
  std::uint64_t events_ = 100'000;
  std::uint64_t seed_ = 1;
  SpeechOptions speech_;
};

}  // namespace

std::unique_ptr<Subcommand> make_generate_command() {
  return std::make_unique<GenerateCommand>();
}

}  // namespace arenasim::sim::cli
