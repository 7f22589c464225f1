#include "sim/reduce/scenario_text.hpp"

#include <set>

#include <fmt/format.h>

#include "sim/device_line.hpp"

namespace arenasim::sim::reduce {
namespace {

using traces::EventKind;

std::set<std::int32_t> streams_of(std::span<const traces::Event> events) {
  std::set<std::int32_t> streams;
  for (const traces::Event& event : events) {
    streams.insert(event.stream.number());
  }
  return streams;
}

/// A marker's name on one line.
std::string one_line(std::string_view text) {
  std::string line(text);
  for (char& c : line) {
    c = c == '\n' || c == '\r' ? ' ' : c;
  }
  return line;
}

std::string command(const traces::Event& event, const std::set<std::int32_t>& streams,
                    const traces::StringTable& strings) {
  switch (event.kind) {
    case EventKind::preexisting:
    case EventKind::alloc:
      return fmt::format("alloc {} {} {}\n", event.id, event.size.count(), event.stream.number());
    case EventKind::free:
    case EventKind::free_requested:
    case EventKind::free_completed:
      return fmt::format("{} {}\n", name(event.kind), event.id);
    case EventKind::marker:
      return fmt::format("# marker {}\n", one_line(strings.text(event.tag)));
    case EventKind::oom:
      return fmt::format("# the recording could not get {} bytes here\n", event.size.count());
    case EventKind::cleanup:
      break;
  }
  std::string text;
  for (const std::int32_t stream : streams) {
    text += fmt::format("cleanup {}\n", stream);
  }
  return text;
}

}  // namespace

std::string scenario_text(std::span<const traces::Event> events, const core::Limits& limits, std::string_view policy,
                          const traces::StringTable& strings) {
  std::string text = to_text(device_line(limits, policy)) + "\n";
  const std::set<std::int32_t> streams = streams_of(events);
  for (const traces::Event& event : events) {
    text += command(event, streams, strings);
  }
  return text;
}

}  // namespace arenasim::sim::reduce
