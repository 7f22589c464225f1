// How the program ends (design.md, Command line).
#pragma once

namespace arenasim::sim::cli {

enum class ExitCode : unsigned char {
  done = 0,
  threshold = 1,  ///< a threshold was broken, a scenario differs, an audit failed
  usage = 2,
  bad_input = 3,
  device = 4,  ///< a device failed or disagreed, or this machine has no memory left
  output = 5,  ///< an output could not be written
  interrupted = 130,
  closed_pipe = 141,
  terminated = 143,
};

}  // namespace arenasim::sim::cli
