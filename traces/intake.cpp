#include "traces/intake.hpp"

#include <fmt/format.h>

#include "traces/intake_parts.hpp"

namespace arenasim::traces {
namespace {

constexpr std::uint64_t kMaxSkips = 1'000'000;

}  // namespace

Intake::Intake(const ReadOptions& options, EventSink& sink, StringTable& strings, Import& import, Ids ids)
    : parts_(std::make_unique<Parts>(options, sink, strings, import, ids)) {}

Intake::~Intake() {
  if (!parts_->finished) {
    parts_->complete();  // where a sink had seen enough, the counts up to there
  }
}

void Intake::preexisting(BlockKey key, core::Bytes size, const RecordContext& at, const Where& where) {
  parts_->begin_block<EventKind::preexisting>(key, size, at, where);
}

void Intake::alloc(BlockKey key, core::Bytes size, const RecordContext& at, const Where& where) {
  parts_->begin_block<EventKind::alloc>(key, size, at, where);
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

std::size_t Intake::take_ordinary(std::span<const BlockRecord> records) {
  return parts_->take_ordinary(records);
}

bool Intake::wants_hints() const {
  return parts_->live.is_large();
}

void Intake::expect(BlockKey key) const {
  parts_->expect(key);
}

void Intake::expect(std::span<const BlockRecord> records) const {
  parts_->expect(records);
}

void Intake::expect_soon(BlockKey key) const {
  parts_->live.expect_soon(key, parts_->devices().last_index());
}

bool Intake::free_if_live(BlockKey key, const RecordContext& at) {
  return parts_->end_if_live(key, at);
}

bool Intake::request_if_live(BlockKey key, const RecordContext& at) {
  if (!live(key, at.device, at.device_type)) {
    return false;
  }
  parts_->request(key, nullptr, at, true);
  return true;
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
  if (CountedDevice* device = parts_->devices().find(at.device, at.device_type)) {
    ++device->count.events;
  }
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

Intake::LiveSum Intake::live_of_all_devices() const {
  return {parts_->devices().live_bytes(), parts_->live.size()};
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
  parts_->finished = true;
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
