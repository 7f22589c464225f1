#include "sim/engine/blocks.hpp"

#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>

namespace arenasim::sim::engine {

std::uint32_t next_number(std::size_t count, const char* of) {
  if (count >= Block::kNumbers) {
    fmt::print(stderr, "arenasim: broken invariant: {} {} at once, where numbers go to {}\n", count + 1, of,
               Block::kNumbers - 1);
    std::abort();
  }
  return static_cast<std::uint32_t>(count);
}

}  // namespace arenasim::sim::engine
