// The events of one device of a snapshot, oldest first, as small records (spec/formats.md 3).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/units.hpp"
#include "traces/formats/pickle/layouts.hpp"
#include "traces/formats/pickle/values.hpp"
#include "traces/formats/pointer_streams.hpp"
#include "traces/formats/pytorch/actions.hpp"
#include "traces/formats/pytorch/entry_rows.hpp"
#include "traces/formats/pytorch/snapshot_event.hpp"
#include "traces/intake.hpp"
#include "traces/where.hpp"

namespace arenasim::traces::pytorch {

/// The events of one device, and what is known of them once they are read.
class DeviceEvents {
 public:
  DeviceEvents() = default;
  /// Events that are kept elsewhere, and must outlive it.
  explicit DeviceEvents(std::span<const SnapshotEvent> events) : all_(events) {
    for (const SnapshotEvent& event : events) {
      count(event);
    }
  }
  DeviceEvents(const DeviceEvents&) = delete;
  DeviceEvents& operator=(const DeviceEvents&) = delete;
  DeviceEvents(DeviceEvents&&) = default;
  DeviceEvents& operator=(DeviceEvents&&) = default;
  ~DeviceEvents() = default;

  void reserve(std::size_t count);
  void add(const SnapshotEvent& event) {
    events_.push_back(event);
    all_ = events_;
    count(event);
  }

  [[nodiscard]] std::span<const SnapshotEvent> all() const { return all_; }
  [[nodiscard]] bool empty() const { return all_.empty(); }
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
  void count(const SnapshotEvent& event) {
    has_times_ = has_times_ && event.time_us != kNoTime;
    first_time_us_ = std::min(first_time_us_, event.time_us);
    allocs_ += event.action == Action::alloc ? 1U : 0U;
    if (event.action == Action::alloc) {
      alloc_size_bits_ |= event.size.count();
    } else if (event.action >= Action::segment_alloc) {
      add_reserved(event);
    }
  }
  void add_reserved(const SnapshotEvent& event);

  std::vector<SnapshotEvent> events_;  // of its own
  std::span<const SnapshotEvent> all_;
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
  [[nodiscard]] std::uint64_t offset(pickle::Value item, pickle::Value list) const;
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
