// Random programs for any policy: requests, frees in one step and in two, cleanups and faults, over some streams.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/command.hpp"

namespace arenasim::tests {

struct ProgramShape {
  std::uint64_t seed = 0;
  std::uint64_t steps = 200;
  std::uint64_t streams = 1;
  std::uint64_t most_bits = 22;  ///< sizes up to 2^this
  bool faults = false;           ///< pages that the device refuses
};

/// Commands that an engine could be given: slots are ids, each used once. Everything is freed at the end, and every
/// stream cleaned up. Often a free is followed by a request for the same size on the same stream.
[[nodiscard]] std::vector<sim::Command> random_program(const ProgramShape& shape);

/// A line a command, as scenarios spell it.
[[nodiscard]] std::string text_of(const std::vector<sim::Command>& program);

}  // namespace arenasim::tests
