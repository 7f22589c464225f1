// What an Intake does behind its interface: blocks begin, are exchanged and end, and every count follows.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "traces/device_counts.hpp"
#include "traces/intake.hpp"
#include "traces/live_table.hpp"
#include "traces/used_ids.hpp"

namespace arenasim::traces {

class Intake::Parts {
 public:
  Parts(const ReadOptions& given_options, EventSink& given_sink, StringTable& given_strings, Import& given_import,
        Ids ids)
      : options(given_options),
        strings(given_strings),
        import(given_import),
        devices_(given_options.device),
        sink_(given_sink),
        ids_(ids) {}

  void begin_block(EventKind kind, BlockKey key, core::Bytes size, const RecordContext& at, const Where& where);
  void end_block(BlockKey key, const core::Bytes* size, const RecordContext& at, bool stream_given);
  void request(BlockKey key, const core::Bytes* size, const RecordContext& at, bool stream_given);
  void exchange(BlockKey from, BlockKey to, core::Bytes size, const RecordContext& at, const Where& where);
  void emit_plain(EventKind kind, core::Bytes size, std::uint64_t device_free_plus_one, const RecordContext& at);

  /// A record of that device: its time, its count.
  CountedDevice& enter(const RecordContext& at) {
    see(at.time);
    CountedDevice& device = devices_.of(at.device, at.device_type);
    ++device.count.events;
    return device;
  }
  void see(core::SimTime time);
  void flush();
  void complete();

  [[nodiscard]] DeviceCounts& devices() { return devices_; }
  [[nodiscard]] std::uint64_t event_count() const { return flushed_ + filled_; }

  const ReadOptions& options;
  StringTable& strings;
  Import& import;
  LiveTable live;
  core::SimTime now;
  std::uint64_t skips = 0;
  bool begun = false;
  bool finished = false;

 private:
  /// The next event of the batch, of which these are to be set besides: id, size, stream and slot.
  [[nodiscard]] Event& emit(EventKind kind, const RecordContext& at) {
    if (filled_ == kBatchEvents) {
      flush();
    }
    ++import.events[static_cast<std::size_t>(kind)];
    Event& event = batch_[filled_++];
    event.time = at.time;
    event.device_free_plus_one = 0;
    event.device = at.device;
    event.tag = at.tag;
    event.kind = kind;
    return event;
  }
  void emit_end(EventKind kind, BlockSlot slot, const RecordContext& at, core::StreamId stream);
  [[nodiscard]] BlockSlot claim(BlockKey key, core::Bytes size, const RecordContext& at, CountedDevice& device);
  [[nodiscard]] bool replace(BlockSlot slot, BlockKey key, core::Bytes size, const RecordContext& at,
                             CountedDevice& device);
  void open(EventKind kind, BlockSlot slot, BlockKey key, core::Bytes size, const RecordContext& at, const Where& where,
            CountedDevice& device);
  void close(BlockSlot slot, const RecordContext& at, core::StreamId stream, CountedDevice& device);
  void grow_live(core::Bytes size, const Where& where);
  [[noreturn]] void refuse_size(core::Bytes size, const Where& where) const;
  void check_size(BlockSlot slot, const core::Bytes* size, CountedDevice& device);
  void count_record(const CountedDevice& device) {
    ++(device.selected() ? import.records.as_events : import.records.dropped);
  }

  static constexpr std::size_t kBatchEvents = 256;

  DeviceCounts devices_;
  UsedIds used_;
  EventSink& sink_;
  std::uint64_t next_id_ = 0;
  std::uint64_t flushed_ = 0;
  std::uint64_t live_bytes_ = 0;
  std::uint64_t peak_bytes_ = 0;
  std::uint64_t live_count_ = 0;
  std::uint64_t pending_count_ = 0;
  std::size_t filled_ = 0;
  Ids ids_;
  std::array<Event, kBatchEvents> batch_;
};

}  // namespace arenasim::traces
