// The program as a whole: its command line is parsed, one command runs, and whatever it ends with becomes an exit code.
#pragma once

#include <span>

#include "sim/cli/exit_code.hpp"

namespace arenasim::sim::cli {

/// Runs the command that the arguments name. Never throws; messages go to standard error. Aborts on a broken invariant.
[[nodiscard]] ExitCode run_program(std::span<char* const> arguments);

}  // namespace arenasim::sim::cli
