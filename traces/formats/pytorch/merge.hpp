// The events of several devices and the annotations in one order: by time, annotations first, then by device
// (spec/formats.md 3, Order). Inside a device the order of the list stands, whatever its stamps say.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "traces/formats/pytorch/snapshot.hpp"

namespace arenasim::traces::pytorch {

/// What comes next: an event of a device, or an annotation.
struct Next {
  const SnapshotEvent* event = nullptr;
  const Annotation* annotation = nullptr;
  std::uint64_t time_us = 0;  ///< raised to that of what came before on the device
  bool raised = false;
  DeviceId device;
  std::size_t index = 0;  ///< in the device's list
};

class Merge {
 public:
  /// `snapshot` must outlive it.
  explicit Merge(const Snapshot& snapshot);

  /// False at the end.
  [[nodiscard]] bool next(Next& next);

  /// All events have times.
  [[nodiscard]] bool timed() const { return timed_; }
  /// The earliest time of any event.
  [[nodiscard]] std::uint64_t first_time_us() const { return first_time_us_; }

 private:
  struct Cursor {
    std::span<const SnapshotEvent> events;
    DeviceId device;
    std::size_t at = 0;
    std::uint64_t time_us = 0;  // of the last one taken
  };

  void take(Cursor& cursor, std::uint64_t time, Next& next) const;
  [[nodiscard]] std::uint64_t time_of(const Cursor& cursor) const;
  [[nodiscard]] std::uint64_t time_of(const Annotation& annotation) const;

  std::vector<Cursor> cursors_;
  std::span<const Annotation> annotations_;
  std::uint64_t first_time_us_ = kNoTime;
  bool timed_ = true;
};

}  // namespace arenasim::traces::pytorch
