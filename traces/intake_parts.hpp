// What an Intake does behind its interface: blocks begin, are exchanged and end, and every count follows.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "traces/births.hpp"
#include "traces/block_figures.hpp"
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
        figures_(ids == Ids::dense ? BlockFigures::IdIs::birth : BlockFigures::IdIs::key),
        sink_(given_sink),
        ids_(ids) {}

  template <EventKind kind>
  void begin_block(BlockKey key, core::Bytes size, const RecordContext& at, const Where& where) {
    CountedDevice& device = enter(at);
    if constexpr (kind == EventKind::alloc) {
      begun = true;
      ++device.count.allocs;
    }
    const BlockSlot slot = claim(key, size, at, device);
    if (slot != kNoSlot) {
      open(kind, slot, key, size, at, where, device);
    }
  }

  void end_block(BlockKey key, const core::Bytes* size, const RecordContext& at, bool stream_given) {
    CountedDevice& device = enter(at);
    begun = true;
    ++device.count.frees;
    const BlockSlot slot = live.remove(key, device.index());
    if (slot == kNoSlot) {
      return drop_unmatched(device);
    }
    check_size(slot, size, device);
    close(slot, key, at, stream_given ? at.stream : live[slot].stream, device);
    count_record(device);
  }

  bool end_if_live(BlockKey key, const RecordContext& at) {
    CountedDevice* device = devices_.known(at.device, at.device_type);
    const BlockSlot slot = device == nullptr ? kNoSlot : live.remove(key, device->index());
    if (slot == kNoSlot) {
      return false;
    }
    see(at.time);
    begun = true;
    ++device->count.events;
    ++device->count.frees;
    close(slot, key, at, at.stream, *device);
    count_record(*device);
    return true;
  }

  std::size_t take_ordinary(std::span<const BlockRecord> records);
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
  void see(core::SimTime time) {
    if (time < now) {
      abort_over(time);
    }
    now = time;
  }
  void expect(BlockKey key) const {
    live.expect(key, devices_.last_index());
    used_.expect(key);
  }
  void expect(std::span<const BlockRecord> records) const;
  void flush();
  void complete();

  [[nodiscard]] DeviceCounts& devices() { return devices_; }
  [[nodiscard]] std::uint64_t event_count() const { return flushed_ + filled_count(); }

  const ReadOptions& options;
  StringTable& strings;
  Import& import;
  LiveTable live;
  core::SimTime now;
  std::uint64_t skips = 0;
  bool begun = false;
  bool finished = false;

 private:
  class Ordinary;

  /// The next event of the batch, of which these are to be set besides: id, size, stream and slot.
  [[nodiscard]] Event& emit(EventKind kind, const RecordContext& at) {
    if (filled_ == batch_.data() + batch_.size()) {
      flush();
    }
    ++import.events[static_cast<std::size_t>(kind)];
    Event& event = *filled_++;
    event.time = at.time;
    event.device_free_plus_one = 0;
    event.device = at.device;
    event.tag = at.tag;
    event.kind = kind;
    return event;
  }
  [[nodiscard]] std::size_t filled_count() const { return static_cast<std::size_t>(filled_ - batch_.data()); }

  void emit_end(EventKind kind, const Figures& block, BlockSlot slot, const RecordContext& at, core::StreamId stream) {
    Event& event = emit(kind, at);
    event.id = block.id;
    event.size = block.size;
    event.stream = stream;
    event.slot = slot;
  }

  /// The slot of a new block; kNoSlot where its alloc is to be dropped.
  [[nodiscard]] BlockSlot claim(BlockKey key, core::Bytes size, const RecordContext& at, CountedDevice& device) {
    const BlockSlot slot = live.insert(key, device.index());
    return slot != kNoSlot ? slot : claim_again(key, size, at, device);
  }
  /// The same where the key is live.
  [[nodiscard]] BlockSlot claim_again(BlockKey key, core::Bytes size, const RecordContext& at, CountedDevice& device);
  [[nodiscard]] bool replace(BlockSlot slot, BlockKey key, core::Bytes size, const RecordContext& at,
                             CountedDevice& device);

  /// A block comes to life, and the record is counted.
  void open(EventKind kind, BlockSlot slot, BlockKey key, core::Bytes size, const RecordContext& at, const Where& where,
            CountedDevice& device) {
    if (!device.selected()) {
      return open_dropped(slot, key, size, at, device);
    }
    grow_live(size, where);
    device.born(size, at.stream);
    const std::uint64_t birth = births_.add(at.time);
    const std::uint64_t id = ids_ == Ids::kept ? used_.claim(key) : figures_.usual_id(key, birth);
    live[slot].stream = at.stream;
    figures_.keep(live[slot], key, {size, id, birth});
    import.repairs.zero_sizes += size == core::Bytes{} ? 1U : 0U;
    Event& event = emit(kind, at);
    event.id = id;
    event.size = size;
    event.stream = at.stream;
    event.slot = slot;
    ++import.records.as_events;
  }

  /// The same on a device that is not selected.
  void open_dropped(BlockSlot slot, BlockKey key, core::Bytes size, const RecordContext& at, CountedDevice& device);

  /// Ends a block that is out of the table already.
  void close(BlockSlot slot, BlockKey key, const RecordContext& at, core::StreamId stream, CountedDevice& device) {
    const LiveBlock& block = live[slot];
    const Figures figures = figures_.of(block, key);
    device.died(figures.size);
    if (device.selected()) {
      live_bytes_ -= figures.size.count();
      --live_count_;
      pending_count_ -= block.pending() ? 1U : 0U;
      emit_end(block.pending() ? EventKind::free_completed : EventKind::free, figures, slot, at, stream);
    }
    figures_.forget(block);
    live.release(slot);
  }

  void grow_live(core::Bytes size, const Where& where) {
    const std::uint64_t sum = live_bytes_ + size.count();
    if (sum < live_bytes_) {
      refuse_size(size, where);
    }
    live_bytes_ = sum;
    peak_bytes_ = std::max(peak_bytes_, sum);
    ++live_count_;
  }

  void check_size(BlockSlot slot, const core::Bytes* size, CountedDevice& device) {
    if (size != nullptr && *size != figures_.size(live[slot])) {
      ++device.count.size_mismatches;
      import.repairs.size_mismatches += device.selected() ? 1U : 0U;
    }
  }

  void drop_unmatched(CountedDevice& device);
  [[noreturn]] void abort_over(core::SimTime time) const;
  [[noreturn]] void refuse_size(core::Bytes size, const Where& where) const;
  void count_record(const CountedDevice& device) {
    ++(device.selected() ? import.records.as_events : import.records.dropped);
  }

  static constexpr std::size_t kBatchEvents = 256;

  DeviceCounts devices_;
  UsedIds used_;
  BlockFigures figures_;
  Births births_;
  Births dropped_births_;  // on devices that are not selected: ids are the numbers of the others
  EventSink& sink_;
  std::uint64_t flushed_ = 0;
  std::uint64_t live_bytes_ = 0;
  std::uint64_t peak_bytes_ = 0;
  std::uint64_t live_count_ = 0;
  std::uint64_t pending_count_ = 0;
  Ids ids_;
  std::array<Event, kBatchEvents> batch_;
  Event* filled_ = batch_.data();  // behind the last one
};

}  // namespace arenasim::traces
