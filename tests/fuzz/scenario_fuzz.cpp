// A scenario from any bytes: an error with a position, or commands; never a crash.
#include <cstddef>
#include <cstdint>
#include <string>

#include "sim/scenario.hpp"
#include "traces/input_error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    static_cast<void>(arenasim::sim::parse_scenario(std::string(data, data + size)));
  } catch (const arenasim::traces::InputError&) {
    // what a bad scenario should end in
  }
  return 0;
}
