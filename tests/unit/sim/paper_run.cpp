#include "tests/unit/sim/paper_run.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "tests/support/scenario_run.hpp"

namespace arenasim::tests {
void Witness::observe(const sim::Batch& batch) {
  const std::size_t first = seen_.size();
  for (const sim::Moment& moment : batch.moments) {
    seen_.push_back({.moment = moment, .stall = {}});
  }
  for (const sim::Stall& stall : batch.stalls) {
    sim::Stall& seen = seen_[first + stall.moment].stall;
    seen.cause = stall.cause;
    seen.cost += stall.cost;
  }
}

std::vector<Witness::Seen> Witness::of_event(std::uint64_t event) const {
  std::vector<Seen> found;
  std::copy_if(seen_.begin(), seen_.end(), std::back_inserter(found),
               [event](const Seen& seen) { return seen.moment.event == event; });
  return found;
}

PaperRun::PaperRun(std::string scenario, sim::EngineSettings settings)
    : scenario_(sim::parse_scenario(std::move(scenario))),
      storage_(scenario_.device.limits),
      faults_(storage_, storage_),
      allocator_(
          make_policy(scenario_.device.policy_with_mode(), {.storage = faults_, .copies = faults_, .facts = log_})),
      facts_(std::make_unique<sim::FactsText>(
          out_, sim::FactsText::Subject{.allocator = *allocator_, .storage = storage_, .strings = scenario_.strings},
          sim::FactsStyle::scenario)) {
  const std::array<sim::Observer*, 2> observers{&witness_, facts_.get()};
  engine_ = std::make_unique<sim::Engine>(sim::Workplace{.allocator = *allocator_, .log = log_, .faults = &faults_},
                                          std::move(settings), observers);
}

PaperRun& PaperRun::run(int passes) {
  for (int pass = 0; pass < passes; ++pass) {
    if (pass > 0) {
      engine_->begin_pass();
    }
    engine_->take(scenario_.commands);
  }
  engine_->finish();
  return *this;
}

}  // namespace arenasim::tests
