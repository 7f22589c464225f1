#include "traces/event_spool.hpp"

#include <numeric>
#include <string>
#include <utility>

namespace arenasim::traces {

void EventSpool::add(std::span<const Event> events) {
  for (const Event& event : events) {
    waiting_.push_back(event);
    if (waiting_.size() == kBlockEvents) {
      end_block();
    }
  }
}

void EventSpool::note(const Event& event) {
  uses_.tags = uses_.tags || event.tag != Tag{};
  uses_.device_free = uses_.device_free || event.device_free_plus_one != 0;
  uses_.devices = uses_.devices || event.device != DeviceId{};
  uses_.two_step_frees =
      uses_.two_step_frees || event.kind == EventKind::free_requested || event.kind == EventKind::free_completed;
  if (event.kind == EventKind::alloc || event.kind == EventKind::preexisting) {
    uses_.dense_ids = uses_.dense_ids && event.id == uses_.ids;
    ++uses_.ids;
    live_bytes_ += event.size.count();
    ++live_count_;
  } else if (event.kind == EventKind::free || event.kind == EventKind::free_completed) {
    live_bytes_ -= event.size.count();
    --live_count_;
  }
}

void EventSpool::end_block() {
  if (waiting_.empty()) {
    return;
  }
  Stored stored;
  stored.offset = bytes_.size();
  stored.block = {uses_.events, live_bytes_, live_count_, {}};
  const ColumnBlock<std::string> encoded = encode_events(waiting_);
  stored.block.columns.events = encoded.events;
  stored.block.columns.base_time = encoded.base_time;
  stored.block.columns.base_id = encoded.base_id;
  for (std::size_t column = 0; column < kEventColumns; ++column) {
    bytes_.append(encoded.columns[column]);
    stored.lengths[column] = static_cast<std::uint32_t>(encoded.columns[column].size());
  }
  const Event* last = nullptr;
  for (const Event& event : waiting_) {
    note(event);
    if (last == nullptr || last->device != event.device || last->stream != event.stream) {
      uses_.device_numbers.insert(event.device.number());
      uses_.stream_numbers.insert(event.stream.number());
    }
    last = &event;
  }
  uses_.events += waiting_.size();
  blocks_.push_back(stored);
  waiting_.clear();
}

void EventSpool::for_each_block(const std::function<void(const SpooledBlock&)>& take) const {
  for (const Stored& stored : blocks_) {
    const std::size_t length = std::accumulate(stored.lengths.begin(), stored.lengths.end(), std::size_t{0});
    const std::string bytes = bytes_.read(stored.offset, length);
    SpooledBlock block = stored.block;
    std::string_view rest = bytes;
    for (std::size_t column = 0; column < kEventColumns; ++column) {
      block.columns.columns[column] = rest.substr(0, stored.lengths[column]);
      rest.remove_prefix(stored.lengths[column]);
    }
    take(block);
  }
}

void EventSpool::for_each_batch(const std::function<void(std::span<const Event>)>& take) const {
  std::vector<Event> events;
  for_each_block([&](const SpooledBlock& block) {
    static_cast<void>(decode_events(block.columns, events));  // what was encoded here can be decoded
    take(events);
  });
}

}  // namespace arenasim::traces
