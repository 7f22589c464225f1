// The program's entry.
#include <cstddef>
#include <span>

#include "sim/cli/partial_files.hpp"
#include "sim/cli/program.hpp"

int main(int count, char** arguments) {
  arenasim::sim::cli::handle_signals();
  return static_cast<int>(arenasim::sim::cli::run_program({arguments, static_cast<std::size_t>(count)}));
}
