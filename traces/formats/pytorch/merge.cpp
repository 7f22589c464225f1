#include "traces/formats/pytorch/merge.hpp"

#include <algorithm>

namespace arenasim::traces::pytorch {

Merge::Merge(const Snapshot& snapshot) : annotations_(snapshot.annotations) {
  for (std::size_t device = 0; device < snapshot.traces.size(); ++device) {
    const DeviceEvents& events = snapshot.traces[device];
    if (events.empty()) {
      continue;
    }
    cursors_.push_back(
        {.events = events.all(), .device = DeviceId{static_cast<std::int32_t>(device)}, .at = 0, .time_us = 0});
    timed_ = timed_ && events.have_times();
    first_time_us_ = std::min(first_time_us_, events.first_time_us());
  }
}

/// Without times one device comes after the other.
std::uint64_t Merge::time_of(const Cursor& cursor) const {
  return timed_ ? std::max(cursor.events[cursor.at].time_us, cursor.time_us) : 0;
}

std::uint64_t Merge::time_of(const Annotation& annotation) const {
  return timed_ && annotation.time_us != kNoTime ? annotation.time_us : 0;
}

void Merge::take(Cursor& cursor, std::uint64_t time, Next& next) const {
  const SnapshotEvent& event = cursor.events[cursor.at];
  next = {.event = &event,
          .annotation = nullptr,
          .time_us = time,
          .raised = timed_ && time != event.time_us,
          .device = cursor.device,
          .index = cursor.at++};
  cursor.time_us = time;
}

bool Merge::next(Next& next) {
  if (cursors_.size() == 1 && annotations_.empty()) {  // nothing to compare
    Cursor& only = cursors_.front();
    const bool is_left = only.at != only.events.size();
    if (is_left) {
      take(only, time_of(only), next);
    }
    return is_left;
  }
  Cursor* first = nullptr;
  std::uint64_t first_time = kNoTime;
  for (Cursor& cursor : cursors_) {
    if (cursor.at != cursor.events.size() && (first == nullptr || time_of(cursor) < first_time)) {
      first = &cursor;
      first_time = time_of(cursor);
    }
  }
  if (!annotations_.empty() && (first == nullptr || time_of(annotations_.front()) <= first_time)) {
    next = {.event = nullptr,
            .annotation = &annotations_.front(),
            .time_us = time_of(annotations_.front()),
            .raised = false,
            .device = annotations_.front().device,
            .index = 0};
    annotations_ = annotations_.subspan(1);
    return true;
  }
  if (first == nullptr) {
    return false;
  }
  take(*first, first_time, next);
  return true;
}

}  // namespace arenasim::traces::pytorch
