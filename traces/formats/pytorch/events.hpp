// The events of one device of a snapshot, oldest first, as small records (spec/formats.md 3).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/ids.hpp"
#include "core/units.hpp"
#include "traces/formats/pickle/layouts.hpp"
#include "traces/formats/pickle/values.hpp"
#include "traces/formats/pointer_streams.hpp"
#include "traces/formats/pytorch/actions.hpp"
#include "traces/formats/pytorch/entry_rows.hpp"
#include "traces/intake.hpp"
#include "traces/where.hpp"

namespace arenasim::traces::pytorch {

inline constexpr std::uint64_t kNoTime = std::numeric_limits<std::uint64_t>::max();

struct SnapshotEvent {
  std::uint64_t address = 0;  ///< of oom: what the device said was free, plus one; 0 is unknown
  core::Bytes size;
  std::uint64_t time_us = kNoTime;  ///< since 1970
  core::StreamId stream;
  Tag tag;  ///< the function that asked, where tags are wanted
  Action action{};
};

/// The events of one device, and what is known of them once they are read.
class DeviceEvents {
 public:
  void reserve(std::size_t count);
  void add(const SnapshotEvent& event) {
    events_.push_back(event);
    has_times_ = has_times_ && event.time_us != kNoTime;
    first_time_us_ = std::min(first_time_us_, event.time_us);
    allocs_ += event.action == Action::alloc ? 1U : 0U;
    if (event.action == Action::alloc) {
      alloc_size_bits_ |= event.size.count();
    } else if (event.action >= Action::segment_alloc) {
      add_reserved(event);
    }
  }

  [[nodiscard]] std::span<const SnapshotEvent> all() const { return events_; }
  [[nodiscard]] bool empty() const { return events_.empty(); }
  [[nodiscard]] bool have_times() const { return has_times_; }
  /// The earliest; kNoTime where none has one.
  [[nodiscard]] std::uint64_t first_time_us() const { return first_time_us_; }
  [[nodiscard]] std::size_t allocs() const { return allocs_; }
  /// All bits that are set in the size of any alloc.
  [[nodiscard]] std::uint64_t alloc_size_bits() const { return alloc_size_bits_; }
  /// Bytes that segments came to have, and that they lost.
  [[nodiscard]] core::Uint128 gained() const { return gained_; }
  [[nodiscard]] core::Uint128 lost() const { return lost_; }

 private:
  void add_reserved(const SnapshotEvent& event);

  std::vector<SnapshotEvent> events_;
  bool has_times_ = true;
  std::uint64_t first_time_us_ = kNoTime;
  std::size_t allocs_ = 0;
  std::uint64_t alloc_size_bits_ = 0;
  core::Uint128 gained_ = 0;
  core::Uint128 lost_ = 0;
};

/// Reads events of any device; what dicts and actions look like is remembered from one to the next.
class EventReader {
 public:
  /// The references must outlive it; `rows` are those that `values` names. Streams get their numbers as they appear.
  /// `tags`: events are tagged with the name of their innermost frame.
  EventReader(const pickle::ValueArena& values, const EntryRows& rows, PointerStreams& streams, Intake& intake,
              bool tags);

  /// The events of `device_traces[device]`, a list. Actions that mean nothing here and, lenient, malformed events are
  /// counted and left out. Throws InputError where strict.
  [[nodiscard]] DeviceEvents read(pickle::Value list, std::size_t device);

 private:
  void read_into(DeviceEvents& events, pickle::Value dict, const Where& where);
  [[nodiscard]] SnapshotEvent read_event(pickle::Value dict, const Where& where);
  [[nodiscard]] Tag tag_of(pickle::Value entry_frames, const Where& where);

  const pickle::ValueArena& values_;
  const EntryRows& rows_;
  PointerStreams& streams_;
  Intake& intake_;
  pickle::Layouts<kEntryFields.size()> layouts_{kEntryFields};
  Actions actions_;
  std::unordered_map<std::uint64_t, Tag> known_tags_;  // by the payload of the frames
  bool tags_;
};

}  // namespace arenasim::traces::pytorch
