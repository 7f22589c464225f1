// Makes a trace small while it still shows something: delta debugging over allocations with their frees, then over
// frees and sizes (Zeller and Hildebrandt, Simplifying and Isolating Failure-Inducing Input, 2002).
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "sim/parallel.hpp"
#include "traces/event.hpp"

namespace arenasim::sim::reduce {

using Events = std::vector<traces::Event>;

/// What the work goes by. The questions may come from several threads at once.
struct Task {
  std::function<bool(const Events&)> shows;   ///< whether a trace shows what it must; equal traces, equal answers
  std::function<void(const Events&)> better;  ///< called with each smaller trace that shows it, in order
  std::function<void(std::uint64_t tried, std::size_t left)> tried;  ///< called now and then: tries, events left
  Jobs jobs;
};

/// The events that are left. `events` must show it. In the end no piece (an allocation with its frees, a marker, a
/// cleanup) can be left out without `shows` turning false, and no allocation's size can be one byte less. The outcome
/// does not go by the number of threads.
[[nodiscard]] Events reduce(Events events, const Task& task);

}  // namespace arenasim::sim::reduce
