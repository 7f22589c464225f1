// Moments and facts on their way to observers, a batch at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/fact_log.hpp"
#include "sim/engine/host_clock.hpp"
#include "sim/observer.hpp"

namespace arenasim::sim::engine {

/// Collects moments beside the allocator's log, and empties both into the observers.
class BatchWriter {
 public:
  BatchWriter(core::FactLog& log, std::span<Observer* const> observers);

  /// False where nobody looks, and moments need not be made.
  [[nodiscard]] bool observed() const { return !observers_.empty(); }

  /// Where the facts of what is done next will begin.
  [[nodiscard]] std::size_t facts_count() const { return log_.size(); }
  [[nodiscard]] std::span<const core::Fact> facts_from(std::size_t first) const { return log_.facts().subspan(first); }

  /// The moment that `add` will add, with anything in it: moments are put together where they stay.
  [[nodiscard]] Moment& draft() { return batch_.moments[batch_.moments_count]; }

  /// Adds the draft, as a moment that ends at `host_time`, whose facts are those of the log from `first_fact`, and
  /// which cost `costs` (null: nothing).
  void add(core::SimTime host_time, std::size_t first_fact, const Costs* costs) {
    if (costs != nullptr) {
      add_stalls(*costs);
    }
    Moment& added = batch_.moments[batch_.moments_count++];
    added.host_time = host_time;
    added.first_fact = static_cast<std::uint32_t>(first_fact);
    added.last_fact = static_cast<std::uint32_t>(log_.size());
  }

  /// True when it is time for `flush`, which must come before the next draft.
  [[nodiscard]] bool full() const { return batch_.moments_count >= most_moments_ || log_.size() >= kFacts; }

  void flush();

 private:
  [[gnu::noinline]] void add_stalls(const Costs& costs);

  // What a batch takes stays near the processor from the one who writes it to the one who reads it.
  static constexpr std::size_t kMoments = 256;
  static constexpr std::size_t kFacts = 1024;

  core::FactLog& log_;
  std::vector<Observer*> observers_;
  std::size_t most_moments_ = kMoments;
  OwnedBatch batch_;  // with room for as many moments as there may be; facts are in the log until it is handed over
};

}  // namespace arenasim::sim::engine
