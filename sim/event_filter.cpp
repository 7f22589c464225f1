#include "sim/event_filter.hpp"

#include <algorithm>
#include <cstddef>

namespace arenasim::sim {
namespace {

using traces::Event;
using traces::EventKind;

bool begins_a_life(const Event& event) {
  return event.kind == EventKind::alloc || event.kind == EventKind::preexisting;
}

bool ends_a_life(const Event& event) {
  return event.kind == EventKind::free || event.kind == EventKind::free_completed;
}

bool has_a_slot(const Event& event) {
  return begins_a_life(event) || ends_a_life(event) || event.kind == EventKind::free_requested;
}

}  // namespace

void EventFilter::take(std::span<const Event> events) {
  for (const Event& event : events) {
    if (range_.to && number_ > *range_.to) {
      finish();
      throw traces::StopReading{};
    }
    take_one(event);
    ++number_;
  }
  if (!kept_.empty()) {
    next_.take(kept_);
    kept_.clear();
  }
}

void EventFilter::finish() {
  if (!opened_) {
    open_window();
  }
  if (!kept_.empty()) {
    next_.take(kept_);
    kept_.clear();
  }
}

bool EventFilter::keeps(const Event& event) const {
  const bool slotted = has_a_slot(event);
  if (slotted && !begins_a_life(event)) {
    return event.slot.number() < live_.size() && live_[event.slot.number()];
  }
  if (event.kind == EventKind::marker || event.kind == EventKind::cleanup) {
    return true;
  }
  return event.size >= range_.min_size && (!range_.stream || event.stream == *range_.stream);
}

void EventFilter::take_one(const Event& event) {
  if (!opened_ && number_ >= range_.from) {
    open_window();
  }
  const bool kept = keeps(event);
  if (kept && has_a_slot(event)) {
    remember(event);
  }
  if (kept && number_ >= range_.from) {
    kept_.push_back(event);
  } else {
    ++dropped_[std::string{name(event.kind)}];
  }
}

void EventFilter::remember(const Event& event) {
  const std::size_t slot = event.slot.number();
  if (slot >= live_.size()) {
    live_.resize(slot + 1);
    requested_.resize(slot + 1);
    order_.resize(slot + 1);
  }
  if (begins_a_life(event)) {
    live_[slot] = event;
    order_[slot] = number_;
    requested_[slot] = false;
  } else if (ends_a_life(event)) {
    live_[slot].reset();
  } else {
    requested_[slot] = true;
  }
}

void EventFilter::open_window() {
  opened_ = true;
  std::vector<std::size_t> slots;
  for (std::size_t slot = 0; slot < live_.size(); ++slot) {
    if (live_[slot]) {
      slots.push_back(slot);
    }
  }
  std::sort(slots.begin(), slots.end(),
            [this](std::size_t left, std::size_t right) { return order_[left] < order_[right]; });
  for (const std::size_t slot : slots) {
    bring_back(*live_[slot], live_[slot]->kind, EventKind::preexisting);
  }
  for (const std::size_t slot : slots) {
    if (requested_[slot]) {
      bring_back(*live_[slot], EventKind::free_requested, EventKind::free_requested);
    }
  }
}

void EventFilter::bring_back(Event event, EventKind was, EventKind becomes) {
  event.kind = becomes;
  event.time = core::SimTime{};
  kept_.push_back(event);
  const auto counted = dropped_.find(std::string{name(was)});
  if (--counted->second == 0) {
    dropped_.erase(counted);
  }
}

}  // namespace arenasim::sim
