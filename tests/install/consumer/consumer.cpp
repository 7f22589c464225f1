// A program of another project that uses the installed core.
#include "core/units.hpp"

using namespace arenasim::core::literals;

int main() {
  const auto alignment = arenasim::core::Alignment::of(256_B);
  return alignment->round_up(100_B) == 256_B ? 0 : 1;
}
