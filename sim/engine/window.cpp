#include "sim/engine/window.hpp"

namespace arenasim::sim::engine {

void Window::add(std::span<const Command> commands, core::SimDuration offset, Blocks& blocks, PendingFrees& pending) {
  if (first_ > rows_.size() / 2) {
    rows_.erase(rows_.begin(), rows_.begin() + static_cast<std::ptrdiff_t>(first_));
    dropped_ += first_;
    first_ = 0;
  }
  for (const Command& command : commands) {
    rows_.push_back(Row{.command = command});
    look_at(command, offset, blocks, pending);
  }
}

void Window::restart(core::SimTime seen_until) {
  seen_until_ = seen_until;
  dropped_ += rows_.size();
  rows_.clear();
  first_ = 0;
  requests_.clear();
}

void Window::look_at(const Command& command, core::SimDuration offset, Blocks& blocks, PendingFrees& pending) {
  seen_until_ = later(command.time, offset);
  if (command.slot == kNoSlot) {
    return;
  }
  switch (command.kind) {
    case CommandKind::free_requested:
      if (request_of(command.slot) == 0) {
        request_of(command.slot) = dropped_ + rows_.size();
      }
      break;
    case CommandKind::free_completed:
      met_completion(command.slot, seen_until_, blocks, pending);
      break;
    case CommandKind::free:  // of a pending block: it ends there, and not by a completion
    case CommandKind::alloc:
      met_completion(command.slot, kNever, blocks, pending);
      break;
    default:
      break;
  }
}

void Window::met_completion(traces::BlockSlot slot, core::SimTime time, Blocks& blocks, PendingFrees& pending) {
  if (slot.number() >= requests_.size()) {
    return;
  }
  const std::uint64_t request = request_of(slot);
  request_of(slot) = 0;
  if (request == 0) {
    return;
  }
  if (request > dropped_ + first_) {
    rows_[request - dropped_ - 1].completion = time;
    return;
  }
  const Block* block = blocks.find(slot);
  if (block == nullptr || !block->is_pending()) {
    return;
  }
  if (time == kNever) {
    pending.close(block->pending());
  } else {
    pending.schedule(block->pending(), later(time, pending.at(block->pending()).delay));
  }
}

std::uint64_t& Window::request_of(traces::BlockSlot slot) {
  if (slot.number() >= requests_.size()) {
    requests_.resize(std::size_t{slot.number()} + 1);
  }
  return requests_[slot.number()];
}

}  // namespace arenasim::sim::engine
