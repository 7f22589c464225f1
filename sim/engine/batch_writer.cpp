#include "sim/engine/batch_writer.hpp"

#include <algorithm>

namespace arenasim::sim::engine {

BatchWriter::BatchWriter(core::FactLog& log, std::span<Observer* const> observers)
    : log_(log), observers_(observers.begin(), observers.end()) {
  const bool at_once =
      std::any_of(observers.begin(), observers.end(), [](const Observer* observer) { return observer->at_once(); });
  most_moments_ = at_once ? 1 : kMoments;
  batch_.moments.resize(observed() ? most_moments_ : 1);
}

void BatchWriter::add_stalls(const Costs& costs) {
  for (const StallCause cause : kStallCauses) {
    const core::SimDuration cost = costs[static_cast<std::size_t>(cause)];
    if (cost > core::SimDuration{}) {
      const auto moment = static_cast<std::uint32_t>(batch_.moments_count);
      batch_.stalls.push_back(Stall{.moment = moment, .cause = cause, .cost = cost});
    }
  }
}

void BatchWriter::flush() {
  if (observed() && (batch_.moments_count > 0 || log_.size() > 0)) {
    log_.exchange(batch_.facts);
    for (std::size_t i = 0; i + 1 < observers_.size(); ++i) {
      observers_[i]->observe(batch_.view());
    }
    observers_.back()->receive(batch_);
    log_.exchange(batch_.facts);
    batch_.moments.resize(std::max(batch_.moments.size(), most_moments_));
  }
  batch_.moments_count = 0;
  batch_.stalls.clear();
  log_.clear();
}

}  // namespace arenasim::sim::engine
