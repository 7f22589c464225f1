#include "sim/engine/simulation.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace arenasim::sim::engine {
namespace {

// How many commands ahead memory is told of a free: long enough for what it fetches to come, short enough for it to
// stay. About half of the commands are frees.
constexpr std::size_t kForesight = 32;

}  // namespace

Simulation::Simulation(Workplace workplace, EngineSettings settings, std::span<Observer* const> observers)
    : allocator_(workplace.allocator),
      faults_(workplace.faults),
      settings_(std::move(settings)),
      clock_(settings_),
      batch_(workplace.log, observers),
      numbers_(batch_.observed()),
      timers_(settings_),
      shared_(settings_.streams == StreamUse::shared),
      lagged_frees_(!std::holds_alternative<FreeAtOnce>(settings_.free_lag)),
      looks_ahead_(settings_.timing == Timing::closed || settings_.on_full == OnFull::wait) {}

void Simulation::take(std::span<const Command> commands) {
  if (looks_ahead_) {
    window_.add(commands, offset_, blocks_, pending_);
    do_all_in_window();
    return;
  }
  const bool foresees = allocator_.gains_from_expecting();
  for (std::size_t i = 0; i < commands.size() && !stopped_; ++i) {
    if (foresees && i + 2 * kForesight < commands.size()) {
      blocks_.expect(commands[i + 2 * kForesight].slot);
    }
    if (foresees && i + kForesight < commands.size()) {
      foresee(commands[i + kForesight]);
    }
    static_cast<void>(do_command(commands[i]));
  }
}

void Simulation::begin_pass() {
  window_.end();
  do_all_in_window();
  window_.restart(totals_.trace_time);
  pending_.close_all();
  blocks_.vacate();
  offset_ = totals_.trace_time.time_since_epoch();
}

void Simulation::finish() {
  window_.end();
  do_all_in_window();
  while (!stopped_) {
    const auto due = pending_.next_of_all();
    if (!due) {
      break;
    }
    complete(due->pending, due->time);
  }
  flush();
}

Totals Simulation::totals() const {
  Totals totals = totals_;
  totals.stall = clock_.total();
  return totals;
}

void Simulation::do_all_in_window() {
  while (!window_.empty() && !stopped_ && do_command(window_.front())) {
    window_.pop();
  }
}

[[gnu::flatten]] bool Simulation::do_command(const Command& command) {
  trace_time_ = later(command.time, offset_);
  if (!timers_.started() && command.kind != CommandKind::preexisting) {
    timers_.start(clock_.host_time_of(trace_time_));
  }
  const bool queue_is_empty = pending_.empty() && !timers_.running();
  if (!queue_is_empty && !waiting_ && !do_what_is_due(trace_time_)) {
    return false;
  }
  clock_.reach(clock_.host_time_of(trace_time_));
  if (!perform(command)) {
    return false;
  }
  end_event(command);
  return true;
}

bool Simulation::do_what_is_due(core::SimTime trace_time) {
  for (;;) {
    const core::SimTime host_time = clock_.host_time_of(trace_time);
    if (!sees(host_time)) {
      return false;
    }
    const Timer& timer = timers_.next();
    if (const auto due = next_completion(host_time); due && due->time <= timer.next) {
      complete(due->pending, due->time);
    } else if (timer.next <= host_time && timer.next != kNever) {
      fire(timer);
    } else {
      return true;
    }
  }
}

std::optional<DueFree> Simulation::next_completion(core::SimTime host_time) {
  if (pending_.empty()) {
    return std::nullopt;
  }
  const auto due = pending_.next_of_all();
  if (!due || due->time > host_time) {
    return std::nullopt;
  }
  // While nothing has moved since its request, a recorded completion is its own event of the trace, in trace order.
  const PendingFree& free = pending_.at(due->pending);
  if (due->time == host_time && free.recorded && free.delay == clock_.delay()) {
    const auto lagged = pending_.next_lagged();
    return lagged && lagged->time <= host_time ? lagged : std::nullopt;
  }
  return due;
}

bool Simulation::sees(core::SimTime host_time) {
  if (!looks_ahead_ || pending_.open_count() == 0 || settings_.timing == Timing::recorded) {
    return true;
  }
  const core::SimDuration oldest = pending_.oldest_open_delay();
  return oldest == clock_.delay() || window_.seen_until() == kNever || later(window_.seen_until(), oldest) > host_time;
}

bool Simulation::earliest_pending_is_known() {
  if (pending_.open_count() == 0 || window_.seen_until() == kNever) {
    return true;
  }
  const auto due = pending_.next_of_all();
  return due && later(window_.seen_until(), pending_.oldest_open_delay()) > due->time;
}

bool Simulation::perform(const Command& command) {
  switch (command.kind) {
    case CommandKind::alloc:
      return alloc(command);
    case CommandKind::free:
      free(command);
      break;
    case CommandKind::preexisting:
      preexisting(command);
      break;
    case CommandKind::free_requested:
      free_requested(command);
      break;
    case CommandKind::free_completed:
      free_completed(command);
      break;
    case CommandKind::probe:
      probe(command);
      break;
    case CommandKind::cleanup:
      cleanup(command);
      break;
    default:
      perform_scenario_only(command);
  }
  return true;
}

void Simulation::end_event(const Command& command) {
  totals_.events_count = event_ + 1;
  totals_.trace_time = trace_time_;
  totals_.host_time = clock_.now();
  if (settings_.audit) {
    audit_after(command);
  }
  stopped_ = settings_.stop_after == event_;
  ++event_;
}

void Simulation::audit_after(const Command& command) {
  if (const auto finding = allocator_.audit()) {
    flush();
    throw AuditFailure(fmt::format("event {} ({} {}): {}", event_, name(command.kind), command.id, *finding));
  }
}

void Simulation::end() {
  if (clock_.charges()) {
    clock_.charge(batch_.facts_from(first_fact_));
  }
  tell();
}

void Simulation::tell() {
  if (batch_.observed()) {
    batch_.add(clock_.now(), first_fact_, holds_costs_ ? nullptr : clock_.take_charged());
  }
  if (batch_.full()) {
    flush();
  }
}

/// What a command says of its moment. Every field but those that `add` sets.
Moment& Simulation::draft(const Command& command) {
  Moment& moment = batch_.draft();
  moment.event = event_;
  moment.id = command.count != 0 ? command.count : command.id;  // no command has both
  moment.size = command.size;
  moment.trace_time = trace_time_;
  moment.stream = stream_of(command);
  moment.allocation = core::kNoAllocation;
  moment.tag = command.tag;
  moment.kind = command.kind;
  moment.mode = command.mode;
  moment.step = FreeStep::none;
  moment.absent = moment.counted = moment.comes_again = false;
  return moment;
}

void Simulation::flush() {
  batch_.flush();
  numbers_.wake(blocks_);
}

}  // namespace arenasim::sim::engine
