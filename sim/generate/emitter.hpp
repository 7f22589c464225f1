// Where a generator writes its events: numbers them, keeps the time and counts what is left to write.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/ids.hpp"
#include "core/sim_time.hpp"
#include "core/units.hpp"
#include "traces/event.hpp"
#include "traces/event_sink.hpp"
#include "traces/string_table.hpp"

namespace arenasim::sim::generate {

/// A live allocation of a generated trace.
struct Block {
  std::uint64_t id = 0;
  core::Bytes size;
  core::StreamId stream;
  traces::BlockSlot slot;
};

/// Makes events and hands them on in batches. Ids count from 1 and are never used again.
class Emitter {
 public:
  /// At most `most_events` events should be made; `remaining` says how many that still leaves.
  Emitter(traces::EventSink& sink, traces::StringTable& strings, std::uint64_t most_events);

  [[nodiscard]] Block alloc(core::Bytes size, std::string_view tag = {}, core::StreamId stream = {});
  void free(const Block& block);
  void marker(std::string_view name);

  /// Time until the next event.
  void pass(core::SimDuration duration) { now_ += duration; }

  [[nodiscard]] std::uint64_t remaining() const { return made_ < most_events_ ? most_events_ - made_ : 0; }

  /// True when `events` more can be made and everything live still be freed within the number asked for.
  [[nodiscard]] bool has_room_for(std::uint64_t events) const { return remaining() >= live_count_ + events; }

  /// Hands on what is still held back. Call once, at the end.
  void finish();

 private:
  void add(traces::Event event);

  traces::EventSink& sink_;
  traces::StringTable& strings_;
  std::uint64_t most_events_;
  std::uint64_t made_ = 0;
  std::uint64_t live_count_ = 0;
  std::uint64_t last_id_ = 0;
  core::SimTime now_;
  std::vector<traces::BlockSlot> unused_slots_;
  std::uint32_t slots_count_ = 0;
  std::vector<traces::Event> batch_;
};

}  // namespace arenasim::sim::generate
