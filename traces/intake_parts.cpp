#include "traces/intake_parts.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <utility>

#include <fmt/format.h>

namespace arenasim::traces {
namespace {

constexpr std::uint64_t kMaxEvents = std::uint64_t{1} << 40U;

}  // namespace

void Intake::Parts::abort_over(core::SimTime time) const {
  fmt::print(stderr, "arenasim: broken invariant: a reader gave a record at {} ns after one at {} ns\n",
             time.time_since_epoch().count(), now.time_since_epoch().count());
  std::abort();
}

void Intake::Parts::expect(std::span<const BlockRecord> records) const {
  const std::uint32_t device = devices_.last_index();
  for (const BlockRecord& record : records) {
    live.expect(record.key, device);
    used_.expect(record.key);
  }
  for (const BlockRecord& record : records) {
    live.expect_soon(record.key, device);
  }
}

void Intake::Parts::flush() {
  const std::size_t count = filled_count();
  flushed_ += count;
  filled_ = batch_.data();
  if (count == 0 || devices_.ambiguous()) {
    return;
  }
  if (flushed_ > kMaxEvents) {
    throw InputError{ErrorClass::limit, WholeFile{}, "more than 2^40 events"};
  }
  sink_.take(std::span{batch_}.first(count));
}

void Intake::Parts::refuse_size(core::Bytes size, const Where& where) const {
  throw InputError{
      ErrorClass::range, where.position(),
      fmt::format("live bytes pass 2^64-1: {} are live, {} more are allocated", live_bytes_, size.count())};
}

void Intake::Parts::open_dropped(BlockSlot slot, BlockKey key, core::Bytes size, const RecordContext& at,
                                 CountedDevice& device) {
  device.born(size, at.stream);
  const std::uint64_t birth = dropped_births_.add(at.time);
  live[slot].stream = at.stream;
  figures_.keep(live[slot], key, {size, figures_.usual_id(key, birth), birth});
  ++import.records.dropped;
}

/// What a second alloc of a live key means; false where it is to be dropped.
bool Intake::Parts::replace(BlockSlot slot, BlockKey key, core::Bytes size, const RecordContext& at,
                            CountedDevice& device) {
  const Figures block = figures_.of(live[slot], key);
  const Births& births = device.selected() ? births_ : dropped_births_;
  if (block.size == size && births.was_at(at.time, block.birth) && import.clock != "ordinal") {
    import.repairs.duplicate_events += device.selected() ? 1U : 0U;
    ++import.records.dropped;
    return false;
  }
  import.repairs.double_allocs += device.selected() ? 1U : 0U;
  ++device.count.double_allocs;
  RecordContext untagged = at;
  untagged.tag = Tag{};
  close(live.remove(key, device.index()), key, untagged, live[slot].stream, device);
  return true;
}

BlockSlot Intake::Parts::claim_again(BlockKey key, core::Bytes size, const RecordContext& at, CountedDevice& device) {
  return replace(live.find(key, device.index()), key, size, at, device) ? live.insert(key, device.index()) : kNoSlot;
}

void Intake::Parts::drop_unmatched(CountedDevice& device) {
  ++device.count.unmatched_frees;
  import.repairs.unmatched_frees += device.selected() ? 1U : 0U;
  ++import.records.dropped;
}

void Intake::Parts::request(BlockKey key, const core::Bytes* size, const RecordContext& at, bool stream_given) {
  CountedDevice& device = enter(at);
  begun = true;
  const BlockSlot slot = live.find(key, device.index());
  if (slot == kNoSlot || live[slot].pending()) {
    import.repairs.unmatched_requests += device.selected() ? 1U : 0U;
    ++import.records.dropped;
    return;
  }
  check_size(slot, size, device);
  live[slot].state |= LiveBlock::kPending;
  if (device.selected()) {
    ++pending_count_;
    emit_end(EventKind::free_requested, figures_.of(live[slot], key), slot, at,
             stream_given ? at.stream : live[slot].stream);
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
    close(old, from, untagged, live[old].stream, device);
  }
  const BlockSlot slot = claim(to, size, at, device);
  if (slot != kNoSlot) {
    open(EventKind::alloc, slot, to, size, at, where, device);
  }
  if (old != kNoSlot && !free_first) {
    close(old, from, untagged, live[old].stream, device);
  }
}

void Intake::Parts::emit_plain(EventKind kind, core::Bytes size, std::uint64_t device_free_plus_one,
                               const RecordContext& at) {
  begun = true;
  Event& event = emit(kind, at);
  event.id = 0;
  event.size = size;
  event.device_free_plus_one = device_free_plus_one;
  event.stream = at.stream;
  event.slot = {};
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

}  // namespace arenasim::traces
