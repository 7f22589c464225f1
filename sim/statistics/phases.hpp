// Phases: what happened from each marker to the next.
#pragma once

#include <cstdint>

#include "sim/statistics/memory_state.hpp"
#include "sim/statistics/results.hpp"

namespace arenasim::sim::statistics {

class Phases {
 public:
  explicit Phases(std::uint64_t limit) : limit_(limit) {}

  /// A marker: what came before it is one phase. `counters` is how things stand now, the events before it included.
  void open(traces::Tag marker, std::uint64_t event, core::SimTime time, const Counters& counters,
            const MemoryState& memory);

  /// After each moment of the statistics. `rose`: live or reserved bytes grew since the last.
  void sample(const MemoryState& memory, bool rose) {
    if (sampled_ && !rose) {
      return;
    }
    sampled_ = true;
    peak_live_ = memory.live() > peak_live_ ? memory.live() : peak_live_;
    peak_reserved_ = memory.reserved() > peak_reserved_ ? memory.reserved() : peak_reserved_;
  }

  /// All phases, the open one closed as things stand now.
  [[nodiscard]] CutList<Phase> finish(const Counters& counters, const MemoryState& memory);

 private:
  void close(const Counters& counters, const MemoryState& memory);

  std::uint64_t limit_;
  Phase current_;
  Counters before_;
  core::Uint128 peak_live_ = 0;
  core::Uint128 peak_reserved_ = 0;
  bool sampled_ = false;
  CutList<Phase> phases_;
};

}  // namespace arenasim::sim::statistics
