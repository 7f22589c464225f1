// A reading of records by hand, one by one or many at once, and what came of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "traces/intake.hpp"

namespace arenasim::tests {

inline traces::ReadOptions options_for(const traces::DeviceSelection& device) {
  traces::ReadOptions options;
  options.device = device;
  return options;
}

inline traces::BlockRecord alloc_record(std::uint64_t time, std::uint64_t key, std::uint64_t size) {
  traces::BlockRecord record;
  record.time = core::SimTime{core::SimDuration{time}};
  record.key = key;
  record.size = core::Bytes{size};
  record.begins = record.has_size = record.has_stream = true;
  return record;
}

inline traces::BlockRecord free_record(std::uint64_t time, std::uint64_t key) {
  traces::BlockRecord record;
  record.time = core::SimTime{core::SimDuration{time}};
  record.key = key;
  return record;
}

class Given final : public traces::EventSink {
 public:
  explicit Given(traces::Intake::Ids ids, const traces::DeviceSelection& device = traces::AllDevices{})
      : options_(options_for(device)), intake_(options_, *this, strings_, import_, ids) {}

  void take(std::span<const traces::Event> events) override {
    events_.insert(events_.end(), events.begin(), events.end());
  }

  void give(const traces::BlockRecord& record) {
    const traces::RecordContext at{record.time, record.stream, record.device, record.tag};
    if (record.begins) {
      intake_.alloc(record.key, record.size, at, traces::WholeFile{});
    } else {
      intake_.free(record.key, record.has_size ? &record.size : nullptr, at, record.has_stream);
    }
  }

  /// As many at once as it takes; says how many those were.
  std::size_t give_at_once(std::span<const traces::BlockRecord> records) {
    std::size_t at_once = 0;
    while (!records.empty()) {
      const std::size_t taken = intake_.take_ordinary(records);
      records = records.subspan(taken);
      at_once += taken;
      if (!records.empty()) {
        give(records.front());
        records = records.subspan(1);
      }
    }
    return at_once;
  }

  traces::Intake& intake() { return intake_; }
  void finish() { intake_.finish(traces::WholeFile{}); }
  [[nodiscard]] const std::vector<traces::Event>& events() const { return events_; }
  [[nodiscard]] traces::Import& import() { return import_; }
  [[nodiscard]] const traces::Import& import() const { return import_; }

 private:
  traces::ReadOptions options_;
  traces::StringTable strings_;
  traces::Import import_;
  std::vector<traces::Event> events_;
  traces::Intake intake_;
};

/// A line each, with all that is known.
inline std::string text_of(std::span<const traces::Event> events) {
  std::string text;
  for (const traces::Event& event : events) {
    text += std::to_string(event.time.time_since_epoch().count());
    for (const std::uint64_t number :
         {static_cast<std::uint64_t>(event.kind), event.id, event.size.count(), event.device_free_plus_one,
          static_cast<std::uint64_t>(event.stream.number()), static_cast<std::uint64_t>(event.device.number()),
          std::uint64_t{event.tag.number()}, std::uint64_t{event.slot.number()}}) {
      text += ' ' + std::to_string(number);
    }
    text += '\n';
  }
  return text;
}

}  // namespace arenasim::tests
