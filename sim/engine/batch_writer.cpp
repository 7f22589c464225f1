#include "sim/engine/batch_writer.hpp"

#include <algorithm>

namespace arenasim::sim::engine {

BatchWriter::BatchWriter(core::FactLog& log, std::span<Observer* const> observers)
    : log_(log), observers_(observers.begin(), observers.end()) {
  const bool at_once =
      std::any_of(observers.begin(), observers.end(), [](const Observer* observer) { return observer->at_once(); });
  most_moments_ = at_once ? 1 : kMoments;
  moments_.reserve(observed() ? most_moments_ : 0);
}

void BatchWriter::add(const Moment& moment, core::SimTime host_time, std::size_t first_fact, const Costs* costs) {
  if (costs != nullptr) {
    for (const StallCause cause : kStallCauses) {
      const core::SimDuration cost = (*costs)[static_cast<std::size_t>(cause)];
      if (cost > core::SimDuration{}) {
        stalls_.push_back(Stall{.moment = static_cast<std::uint32_t>(moments_.size()), .cause = cause, .cost = cost});
      }
    }
  }
  moments_.push_back(moment);
  Moment& added = moments_.back();
  added.host_time = host_time;
  added.first_fact = static_cast<std::uint32_t>(first_fact);
  added.last_fact = static_cast<std::uint32_t>(log_.size());
}

void BatchWriter::flush() {
  if (!moments_.empty() || log_.size() > 0) {
    const Batch batch{.moments = moments_, .facts = log_.facts(), .stalls = stalls_};
    for (Observer* const observer : observers_) {
      observer->observe(batch);
    }
  }
  moments_.clear();
  stalls_.clear();
  log_.clear();
}

}  // namespace arenasim::sim::engine
