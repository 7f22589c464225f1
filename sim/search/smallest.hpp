// The smallest value at which something holds: a grid of probes, then bisection, and what the probes say against it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "sim/parallel.hpp"

namespace arenasim::sim::search {

/// `least`, and so many steps up to `most` at the latest. A step is at least 1.
struct Range {
  std::uint64_t least = 0;
  std::uint64_t most = 0;
  std::uint64_t step = 1;

  /// How many values there are.
  [[nodiscard]] std::uint64_t size() const { return (most - least) / step + 1; }
  [[nodiscard]] std::uint64_t value(std::uint64_t index) const { return least + index * step; }
};

struct Probe {
  std::uint64_t value = 0;
  bool holds = false;
};

struct Smallest {
  /// At which it holds and one step below it does not, or which is the range's least; nothing where no probe held.
  std::optional<std::uint64_t> value;
  std::vector<Probe> probes;  ///< every value that was tried, rising
  std::vector<std::uint64_t>
      fails_above;  ///< values above `value` at which it does not hold: more is not always better
};

/// Tries `probes_count` values spread evenly over the range (all, where there are no more), then bisects below the
/// first that holds. With a question whose answer changes once from no to yes, `value` is the smallest of all; with
/// any, none of the probes below it holds. The outcome does not go by the threads; `holds` is called from several at
/// once.
[[nodiscard]] Smallest smallest(const Range& range, std::uint64_t probes_count, Jobs jobs,
                                const std::function<bool(std::uint64_t)>& holds);

}  // namespace arenasim::sim::search
