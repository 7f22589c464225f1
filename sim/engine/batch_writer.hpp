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

  /// A moment that ends at `host_time`, whose facts are those of the log from `first_fact`, and which cost `costs`
  /// (null: nothing).
  void add(const Moment& moment, core::SimTime host_time, std::size_t first_fact, const Costs* costs);

  /// True when it is time for `flush`.
  [[nodiscard]] bool full() const { return moments_.size() >= most_moments_ || log_.size() >= kFacts; }

  void flush();

 private:
  static constexpr std::size_t kMoments = 1024;
  static constexpr std::size_t kFacts = 4096;

  core::FactLog& log_;
  std::vector<Observer*> observers_;
  std::size_t most_moments_ = kMoments;
  std::vector<Moment> moments_;
  std::vector<Stall> stalls_;
};

}  // namespace arenasim::sim::engine
