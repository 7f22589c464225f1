#include "traces/formats/pytorch.hpp"

#include <array>

#include "traces/formats/pytorch/reading.hpp"

namespace arenasim::traces {
namespace {

constexpr std::array kPytorchOptions{
    core::OptionSpec{.name = "tags",
                     .type = core::OptionType::flag,
                     .fallback = "false",
                     .sentence = "tag each allocation with the name of the innermost frame that asked for it"},
    core::OptionSpec{.name = "segments-only",
                     .type = core::OptionType::flag,
                     .fallback = "false",
                     .sentence = "load the blocks that are active at the end, and no events"}};

void read_pytorch(const Reading& reading) {
  pytorch::read_snapshot_file(reading, pytorch::Entries::as_rows);
}

bool is_pickle(const Glimpse& start) {
  return start.bytes.size() > 1 && start.bytes[0] == '\x80' && start.bytes[1] >= 2 && start.bytes[1] <= 5;
}

}  // namespace

const Format kPytorchFormat{
    .name = "pytorch",
    .sentence = "PyTorch memory snapshot (pickle): segments at the end and a ring of the last events",
    .knows = {.time = true, .streams = true, .devices = true, .addresses = true, .two_step_frees = true},
    .options = kPytorchOptions,
    .sniff = is_pickle,
    .read = read_pytorch};

}  // namespace arenasim::traces
