#include <array>

#include "sim/cli/command_row.hpp"

namespace arenasim::sim::cli {
namespace {

constexpr std::array kRows{
    CommandRow{"replay", "run a trace through a policy: what it cost, and why something failed",
               "arenasim replay traces/samples/a_resnet50_train.csv.gz --capacity 1.05x --json report.json",
               make_replay_command},
    CommandRow{
        "compare", "run traces through policies and hold what they cost to rules and a baseline",
        "arenasim compare traces/samples/*.csv.gz --policy arena --policy exclusive --fail-on 'failures_count>0'",
        make_compare_command},
    CommandRow{
        "diff", "say what changed from one report or comparison to another",
        "for fit in first best; do arenasim replay traces/samples/a_resnet50_train.csv.gz --policy arena:fit=$fit "
        "--json $fit.json --quiet; done; arenasim diff first.json best.json",
        make_diff_command},
    CommandRow{"fit", "find the smallest capacity, or option value, at which a trace runs without a failure",
               "arenasim fit traces/samples/g_resnet50_infer_2streams.csv.gz --policy arena --policy exclusive",
               make_fit_command},
    CommandRow{"sweep", "try every combination of settings, on every core or a share of it on each machine",
               "arenasim sweep traces/samples/g_resnet50_infer_2streams.csv.gz "
               "--set arena:min-page=2MiB,8MiB,32MiB --set capacity=1.05x,1.2x --out sweep.jsonl",
               make_sweep_command},
    CommandRow{"merge", "join the shards of a sweep, and say which are missing",
               "for i in 1 2; do arenasim sweep traces/samples/g_resnet50_infer_2streams.csv.gz "
               "--set arena:fit=first,best --shard $i/2 --out $i.jsonl --quiet; done; "
               "arenasim merge 1.jsonl 2.jsonl --out sweep.jsonl",
               make_merge_command},
    CommandRow{"reduce", "shrink a trace to the fewest events that still show a condition",
               "arenasim reduce traces/samples/a_resnet50_train.csv.gz small.csv --capacity 1.05x "
               "--while 'failures_count>0' --scenario small.txt",
               make_reduce_command},
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
