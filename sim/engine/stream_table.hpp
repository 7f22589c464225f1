// The streams that were met, and when each will have finished what was queued on it (spec/timing.md, Clocks).
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/ids.hpp"
#include "core/sim_time.hpp"

namespace arenasim::sim::engine {

struct StreamEntry {
  core::StreamId stream;
  core::SimTime done;       ///< d[s]
  bool has_memory = false;  ///< something was reserved on it, or a command made its memory
};

/// By stream number, ascending. Few streams, one of them met many times in a row: a sorted row, and the last one found.
class StreamTable {
 public:
  /// The entry of `stream`, made where there is none. Valid until the next call.
  [[nodiscard]] StreamEntry& at(core::StreamId stream) {
    if (!entries_.empty() && entries_[last_].stream == stream) {
      return entries_[last_];
    }
    return find(stream);
  }

  [[nodiscard]] const std::vector<StreamEntry>& entries() const { return entries_; }

  /// `d[s] = max(d[s], until)`.
  void busy(core::StreamId stream, core::SimTime until) {
    StreamEntry& entry = at(stream);
    entry.done = std::max(entry.done, until);
    latest_ = std::max(latest_, until);
  }

  /// The maximum over all streams of d[s].
  [[nodiscard]] core::SimTime latest() const { return latest_; }

 private:
  [[nodiscard]] StreamEntry& find(core::StreamId stream) {
    auto place =
        std::lower_bound(entries_.begin(), entries_.end(), stream,
                         [](const StreamEntry& entry, core::StreamId wanted) { return entry.stream < wanted; });
    if (place == entries_.end() || place->stream != stream) {
      place = entries_.insert(place, StreamEntry{.stream = stream, .done = {}});
    }
    last_ = static_cast<std::size_t>(place - entries_.begin());
    return *place;
  }

  std::vector<StreamEntry> entries_;
  std::size_t last_ = 0;
  core::SimTime latest_;
};

}  // namespace arenasim::sim::engine
