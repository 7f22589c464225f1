// The event model: what every format is read into (spec/formats.md 0.1).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

#include "core/ids.hpp"
#include "core/sim_time.hpp"
#include "core/units.hpp"

namespace arenasim::traces {

enum class EventKind : std::uint8_t {
  preexisting,     ///< live before the trace began
  alloc,           ///< a request that succeeded
  free,            ///< reusable at once
  free_requested,  ///< the owner let go
  free_completed,  ///< the memory is reusable
  marker,          ///< a phase, step or annotation; its name is the tag
  oom,             ///< the recording saw this request fail
  cleanup,         ///< an explicit release
};

inline constexpr std::array kEventKinds{
    EventKind::preexisting,    EventKind::alloc,  EventKind::free, EventKind::free_requested,
    EventKind::free_completed, EventKind::marker, EventKind::oom,  EventKind::cleanup};

/// As native CSV spells it.
[[nodiscard]] constexpr std::string_view name(EventKind kind) {
  constexpr std::array<std::string_view, kEventKinds.size()> names{"preexisting",    "alloc",  "free", "free_requested",
                                                                   "free_completed", "marker", "oom",  "cleanup"};
  return names[static_cast<std::size_t>(kind)];
}

/// A text of the trace's string table; 0 is no text.
using Tag = core::Id<struct TagKind, std::uint32_t>;

/// A live block as a reader numbers it: dense, used again after the block is freed. `Event::id` is what people see.
using BlockSlot = core::Id<struct BlockSlotKind, std::uint32_t>;

using DeviceId = core::Id<struct DeviceKind, std::int32_t>;

/// One event. Frees repeat the size and slot of the block they free.
struct Event {
  core::SimTime time;
  std::uint64_t id = 0;                    ///< unique over the trace; of preexisting, alloc and the frees
  core::Bytes size;                        ///< of preexisting, alloc, oom and the frees
  std::uint64_t device_free_plus_one = 0;  ///< oom: what the device said was free, plus one; 0 is unknown
  core::StreamId stream;
  DeviceId device;
  Tag tag;
  BlockSlot slot;  ///< of preexisting, alloc and the frees
  EventKind kind{};
};
static_assert(std::is_trivially_copyable_v<Event>, "events travel in batches");

}  // namespace arenasim::traces
