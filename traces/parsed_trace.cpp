#include "traces/parsed_trace.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace arenasim::traces {
namespace {

constexpr std::size_t kChunkRows = 65'536;

/// What an event has besides its time, id, size and slot.
struct Shape {
  std::uint64_t device_free_plus_one = 0;
  core::StreamId stream;
  DeviceId device;
  Tag tag;
  EventKind kind{};

  [[nodiscard]] auto key() const {
    return std::tuple{tag.number(), kind, stream.number(), device.number(), device_free_plus_one};
  }

  friend bool operator==(const Shape&, const Shape&) = default;
  friend bool operator<(const Shape& left, const Shape& right) { return left.key() < right.key(); }
};

}  // namespace

/// Numbers shapes in order of first use.
class ParsedTrace::Shapes {
 public:
  [[nodiscard]] std::uint32_t number_of(const Event& event) {
    const Shape shape{.device_free_plus_one = event.device_free_plus_one,
                      .stream = event.stream,
                      .device = event.device,
                      .tag = event.tag,
                      .kind = event.kind};
    std::uint32_t& last = last_[static_cast<std::size_t>(event.kind)];
    if (last < shapes_.size() && shapes_[last] == shape) {
      return last;
    }
    const auto [found, added] = numbers_.emplace(shape, static_cast<std::uint32_t>(shapes_.size()));
    if (added) {
      shapes_.push_back(shape);
    }
    last = found->second;
    return last;
  }

  [[nodiscard]] const Shape& shape(std::uint32_t number) const { return shapes_[number]; }

 private:
  std::vector<Shape> shapes_;
  std::map<Shape, std::uint32_t> numbers_;
  std::array<std::uint32_t, kEventKinds.size()> last_{};  // of each kind; the next of it is often alike
};

ParsedTrace::ParsedTrace() : shapes_(std::make_unique<Shapes>()) {}

ParsedTrace::~ParsedTrace() = default;

void ParsedTrace::take(std::span<const Event> events) {
  for (const Event& event : events) {
    if (chunks_.empty() || chunks_.back().size() == kChunkRows) {
      chunks_.emplace_back().reserve(kChunkRows);
    }
    chunks_.back().push_back({.time = event.time,
                              .id = event.id,
                              .size = event.size,
                              .slot = event.slot,
                              .shape = shapes_->number_of(event)});
  }
  size_ += events.size();
  if (!events.empty()) {
    duration_ = events.back().time.time_since_epoch();
  }
}

Event ParsedTrace::event_of(const Row& row) const {
  const Shape& shape = shapes_->shape(row.shape);
  return {.time = row.time,
          .id = row.id,
          .size = row.size,
          .device_free_plus_one = shape.device_free_plus_one,
          .stream = shape.stream,
          .device = shape.device,
          .tag = shape.tag,
          .slot = row.slot,
          .kind = shape.kind};
}

void ParsedTrace::send(EventSink& sink) const {
  std::array<Event, kBatchEvents> batch;
  try {
    for (const std::vector<Row>& chunk : chunks_) {
      for (std::size_t first = 0; first < chunk.size(); first += kBatchEvents) {
        const std::size_t count = std::min(kBatchEvents, chunk.size() - first);
        for (std::size_t at = 0; at < count; ++at) {
          batch[at] = event_of(chunk[first + at]);
        }
        sink.take({batch.data(), count});
      }
    }
  } catch (const StopReading&) {  // the sink has what it wanted
  }
}

std::vector<Event> ParsedTrace::events() const {
  std::vector<Event> all;
  all.reserve(size_);
  for (const std::vector<Row>& chunk : chunks_) {
    for (const Row& row : chunk) {
      all.push_back(event_of(row));
    }
  }
  return all;
}

}  // namespace arenasim::traces
