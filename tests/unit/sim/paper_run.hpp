// A scenario on a device on paper, for tests of the engine: its settings, what observers saw, and the facts as text.
#pragma once

#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "backends/bookkeeping/bookkeeping.hpp"
#include "backends/faults.hpp"
#include "core/allocator.hpp"
#include "sim/engine.hpp"
#include "sim/facts_text.hpp"
#include "sim/scenario.hpp"

namespace arenasim::tests {

/// Keeps every moment and stall it sees.
class Witness final : public sim::Observer {
 public:
  struct Seen {
    sim::Moment moment;
    sim::Stall stall;  ///< of `cost` 0 where it did not stall; the sum where it stalled for several causes
  };

  [[nodiscard]] core::FactDetail detail() const override { return core::FactDetail::events; }
  void observe(const sim::Batch& batch) override;

  [[nodiscard]] const std::vector<Seen>& all() const { return seen_; }

  /// The moments of one event, in order.
  [[nodiscard]] std::vector<Seen> of_event(std::uint64_t event) const;

 private:
  std::vector<Seen> seen_;
};

/// Runs a scenario's text under `settings`; everything can be looked at afterwards.
class PaperRun {
 public:
  PaperRun(std::string scenario, sim::EngineSettings settings);

  /// All commands, `passes` times over, and the end.
  PaperRun& run(int passes = 1);

  [[nodiscard]] sim::Engine& engine() { return *engine_; }
  [[nodiscard]] const sim::Scenario& scenario() const { return scenario_; }
  [[nodiscard]] const Witness& witness() const { return witness_; }
  [[nodiscard]] sim::Totals totals() const { return engine_->totals(); }
  [[nodiscard]] std::uint64_t stall(sim::StallCause cause) const {
    return totals().stall[static_cast<std::size_t>(cause)].count();
  }

  /// Commands and facts as a golden file has them, without the device line.
  [[nodiscard]] std::string facts() const { return out_.str(); }

 private:
  sim::Scenario scenario_;
  std::ostringstream out_;
  backends::Bookkeeping storage_;
  backends::Faults faults_;
  core::FactLog log_{core::FactDetail::events};
  std::unique_ptr<core::Allocator> allocator_;
  Witness witness_;
  std::unique_ptr<sim::FactsText> facts_;
  std::unique_ptr<sim::Engine> engine_;
};

}  // namespace arenasim::tests
