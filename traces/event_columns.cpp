#include "traces/event_columns.hpp"

#include <algorithm>

#include "traces/column_readers.hpp"
#include "traces/varint.hpp"

namespace arenasim::traces {
namespace {

/// Equal values in a row, as one value and a length.
class RunEncoder {
 public:
  explicit RunEncoder(std::string& out) : out_(out) {}
  void add(std::int32_t value) {
    if (value != value_) {
      end_run();
      value_ = value;
    }
    ++length_;
  }

  void end_run() {
    if (length_ != 0) {
      append_varint(out_, zigzag(value_));
      append_varint(out_, length_);
      length_ = 0;
    }
  }

 private:
  std::string& out_;
  std::int32_t value_ = 0;
  std::uint64_t length_ = 0;
};

}  // namespace

ColumnBlock<std::string> encode_events(std::span<const Event> events) {
  ColumnBlock<std::string> block;
  block.events = static_cast<std::uint32_t>(events.size());
  block.base_time = events.empty() ? 0 : events.front().time.time_since_epoch().count();
  const auto first = std::find_if(events.begin(), events.end(), [](const Event& one) { return has_id(one.kind); });
  block.base_id = first == events.end() ? 0 : first->id;
  auto& [times, kinds, ids, sizes, streams, devices, tags, device_frees] = block.columns;
  RunEncoder stream_runs{streams};
  RunEncoder device_runs{devices};
  std::uint64_t last_time = block.base_time;
  std::uint64_t last_id = block.base_id;
  for (const Event& event : events) {
    const std::uint64_t time = event.time.time_since_epoch().count();
    append_varint(times, time - last_time);
    last_time = time;
    kinds += kind_byte(event.kind);
    if (has_id(event.kind)) {
      append_varint(ids, zigzag(static_cast<std::int64_t>(event.id - last_id)));
      last_id = event.id;
    }
    if (has_size(event.kind)) {
      append_varint(sizes, event.size.count());
    }
    stream_runs.add(event.stream.number());
    device_runs.add(event.device.number());
    append_varint(tags, event.tag.number());
    if (event.kind == EventKind::oom) {
      append_varint(device_frees, event.device_free_plus_one);
    }
  }
  stream_runs.end_run();
  device_runs.end_run();
  return block;
}

std::optional<ColumnFault> decode_events(const ColumnBlock<std::string_view>& block, std::vector<Event>& events) {
  try {
    events.resize(block.events);
    BlockReader{block}.read(events);
    return std::nullopt;
  } catch (const ColumnFault& fault) {
    return fault;
  }
}

}  // namespace arenasim::traces
