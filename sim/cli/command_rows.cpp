#include <array>

#include "sim/cli/command_row.hpp"

namespace arenasim::sim::cli {
namespace {

constexpr std::array kRows{
    CommandRow{"replay", "run a trace through a policy: what it cost, and why something failed",
               "arenasim replay traces/samples/a_resnet50_train.csv.gz --capacity 1.05x --json report.json",
               make_replay_command},
    CommandRow{
        "scenario", "run commands from a file and print what came of each",
        "printf 'device max_page=1048576 alignment=256 capacity=0 memory=adaptive mode=auto\\nalloc 1 1000 0\\n' | "
        "arenasim scenario -",
        make_scenario_command},
    CommandRow{"inspect", "say what is in a trace, and what reading it repaired",
               "arenasim inspect traces/samples/g_resnet50_infer_2streams.csv.gz", make_inspect_command},
    CommandRow{"convert", "write a trace in another format, or a part of it",
               "arenasim convert traces/samples/a_resnet50_train.csv.gz small.csv --to-event 999",
               make_convert_command},
    CommandRow{"generate", "make a synthetic trace from a seed",
               "arenasim generate churn:live=500 churn.csv --events 100000 --seed 7", make_generate_command},
    CommandRow{"list", "print a table: policies, formats, backends, metrics, devices, cost-models, kinds",
               "arenasim list policies", make_list_command},
    CommandRow{"calibrate", "measure a device, write what it costs as a cost model",
               "arenasim calibrate model.json --backend host --time 2s --memory 64MiB", make_calibrate_command},
    CommandRow{"completion", "print a completion script for a shell", "source <(arenasim completion bash)",
               make_completion_command},
};

}  // namespace

std::span<const CommandRow> command_rows() {
  return kRows;
}

}  // namespace arenasim::sim::cli
