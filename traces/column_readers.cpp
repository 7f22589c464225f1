#include "traces/column_readers.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "traces/short_columns.hpp"
#include "traces/varint.hpp"

namespace arenasim::traces {
namespace {

std::optional<EventKind> kind_of(char byte) {
  const auto* const found = std::find(kKindBytes.begin(), kKindBytes.end(), byte);
  return found == kKindBytes.end() ? std::nullopt
                                   : std::optional{kEventKinds[static_cast<std::size_t>(found - kKindBytes.begin())]};
}

/// Gives each event a value of a column of runs. False where there are not enough, or a run is not as it should be.
template <class Give>
bool give_runs(ColumnReader& column, std::span<Event> events, Give give) {
  while (!events.empty()) {
    const ColumnRun run = column.take_run(events.size());
    for (Event& event : events.first(run.length)) {
      give(event, run.value);
    }
    if (run.length == 0) {
      return false;
    }
    events = events.subspan(run.length);
  }
  return true;
}

constexpr std::size_t kShortBytes = 8;   // of the longest short number
constexpr std::size_t kMostAtOnce = 64;  // short times to be added up
constexpr std::size_t kLeastAtOnce = 4;  // fewer are not worth it
constexpr std::uint64_t kFarFromEnd = std::uint64_t{1} << 63U;
static_assert(kFarFromEnd / kMostAtOnce >= std::uint64_t{1} << (7 * kShortBytes), "no sum of times comes to the end");

[[noreturn]] void fail(EventColumn column, std::string text, ErrorClass error_class = ErrorClass::syntax) {
  throw ColumnFault{column, error_class, std::move(text)};
}

ColumnReader reader(const ColumnBlock<std::string_view>& block, EventColumn column) {
  return {column, block.columns[static_cast<std::size_t>(column)]};
}

}  // namespace

std::uint64_t ColumnReader::number() {
  const auto taken = take_varint(bytes_);
  if (!taken) {
    fail(column_, bytes_.empty() ? "the column ends early" : "no number of at most 64 bits in its shortest form");
  }
  return *taken;
}

char ColumnReader::byte() {
  if (bytes_.empty()) {
    fail(column_, "the column ends early");
  }
  const char first = bytes_.front();
  bytes_.remove_prefix(1);
  return first;
}

std::int32_t ColumnReader::run_value() {
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

ColumnRun ColumnReader::take_run(std::size_t most) {
  if (run_left_ == 0) {
    const auto value = take_varint(bytes_);
    const auto length = take_varint(bytes_);
    constexpr std::uint64_t most_value = std::numeric_limits<std::uint32_t>::max();  // zigzag of the least of 32 bits
    if (!value || !length || *value > most_value) {
      return {};
    }
    run_value_ = static_cast<std::int32_t>(unzigzag(*value));
    run_left_ = *length;
  }
  const std::uint64_t taken = std::min<std::uint64_t>(most, run_left_);
  run_left_ -= taken;
  return {run_value_, static_cast<std::size_t>(taken)};
}

void ColumnReader::finish() const {
  if (!bytes_.empty() || run_left_ != 0) {
    fail(column_, "the column holds more than the events of its block");
  }
}

BlockReader::BlockReader(const ColumnBlock<std::string_view>& block)
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

void BlockReader::read(std::span<Event> events) {
  while (!events.empty()) {
    std::size_t count = short_count(events.size());
    if (count == 0 || !read_short(events.first(count))) {
      count = std::max<std::size_t>(count, 1);
      std::generate_n(events.begin(), count, [this] { return next(); });
    }
    events = events.subspan(count);
  }
  finish();
}

std::size_t BlockReader::short_count(std::size_t left) const {
  std::size_t count = std::min({left, kMostAtOnce, kind_.rest().size()});
  for (const ColumnReader* column : {&time_, &id_, &size_, &tag_}) {
    if (column != &tag_ || tagged_) {
      count = std::min(count, column->rest().size() / kShortBytes);
    }
  }
  const bool fits = kHasShortVarints && count >= kLeastAtOnce && now_ < kFarFromEnd;
  return fits ? count : 0;
}

bool BlockReader::read_short(std::span<Event> events) {
  ShortColumns columns{.times = ShortNumbers{time_},
                       .ids = ShortNumbers{id_},
                       .sizes = ShortNumbers{size_},
                       .tags = ShortNumbers{tag_},
                       .kind = kind_.rest().data(),
                       .now = now_,
                       .last_id = last_id_,
                       .tagged = tagged_,
                       .with_device_free = with_device_free_};
  for (Event& event : events) {
    if (!columns.next(event)) {
      return false;
    }
  }
  ColumnReader streams = stream_;
  ColumnReader devices = device_;
  const auto give_stream = [](Event& event, std::int32_t value) { event.stream = core::StreamId{value}; };
  const auto give_device = [](Event& event, std::int32_t value) { event.device = DeviceId{value}; };
  if (columns.has_fault() || !give_runs(streams, events, give_stream) || !give_runs(devices, events, give_device)) {
    return false;
  }
  time_.take_up_to(columns.times.at());
  kind_.take_up_to(columns.kind);
  id_.take_up_to(columns.ids.at());
  size_.take_up_to(columns.sizes.at());
  tag_.take_up_to(columns.tags.at());
  stream_ = streams;
  device_ = devices;
  now_ = columns.now;
  last_id_ = columns.last_id;
  return true;
}

Event BlockReader::next() {
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

Tag BlockReader::tag() {
  const std::uint64_t number = tag_.number();
  if (number > std::numeric_limits<std::uint32_t>::max()) {
    fail(EventColumn::tag, "a string number over 32 bits");
  }
  return Tag{static_cast<std::uint32_t>(number)};
}

void BlockReader::finish() const {
  for (const ColumnReader* column : {&time_, &kind_, &id_, &size_, &stream_, &device_, &tag_, &device_free_}) {
    column->finish();
  }
}

}  // namespace arenasim::traces
