// A whole trace in memory: read once, then shared by any number of replays at the same time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "traces/event_sink.hpp"
#include "traces/read_trace.hpp"

namespace arenasim::traces {

/// Keeps every event that it is sent, 32 bytes each: what repeats from event to event (kind, stream, device, tag) is
/// kept once. Filled by one thread; once filled, read by any number of them.
class ParsedTrace final : public EventSink {
 public:
  static constexpr std::size_t kBatchEvents = 512;

  ParsedTrace();
  ParsedTrace(const ParsedTrace&) = delete;
  ParsedTrace& operator=(const ParsedTrace&) = delete;
  ~ParsedTrace() override;

  void take(std::span<const Event> events) override;

  /// What the reader said besides the events; whoever reads into this trace fills it.
  [[nodiscard]] TraceContents& contents() { return contents_; }
  [[nodiscard]] const TraceContents& contents() const { return contents_; }

  [[nodiscard]] std::uint64_t size() const { return size_; }

  /// The time of the last event; 0 without any.
  [[nodiscard]] core::SimDuration duration() const { return duration_; }

  /// Every event in order, as it was taken, at most kBatchEvents at a time. A sink that throws StopReading ends it
  /// early. May be called from several threads at once.
  void send(EventSink& sink) const;

  /// The same, all at once.
  [[nodiscard]] std::vector<Event> events() const;

 private:
  struct Row {
    core::SimTime time;
    std::uint64_t id = 0;
    core::Bytes size;
    BlockSlot slot;
    std::uint32_t shape = 0;
  };
  static_assert(sizeof(Row) == 32);
  class Shapes;

  [[nodiscard]] Event event_of(const Row& row) const;

  std::unique_ptr<Shapes> shapes_;
  std::vector<std::vector<Row>> chunks_;  // none ever grows past what it was made for
  std::uint64_t size_ = 0;
  core::SimDuration duration_{};
  TraceContents contents_;
};

}  // namespace arenasim::traces
