// A program whose whole future is known: what it asks for, from when to when.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "core/units.hpp"

namespace arenasim::core {

/// The end of what is never freed.
inline constexpr std::uint64_t kNeverFreed = std::numeric_limits<std::uint64_t>::max();

/// One request and how long what it gets is held: from `begin` up to but not `end`, counted in events.
struct Lifetime {
  Bytes size;
  std::uint64_t begin = 0;
  std::uint64_t end = kNeverFreed;  ///< equal to `begin`: a request that nobody plans for (what a recording failed)

  [[nodiscard]] std::uint64_t length() const { return end - begin; }
};

/// In the order of the requests: no two begin at once, and each begins after the one before it.
using Lifetimes = std::vector<Lifetime>;

}  // namespace arenasim::core
