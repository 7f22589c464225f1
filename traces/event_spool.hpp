// A whole trace kept compactly, for writers that must know all of it before their first byte: which columns are used,
// how many events there are.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <vector>

#include "traces/byte_spool.hpp"
#include "traces/event.hpp"
#include "traces/event_columns.hpp"

namespace arenasim::traces {

/// What the events of a trace make use of.
struct EventUses {
  std::uint64_t events = 0;
  std::uint64_t ids = 0;
  bool tags = false;
  bool two_step_frees = false;
  bool device_free = false;
  bool devices = false;   ///< one is not 0
  bool dense_ids = true;  ///< 0, 1, 2 … in order of first appearance
  std::set<std::int32_t> device_numbers;
  std::set<std::int32_t> stream_numbers;
};

/// A block as it waits.
struct SpooledBlock {
  std::uint64_t first_event = 0;
  std::uint64_t live_bytes = 0;  ///< before its first event
  std::uint64_t live_count = 0;
  ColumnBlock<std::string_view> columns;
};

class EventSpool {
 public:
  static constexpr std::size_t kBlockEvents = 65'536;

  void add(std::span<const Event> events);

  /// Call once, after the last event and before reading.
  void close() { end_block(); }

  [[nodiscard]] const EventUses& uses() const { return uses_; }
  [[nodiscard]] std::size_t block_count() const { return blocks_.size(); }

  /// Every block in order; what it refers to is good during the call.
  void for_each_block(const std::function<void(const SpooledBlock&)>& take) const;

  /// Every event in order, without slots; frees have no size.
  void for_each_batch(const std::function<void(std::span<const Event>)>& take) const;

 private:
  struct Stored {
    std::uint64_t offset = 0;
    SpooledBlock block;  // its columns' texts are in the spool
    std::array<std::uint32_t, kEventColumns> lengths{};
  };

  void note(const Event& event);
  void end_block();

  ByteSpool bytes_;
  std::vector<Stored> blocks_;
  std::vector<Event> waiting_;
  EventUses uses_;
  std::uint64_t live_bytes_ = 0;
  std::uint64_t live_count_ = 0;
};

}  // namespace arenasim::traces
