// A part of a trace that is a trace again: chosen by event number, stream, device and size.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/ids.hpp"
#include "core/sim_time.hpp"
#include "core/units.hpp"
#include "traces/event.hpp"
#include "traces/event_sink.hpp"

namespace arenasim::sim {

/// What is kept. Event numbers count from 0 over the imported sequence, before filters; both ends are kept.
struct EventRange {
  std::uint64_t from = 0;
  std::optional<std::uint64_t> to;
  std::optional<core::StreamId> stream;
  core::Bytes min_size;

  [[nodiscard]] bool keeps_everything() const { return from == 0 && !to && !stream && min_size == core::Bytes{}; }
};

/// Passes on what is kept. An allocation is kept or dropped with its frees, by the allocation's own stream; one that
/// was made before `from` and is still live there comes as `preexisting`, first of all. Markers and cleanups belong to
/// every stream and have no size. Reading ends behind `to`.
class EventFilter final : public traces::EventSink {
 public:
  EventFilter(traces::EventSink& next, EventRange range) : next_(next), range_(range) {}

  /// Throws StopReading behind `to`.
  void take(std::span<const traces::Event> events) override;

  /// Passes on what is held back: call once, at the end.
  void finish();

  /// What was dropped, by kind of event: `alloc`, `free`, `marker`.
  [[nodiscard]] const std::map<std::string, std::uint64_t>& dropped() const { return dropped_; }

 private:
  [[nodiscard]] bool keeps(const traces::Event& event) const;
  void take_one(const traces::Event& event);
  void remember(const traces::Event& event);
  void open_window();
  /// What was left out before the window comes back at its start.
  void bring_back(traces::Event event, traces::EventKind was, traces::EventKind becomes);

  traces::EventSink& next_;
  EventRange range_;
  std::uint64_t number_ = 0;
  bool opened_ = false;
  std::vector<std::optional<traces::Event>> live_;  ///< by slot: kept allocations that were not freed yet
  std::vector<bool> requested_;                     ///< by slot: its free was asked for before the window
  std::vector<std::uint64_t> order_;                ///< by slot: the number of the event that made it
  std::vector<traces::Event> kept_;
  std::map<std::string, std::uint64_t> dropped_;
};

}  // namespace arenasim::sim
