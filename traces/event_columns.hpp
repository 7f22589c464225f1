// Events by column: what a block of the native binary holds (spec/formats.md 2), and how events are kept compactly
// while the whole of a trace is waited for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "traces/event.hpp"
#include "traces/input_error.hpp"

namespace arenasim::traces {

/// In the order in which a block holds them.
enum class EventColumn : std::uint8_t { time, kind, id, size, stream, device, tag, device_free };

inline constexpr std::size_t kEventColumns = 8;

[[nodiscard]] constexpr std::string_view name(EventColumn column) {
  constexpr std::array<std::string_view, kEventColumns> names{"time",   "kind",   "id",  "size",
                                                              "stream", "device", "tag", "device_free"};
  return names[static_cast<std::size_t>(column)];
}

/// Some events in a row, encoded. Each can be read without those before it.
template <class Text>
struct ColumnBlock {
  std::uint32_t events = 0;
  std::uint64_t base_time = 0;  ///< ns; of its first event
  std::uint64_t base_id = 0;    ///< of its first event that has one
  std::array<Text, kEventColumns> columns;
};

[[nodiscard]] ColumnBlock<std::string> encode_events(std::span<const Event> events);

/// What is wrong with a column.
struct ColumnFault {
  EventColumn column{};
  ErrorClass error_class = ErrorClass::syntax;
  std::string text;
};

/// Puts the events of a block into `events`, in place of what is there; without their slots, and frees without the
/// size. A tag or device_free column may be empty: no event has one. Tags are numbers as encoded. Gives what is wrong,
/// and then the events have no meaning, or nothing.
[[nodiscard]] std::optional<ColumnFault> decode_events(const ColumnBlock<std::string_view>& block,
                                                       std::vector<Event>& events);

}  // namespace arenasim::traces
