#include "sim/engine/pending_frees.hpp"

#include <algorithm>
#include <utility>

namespace arenasim::sim::engine {
namespace {

/// The order of the event queue: the earlier first, at equal times the one that was asked for first.
bool comes_after(const DueFree& left, const DueFree& right) {
  return std::pair{left.time, left.sequence} > std::pair{right.time, right.sequence};
}

}  // namespace

PendingId PendingFrees::add(PendingFree free) {
  free.sequence = ++sequence_;
  PendingId pending;
  if (vacant_.empty()) {
    pending = PendingId{next_number(frees_.size(), "pending frees")};
    frees_.push_back(free);
  } else {
    pending = vacant_.back();
    vacant_.pop_back();
    frees_[pending.number()] = free;
  }
  ++count_;
  if (free.open) {
    ++open_count_;
    opened_.push_back(DueFree{.time = kNever, .sequence = free.sequence, .pending = pending});
  }
  return pending;
}

void PendingFrees::schedule(PendingId pending, core::SimTime due) {
  close(pending);
  PendingFree& free = frees_[pending.number()];
  free.due = due;
  Heap& heap = free.recorded ? recorded_ : lagged_;
  heap.push_back(DueFree{.time = due, .sequence = free.sequence, .pending = pending});
  std::push_heap(heap.begin(), heap.end(), comes_after);
}

void PendingFrees::close(PendingId pending) {
  PendingFree& free = frees_[pending.number()];
  if (free.open) {
    free.open = false;
    --open_count_;
  }
}

void PendingFrees::close_all() {
  for (PendingFree& free : frees_) {
    free.open = false;
  }
  opened_.clear();
  first_opened_ = 0;
  open_count_ = 0;
}

void PendingFrees::remove(PendingId pending) {
  close(pending);
  frees_[pending.number()].sequence = 0;
  vacant_.push_back(pending);
  --count_;
}

core::SimDuration PendingFrees::oldest_open_delay() {
  while (!lives(opened_[first_opened_]) || !at(opened_[first_opened_].pending).open) {
    ++first_opened_;
  }
  if (first_opened_ > opened_.size() / 2) {
    opened_.erase(opened_.begin(), opened_.begin() + static_cast<std::ptrdiff_t>(first_opened_));
    first_opened_ = 0;
  }
  return at(opened_[first_opened_].pending).delay;
}

std::optional<DueFree> PendingFrees::next_of_all() {
  const auto lagged = next_lagged();
  const auto recorded = next_recorded();
  if (lagged && recorded) {
    return comes_after(*lagged, *recorded) ? recorded : lagged;
  }
  return lagged ? lagged : recorded;
}

bool PendingFrees::lives(const DueFree& due) const {
  return at(due.pending).sequence == due.sequence;
}

std::optional<DueFree> PendingFrees::next(Heap& heap) {
  while (!heap.empty() && !lives(heap.front())) {
    std::pop_heap(heap.begin(), heap.end(), comes_after);
    heap.pop_back();
  }
  if (heap.empty()) {
    return std::nullopt;
  }
  return heap.front();
}

}  // namespace arenasim::sim::engine
