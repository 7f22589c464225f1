// The events of one device of a snapshot, oldest first, as small records (spec/formats.md 3).
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/ids.hpp"
#include "core/units.hpp"
#include "traces/formats/pickle/layouts.hpp"
#include "traces/formats/pickle/values.hpp"
#include "traces/formats/pointer_streams.hpp"
#include "traces/intake.hpp"
#include "traces/where.hpp"

namespace arenasim::traces::pytorch {

enum class Action : std::uint8_t {
  alloc,
  free_requested,
  free_completed,
  segment_alloc,
  segment_free,
  segment_map,
  segment_unmap,
  oom,
  snapshot,
  other,
};

inline constexpr std::uint64_t kNoTime = std::numeric_limits<std::uint64_t>::max();

struct SnapshotEvent {
  std::uint64_t address = 0;  ///< of oom: what the device said was free, plus one; 0 is unknown
  core::Bytes size;
  std::uint64_t time_us = kNoTime;  ///< since 1970
  core::StreamId stream;
  Tag tag;  ///< the function that asked, where tags are wanted
  Action action{};
};

/// Reads events of any device; what dicts and actions look like is remembered from one to the next.
class EventReader {
 public:
  /// The references must outlive it. Streams get their numbers as they appear. `tags`: events are tagged with the name
  /// of their innermost frame.
  EventReader(const pickle::ValueArena& values, PointerStreams& streams, Intake& intake, bool tags);

  /// The events of `device_traces[device]`, a list. Actions that mean nothing here and, lenient, malformed events are
  /// counted and left out. Throws InputError where strict.
  [[nodiscard]] std::vector<SnapshotEvent> read(pickle::Value list, std::size_t device);

 private:
  enum FieldNumber : std::uint8_t { action, addr, size, stream, time_us, device_free, frames };
  static constexpr std::array<std::string_view, 7> kFields{"action",  "addr",        "size",  "stream",
                                                           "time_us", "device_free", "frames"};

  [[nodiscard]] SnapshotEvent read_event(pickle::Value dict, const Where& where);
  [[nodiscard]] Action action_of(pickle::Value name);
  [[nodiscard]] Tag tag_of(pickle::Value frames_value, const Where& where);

  const pickle::ValueArena& values_;
  PointerStreams& streams_;
  Intake& intake_;
  pickle::Layouts<kFields.size()> layouts_{kFields};
  std::vector<std::pair<std::uint64_t, Action>> known_actions_;  // by the word of the name
  std::unordered_map<std::uint64_t, Tag> known_tags_;            // by the word of the frames
  bool tags_;
};

}  // namespace arenasim::traces::pytorch
