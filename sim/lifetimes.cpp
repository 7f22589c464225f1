#include "sim/lifetimes.hpp"

#include <variant>

#include <fmt/format.h>

#include "sim/trace_commands.hpp"

namespace arenasim::sim {
namespace {

/// The setting under which lives would not end where the trace says; empty where they do.
std::string_view what_changes_lifetimes(const EngineSettings& settings) {
  if (settings.timing == Timing::closed) {
    return "--timing closed";
  }
  if (!std::holds_alternative<FreeAtOnce>(settings.free_lag)) {
    return "--free-lag";
  }
  return settings.on_full == OnFull::wait ? "--on-full wait" : "";
}

}  // namespace

void LifetimeCollector::take(const Command& command) {
  switch (command.kind) {
    case CommandKind::alloc:
    case CommandKind::preexisting:
      begin(command);
      break;
    case CommandKind::probe:  // nobody plans for what the recording could not get
      lifetimes_.push_back({.size = command.size, .begin = events_count_, .end = events_count_});
      break;
    case CommandKind::free:
    case CommandKind::free_completed:
      end(command.slot);
      break;
    default:
      break;
  }
  ++events_count_;
}

void LifetimeCollector::begin(const Command& command) {
  lifetimes_.push_back({.size = command.size, .begin = events_count_});
  if (command.slot.number() >= held_.size()) {
    held_.resize(std::size_t{command.slot.number()} + 1);
  }
  held_[command.slot.number()] = lifetimes_.size();
}

void LifetimeCollector::end(traces::BlockSlot slot) {
  if (slot == kNoSlot || slot.number() >= held_.size() || held_[slot.number()] == 0) {
    return;
  }
  lifetimes_[held_[slot.number()] - 1].end = events_count_;
  held_[slot.number()] = 0;
}

core::Lifetimes lifetimes_of(std::span<const Command> commands) {
  LifetimeCollector collector;
  for (const Command& command : commands) {
    collector.take(command);
  }
  return collector.lifetimes();
}

core::Lifetimes lifetimes_of(const std::function<void(traces::EventSink&)>& read, std::uint64_t times) {
  LifetimeCollector collector;
  LifetimeSink sink{collector};
  for (std::uint64_t pass = 0; pass < times; ++pass) {
    collector.begin_pass();
    read(sink);
  }
  return collector.lifetimes();
}

void require_recorded_lifetimes(std::string_view policy, const EngineSettings& settings) {
  if (const std::string_view setting = what_changes_lifetimes(settings); !setting.empty()) {
    throw MissingCapability(
        fmt::format("the policy {} must know every lifetime beforehand, and {} changes them", policy, setting));
  }
}

void LifetimeSink::take(std::span<const traces::Event> events) {
  for (const traces::Event& event : events) {
    collector_.take(to_command(event));
  }
}

}  // namespace arenasim::sim
