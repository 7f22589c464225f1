#include "sim/engine/host_clock.hpp"

#include <algorithm>
#include <chrono>

namespace arenasim::sim::engine {
namespace {

core::SimDuration nanoseconds(std::uint64_t count) {
  return core::SimDuration{count};
}

}  // namespace

HostClock::HostClock(const EngineSettings& settings)
    : model_(settings.cost_model),
      lag_(settings.lag),
      closed_(settings.timing == Timing::closed),
      charges_(!model_.free() || (closed_ && lag_ > core::SimDuration{})),
      tracks_streams_(charges_ || std::holds_alternative<FreeBehindStream>(settings.free_lag)) {}

void HostClock::charge(std::span<const core::Fact> facts) {
  for (const core::Fact& fact : facts) {
    switch (fact.kind) {
      case core::FactKind::mapped:
        spend(StallCause::grant, model_.grant(fact.bytes));
        break;
      case core::FactKind::map_refused:
        spend(StallCause::refuse, nanoseconds(model_.refuse_ns));
        break;
      case core::FactKind::unmapped:
        if (model_.release_waits_device) {
          wait_device();
        }
        spend(StallCause::release, nanoseconds(model_.release_ns));
        break;
      case core::FactKind::device_waited:
        wait_device();
        break;
      case core::FactKind::copied:
        copy(fact);
        break;
      case core::FactKind::copies_waited:
      case core::FactKind::wait_failed:
        wait_copies(fact.stream);
        break;
      default:
        break;
    }
  }
}

void HostClock::wait_for_completion(core::SimTime time) {
  if (closed_) {
    wait_until(StallCause::pending, time);
    return;
  }
  const core::SimTime from = std::max(now_, waited_until_);
  if (time > from) {
    spend(StallCause::pending, time - from);
    waited_until_ = time;
  }
}

const Costs* HostClock::take_charged() {
  if (!charged_something_) {
    return nullptr;
  }
  taken_ = charged_;
  charged_ = {};
  charged_something_ = false;
  return &taken_;
}

void HostClock::spend(StallCause cause, core::SimDuration cost) {
  if (cost == core::SimDuration{}) {
    return;
  }
  charged_[static_cast<std::size_t>(cause)] += cost;
  total_[static_cast<std::size_t>(cause)] += cost;
  charged_something_ = true;
  if (closed_) {
    now_ = later(now_, cost);
    delay_ += cost;
  }
}

void HostClock::wait_until(StallCause cause, core::SimTime time) {
  if (time > now_) {
    spend(cause, time - now_);
  }
}

void HostClock::wait_device() {
  if (closed_) {
    wait_until(StallCause::wait, streams_.latest());
  }
  spend(StallCause::wait, nanoseconds(model_.wait_ns));
}

void HostClock::copy(const core::Fact& fact) {
  const core::SimDuration cost = model_.copy(fact.bytes);
  if (closed_) {
    const core::SimTime start = std::max(now_, streams_.at(fact.stream).done);
    streams_.busy(fact.stream, later(start, cost));
  } else {
    spend(StallCause::copy, cost);
  }
}

void HostClock::wait_copies(core::StreamId stream) {
  if (closed_) {
    wait_until(StallCause::copy, streams_.at(stream).done);
  }
  spend(StallCause::wait, nanoseconds(model_.wait_ns));
}

}  // namespace arenasim::sim::engine
