#include "traces/intake.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "traces/device_counts.hpp"
#include "traces/live_table.hpp"
#include "traces/used_ids.hpp"

namespace arenasim::traces {
namespace {

constexpr std::size_t kBatchEvents = 512;
constexpr std::uint64_t kMaxEvents = std::uint64_t{1} << 40U;
constexpr std::uint64_t kMaxSkips = 1'000'000;

}  // namespace

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

 private:
  [[nodiscard]] Event& emit(EventKind kind, const RecordContext& at);
  void emit_end(EventKind kind, BlockSlot slot, const RecordContext& at, core::StreamId stream);
  bool replace(BlockSlot slot, BlockKey key, core::Bytes size, const RecordContext& at, CountedDevice& device);
  void open(EventKind kind, BlockKey key, core::Bytes size, const RecordContext& at, const Where& where,
            CountedDevice& device);
  void close(BlockSlot slot, const RecordContext& at, core::StreamId stream, CountedDevice& device);
  void grow_live(core::Bytes size, const Where& where);
  void check_size(BlockSlot slot, const core::Bytes* size, CountedDevice& device);
  void count_record(const CountedDevice& device) {
    ++(device.selected() ? import.records.as_events : import.records.dropped);
  }

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

void Intake::Parts::see(core::SimTime time) {
  if (time < now) {
    fmt::print(stderr, "arenasim: broken invariant: a reader gave a record at {} ns after one at {} ns\n",
               time.time_since_epoch().count(), now.time_since_epoch().count());
    std::abort();
  }
  now = time;
}

Event& Intake::Parts::emit(EventKind kind, const RecordContext& at) {
  if (filled_ == kBatchEvents) {
    flush();
  }
  ++import.events[static_cast<std::size_t>(kind)];
  Event& event = batch_[filled_++];
  event = {};
  event.kind = kind;
  event.time = at.time;
  event.stream = at.stream;
  event.device = at.device;
  event.tag = at.tag;
  return event;
}

void Intake::Parts::flush() {
  flushed_ += filled_;
  if (filled_ == 0 || devices_.ambiguous()) {
    filled_ = 0;
    return;
  }
  if (flushed_ > kMaxEvents) {
    throw InputError{ErrorClass::limit, WholeFile{}, "more than 2^40 events"};
  }
  sink_.take(std::span{batch_}.first(std::exchange(filled_, 0)));
}

void Intake::Parts::grow_live(core::Bytes size, const Where& where) {
  const std::uint64_t sum = live_bytes_ + size.count();
  if (sum < live_bytes_) {
    throw InputError{
        ErrorClass::range, where.position(),
        fmt::format("live bytes pass 2^64-1: {} are live, {} more are allocated", live_bytes_, size.count())};
  }
  live_bytes_ = sum;
  peak_bytes_ = std::max(peak_bytes_, sum);
  ++live_count_;
}

void Intake::Parts::open(EventKind kind, BlockKey key, core::Bytes size, const RecordContext& at, const Where& where,
                         CountedDevice& device) {
  if (device.selected()) {
    grow_live(size, where);
  }
  const BlockSlot slot = live.insert(key, device.index());
  LiveBlock& block = live[slot];
  block.size = size;
  block.born = at.time;
  block.stream = at.stream;
  device.born(size, at.stream);
  if (!device.selected()) {
    return;
  }
  import.repairs.zero_sizes += size == core::Bytes{} ? 1U : 0U;
  block.id = ids_ == Ids::dense ? next_id_++ : used_.claim(key);
  Event& event = emit(kind, at);
  event.id = block.id;
  event.size = size;
  event.slot = slot;
}

/// Ends a block that is out of the table already.
void Intake::Parts::close(BlockSlot slot, const RecordContext& at, core::StreamId stream, CountedDevice& device) {
  const LiveBlock& block = live[slot];
  device.died(block.size);
  if (device.selected()) {
    live_bytes_ -= block.size.count();
    --live_count_;
    pending_count_ -= block.pending ? 1U : 0U;
    emit_end(block.pending ? EventKind::free_completed : EventKind::free, slot, at, stream);
  }
  live.release(slot);
}

void Intake::Parts::emit_end(EventKind kind, BlockSlot slot, const RecordContext& at, core::StreamId stream) {
  const LiveBlock& block = live[slot];
  Event& event = emit(kind, at);
  event.id = block.id;
  event.size = block.size;
  event.stream = stream;
  event.slot = slot;
}

/// What a second alloc of a live key means; false where it is to be dropped.
bool Intake::Parts::replace(BlockSlot slot, BlockKey key, core::Bytes size, const RecordContext& at,
                            CountedDevice& device) {
  const LiveBlock& block = live[slot];
  if (block.born == at.time && block.size == size && import.clock != "ordinal") {
    import.repairs.duplicate_events += device.selected() ? 1U : 0U;
    ++import.records.dropped;
    return false;
  }
  import.repairs.double_allocs += device.selected() ? 1U : 0U;
  ++device.count.double_allocs;
  RecordContext untagged = at;
  untagged.tag = Tag{};
  close(live.remove(key, device.index()), untagged, block.stream, device);
  return true;
}

void Intake::Parts::begin_block(EventKind kind, BlockKey key, core::Bytes size, const RecordContext& at,
                                const Where& where) {
  CountedDevice& device = enter(at);
  begun = begun || kind != EventKind::preexisting;
  device.count.allocs += kind == EventKind::alloc ? 1U : 0U;
  const BlockSlot old = live.find(key, device.index());
  if (old != kNoSlot && !replace(old, key, size, at, device)) {
    return;
  }
  open(kind, key, size, at, where, device);
  count_record(device);
}

void Intake::Parts::check_size(BlockSlot slot, const core::Bytes* size, CountedDevice& device) {
  if (size != nullptr && *size != live[slot].size) {
    ++device.count.size_mismatches;
    import.repairs.size_mismatches += device.selected() ? 1U : 0U;
  }
}

void Intake::Parts::end_block(BlockKey key, const core::Bytes* size, const RecordContext& at, bool stream_given) {
  CountedDevice& device = enter(at);
  begun = true;
  ++device.count.frees;
  const BlockSlot slot = live.remove(key, device.index());
  if (slot == kNoSlot) {
    ++device.count.unmatched_frees;
    import.repairs.unmatched_frees += device.selected() ? 1U : 0U;
    ++import.records.dropped;
    return;
  }
  check_size(slot, size, device);
  close(slot, at, stream_given ? at.stream : live[slot].stream, device);
  count_record(device);
}

void Intake::Parts::request(BlockKey key, const core::Bytes* size, const RecordContext& at, bool stream_given) {
  CountedDevice& device = enter(at);
  begun = true;
  const BlockSlot slot = live.find(key, device.index());
  if (slot == kNoSlot || live[slot].pending) {
    import.repairs.unmatched_requests += device.selected() ? 1U : 0U;
    ++import.records.dropped;
    return;
  }
  check_size(slot, size, device);
  live[slot].pending = true;
  if (device.selected()) {
    ++pending_count_;
    emit_end(EventKind::free_requested, slot, at, stream_given ? at.stream : live[slot].stream);
  }
  count_record(device);
}

void Intake::Parts::exchange(BlockKey from, BlockKey to, core::Bytes size, const RecordContext& at,
                             const Where& where) {
  CountedDevice& device = enter(at);
  begun = true;
  ++device.count.reallocs;
  import.repairs.reallocs += device.selected() ? 1U : 0U;
  const bool free_first = options.realloc == ReallocOrder::free_first || from == to;
  const BlockSlot old = live.remove(from, device.index());
  RecordContext untagged = at;
  untagged.tag = Tag{};
  if (old != kNoSlot && free_first) {
    close(old, untagged, live[old].stream, device);
  }
  const BlockSlot in_the_way = live.find(to, device.index());
  if (in_the_way == kNoSlot || replace(in_the_way, to, size, at, device)) {
    open(EventKind::alloc, to, size, at, where, device);
    count_record(device);
  }
  if (old != kNoSlot && !free_first) {
    close(old, untagged, live[old].stream, device);
  }
}

void Intake::Parts::emit_plain(EventKind kind, core::Bytes size, std::uint64_t device_free_plus_one,
                               const RecordContext& at) {
  begun = true;
  Event& event = emit(kind, at);
  event.size = size;
  event.device_free_plus_one = device_free_plus_one;
  ++import.records.as_events;
}

void Intake::Parts::complete() {
  import.devices = devices_.finished();
  import.live_peak_bytes = peak_bytes_;
  import.live_end_bytes = live_bytes_;
  import.live_end_count = live_count_;
  import.repairs.pending_at_end = pending_count_;
  Records& records = import.records;
  records.read = records.as_events + records.as_facts + records.skipped + records.dropped + records.overhead;
}

Intake::Intake(const ReadOptions& options, EventSink& sink, StringTable& strings, Import& import, Ids ids)
    : parts_(std::make_unique<Parts>(options, sink, strings, import, ids)) {}

Intake::~Intake() {
  parts_->complete();  // where a sink had seen enough, the counts up to there
}

void Intake::preexisting(BlockKey key, core::Bytes size, const RecordContext& at, const Where& where) {
  parts_->begin_block(EventKind::preexisting, key, size, at, where);
}

void Intake::alloc(BlockKey key, core::Bytes size, const RecordContext& at, const Where& where) {
  parts_->begin_block(EventKind::alloc, key, size, at, where);
}

void Intake::free(BlockKey key, const core::Bytes* size, const RecordContext& at, bool stream_given) {
  parts_->end_block(key, size, at, stream_given);
}

void Intake::free_requested(BlockKey key, const core::Bytes* size, const RecordContext& at, bool stream_given) {
  parts_->request(key, size, at, stream_given);
}

void Intake::free_completed(BlockKey key, const core::Bytes* size, const RecordContext& at, bool stream_given) {
  parts_->end_block(key, size, at, stream_given);
}

void Intake::realloc(BlockKey from, BlockKey to, core::Bytes size, const RecordContext& at, const Where& where) {
  parts_->exchange(from, to, size, at, where);
}

void Intake::reallocated(const RecordContext& at) {
  CountedDevice& device = parts_->enter(at);
  ++device.count.reallocs;
  ++(device.selected() ? parts_->import.records.overhead : parts_->import.records.dropped);
}

void Intake::oom(core::Bytes size, std::uint64_t device_free_plus_one, const RecordContext& at) {
  if (parts_->enter(at).selected()) {
    parts_->emit_plain(EventKind::oom, size, device_free_plus_one, at);
  } else {
    ++parts_->import.records.dropped;
  }
}

void Intake::cleanup(const RecordContext& at) {
  parts_->see(at.time);
  if (parts_->devices().takes(at.device, at.device_type)) {
    parts_->emit_plain(EventKind::cleanup, {}, 0, at);
  } else {
    ++parts_->import.records.dropped;
  }
}

void Intake::marker(const RecordContext& at) {
  parts_->see(at.time);
  parts_->emit_plain(EventKind::marker, {}, 0, at);
}

void Intake::null_free(const RecordContext& at) {
  parts_->enter(at);
  pass_over("null_free");
}

void Intake::fact(std::string_view name, const RecordContext& at) {
  CountedDevice& device = parts_->devices().of(at.device, at.device_type);
  ++device.count.events;
  if (!device.selected()) {
    ++parts_->import.records.dropped;
    return;
  }
  ++parts_->import.facts[std::string{name}];
  ++parts_->import.records.as_facts;
}

void Intake::pass_over(std::string_view name) {
  ++parts_->import.skipped[std::string{name}];
  ++parts_->import.records.skipped;
}

bool Intake::live(BlockKey key, DeviceId device, std::int32_t device_type) const {
  const CountedDevice* known = parts_->devices().find(device, device_type);
  return known != nullptr && parts_->live.find(key, known->index()) != kNoSlot;
}

std::uint64_t Intake::next_event() const {
  return parts_->event_count();
}

bool Intake::begun() const {
  return parts_->begun;
}

core::SimTime Intake::now() const {
  return parts_->now;
}

core::SimTime Intake::clamped(core::SimTime time) {
  if (time >= parts_->now) {
    return time;
  }
  ++parts_->import.repairs.clamped_times;
  return parts_->now;
}

void Intake::skip(const InputError& error) {
  if (!parts_->options.lenient) {
    throw error;
  }
  if (++parts_->skips > kMaxSkips) {
    throw InputError{ErrorClass::limit, error.position(), "more than 1,000,000 malformed records"};
  }
  std::string key{name(error.error_class())};
  if (!error.field().empty()) {
    key += '.' + error.field();
  }
  pass_over(key);
}

void Intake::finish(const Position& end) {
  parts_->flush();
  parts_->complete();
  const std::vector<DeviceCount>& devices = parts_->import.devices;
  std::string names;
  for (const DeviceCount& device : devices) {
    names += fmt::format("{}{} ({} records)", names.empty() ? "" : ", ", device_name(device), device.events);
  }
  if (parts_->devices().ambiguous()) {
    throw InputError{ErrorClass::ambiguous_device, WholeFile{},
                     fmt::format("the trace holds devices {}; choose one or all with --device", names)};
  }
  const auto count = [this](EventKind kind) { return parts_->import.events[static_cast<std::size_t>(kind)]; };
  if (count(EventKind::alloc) + count(EventKind::preexisting) + count(EventKind::oom) == 0) {
    throw InputError{ErrorClass::empty, end,
                     devices.empty()
                         ? "not one allocation"
                         : fmt::format("not one allocation of the chosen device; the trace holds {}", names)};
  }
}

Import& Intake::import() {
  return parts_->import;
}

StringTable& Intake::strings() {
  return parts_->strings;
}

const ReadOptions& Intake::options() const {
  return parts_->options;
}

}  // namespace arenasim::traces
