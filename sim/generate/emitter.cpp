#include "sim/generate/emitter.hpp"

#include <cstddef>

namespace arenasim::sim::generate {
namespace {

constexpr std::size_t kBatch = 4096;

}  // namespace

Emitter::Emitter(traces::EventSink& sink, traces::StringTable& strings, std::uint64_t most_events)
    : sink_(sink), strings_(strings), most_events_(most_events) {
  batch_.reserve(kBatch);
}

Block Emitter::alloc(core::Bytes size, std::string_view tag, core::StreamId stream) {
  Block block{.id = ++last_id_, .size = size, .stream = stream, .slot = traces::BlockSlot{slots_count_}};
  if (unused_slots_.empty()) {
    ++slots_count_;
  } else {
    block.slot = unused_slots_.back();
    unused_slots_.pop_back();
  }
  ++live_count_;
  traces::Event event;
  event.kind = traces::EventKind::alloc;
  event.id = block.id;
  event.size = size;
  event.stream = stream;
  event.slot = block.slot;
  event.tag = strings_.intern(tag);
  add(event);
  return block;
}

void Emitter::free(const Block& block) {
  unused_slots_.push_back(block.slot);
  --live_count_;
  traces::Event event;
  event.kind = traces::EventKind::free;
  event.id = block.id;
  event.size = block.size;
  event.stream = block.stream;
  event.slot = block.slot;
  add(event);
}

void Emitter::marker(std::string_view name) {
  traces::Event event;
  event.kind = traces::EventKind::marker;
  event.tag = strings_.intern(name);
  add(event);
}

void Emitter::finish() {
  if (!batch_.empty()) {
    sink_.take(batch_);
    batch_.clear();
  }
}

void Emitter::add(traces::Event event) {
  event.time = now_;
  ++made_;
  batch_.push_back(event);
  if (batch_.size() == kBatch) {
    finish();
  }
}

}  // namespace arenasim::sim::generate
