#include "traces/event_columns.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "traces/varint.hpp"

namespace arenasim::traces {
namespace {

/// The byte of a kind, by EventKind.
constexpr std::array<char, kEventKinds.size()> kKindBytes{5, 1, 2, 3, 4, 6, 7, 8};

bool has_id(EventKind kind) {
  return kind != EventKind::marker && kind != EventKind::oom && kind != EventKind::cleanup;
}

bool has_size(EventKind kind) {
  return kind == EventKind::alloc || kind == EventKind::preexisting || kind == EventKind::oom;
}

std::optional<EventKind> kind_of(char byte) {
  const auto* const found = std::find(kKindBytes.begin(), kKindBytes.end(), byte);
  return found == kKindBytes.end() ? std::nullopt
                                   : std::optional{kEventKinds[static_cast<std::size_t>(found - kKindBytes.begin())]};
}

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

[[noreturn]] void fail(EventColumn column, std::string text, ErrorClass error_class = ErrorClass::syntax) {
  throw ColumnFault{column, error_class, std::move(text)};
}

/// Takes values off one column.
class ColumnReader {
 public:
  ColumnReader(EventColumn column, std::string_view bytes) : column_(column), bytes_(bytes) {}

  std::uint64_t number() {
    // Most numbers are small
    if (!bytes_.empty() && static_cast<unsigned char>(bytes_.front()) < 0x80U) {
      const auto small = static_cast<unsigned char>(bytes_.front());
      bytes_.remove_prefix(1);
      return small;
    }
    const auto taken = take_varint(bytes_);
    if (!taken) {
      fail(column_, bytes_.empty() ? "the column ends early" : "no number of at most 64 bits in its shortest form");
    }
    return *taken;
  }

  char byte() {
    if (bytes_.empty()) {
      fail(column_, "the column ends early");
    }
    const char first = bytes_.front();
    bytes_.remove_prefix(1);
    return first;
  }

  /// The next value of a column of runs.
  std::int32_t run_value() {
    if (run_left_ == 0) {
      const std::int64_t value = unzigzag(number());
      run_left_ = number();
      if (value < std::numeric_limits<std::int32_t>::min() || value > std::numeric_limits<std::int32_t>::max() ||
          run_left_ == 0) {
        fail(column_, "a run of no length, or of a value over 32 bits");
      }
      run_value_ = static_cast<std::int32_t>(value);
    }
    --run_left_;
    return run_value_;
  }

  [[nodiscard]] EventColumn column() const { return column_; }
  [[nodiscard]] bool given() const { return !bytes_.empty(); }

  void finish() const {
    if (!bytes_.empty() || run_left_ != 0) {
      fail(column_, "the column holds more than the events of its block");
    }
  }

 private:
  EventColumn column_;
  std::string_view bytes_;
  std::uint64_t run_left_ = 0;
  std::int32_t run_value_ = 0;
};

/// All columns of a block, read in step.
class BlockReader {
 public:
  explicit BlockReader(const ColumnBlock<std::string_view>& block)
      : time_(reader(block, EventColumn::time)),
        kind_(reader(block, EventColumn::kind)),
        id_(reader(block, EventColumn::id)),
        size_(reader(block, EventColumn::size)),
        stream_(reader(block, EventColumn::stream)),
        device_(reader(block, EventColumn::device)),
        tag_(reader(block, EventColumn::tag)),
        device_free_(reader(block, EventColumn::device_free)),
        now_(block.base_time),
        last_id_(block.base_id),
        tagged_(tag_.given()),
        with_device_free_(device_free_.given()) {}

  Event next() {
    Event event;
    const std::uint64_t step = time_.number();
    if (step > std::numeric_limits<std::uint64_t>::max() - now_) {
      fail(EventColumn::time, "a time over 64 bits", ErrorClass::range);
    }
    now_ += step;
    event.time = core::SimTime{core::SimDuration{now_}};
    const char byte = kind_.byte();
    const auto kind = kind_of(byte);
    if (!kind) {
      fail(EventColumn::kind, fmt::format("{} is no kind; 1 to 8 are", static_cast<unsigned char>(byte)));
    }
    event.kind = *kind;
    if (has_id(*kind)) {
      last_id_ += static_cast<std::uint64_t>(unzigzag(id_.number()));
      event.id = last_id_;
    }
    if (has_size(*kind)) {
      event.size = core::Bytes{size_.number()};
    }
    event.stream = core::StreamId{stream_.run_value()};
    event.device = DeviceId{device_.run_value()};
    event.tag = tagged_ ? tag() : Tag{};
    if (*kind == EventKind::oom && with_device_free_) {
      event.device_free_plus_one = device_free_.number();
    }
    return event;
  }

  void finish() const {
    for (const ColumnReader* column : {&time_, &kind_, &id_, &size_, &stream_, &device_, &tag_, &device_free_}) {
      column->finish();
    }
  }

 private:
  static ColumnReader reader(const ColumnBlock<std::string_view>& block, EventColumn column) {
    return {column, block.columns[static_cast<std::size_t>(column)]};
  }

  Tag tag() {
    const std::uint64_t number = tag_.number();
    if (number > std::numeric_limits<std::uint32_t>::max()) {
      fail(EventColumn::tag, "a string number over 32 bits");
    }
    return Tag{static_cast<std::uint32_t>(number)};
  }

  ColumnReader time_;
  ColumnReader kind_;
  ColumnReader id_;
  ColumnReader size_;
  ColumnReader stream_;
  ColumnReader device_;
  ColumnReader tag_;
  ColumnReader device_free_;
  std::uint64_t now_;
  std::uint64_t last_id_;
  bool tagged_;
  bool with_device_free_;
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
    kinds += kKindBytes[static_cast<std::size_t>(event.kind)];
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
    BlockReader reader{block};
    std::generate(events.begin(), events.end(), [&reader] { return reader.next(); });
    reader.finish();
    return std::nullopt;
  } catch (const ColumnFault& fault) {
    return fault;
  }
}

}  // namespace arenasim::traces
