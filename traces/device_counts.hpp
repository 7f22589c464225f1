// The devices of a trace: which are selected, and what an independent count of each gives.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <limits>
#include <string>
#include <vector>

#include "traces/import.hpp"
#include "traces/number_set.hpp"
#include "traces/read_options.hpp"

namespace arenasim::traces {

/// One device and its running figures.
class CountedDevice {
 public:
  CountedDevice(std::uint32_t index, DeviceId device, std::int32_t type, bool selected);

  [[nodiscard]] std::uint32_t index() const { return index_; }
  [[nodiscard]] bool selected() const { return count.selected; }
  [[nodiscard]] bool is(DeviceId device, std::int32_t type) const { return count.device == device && type_ == type; }

  /// A block came to life.
  void born(core::Bytes size, core::StreamId stream) {
    const std::uint64_t bytes = size.count();
    note(size, stream);
    count.max_size = std::max(count.max_size, size);
    count.not_multiple_of_512 += bytes % 512 != 0 ? 1U : 0U;
    count.zero_sizes += bytes == 0 ? 1U : 0U;
    count.end_bytes += bytes;
    count.peak_bytes = std::max(count.peak_bytes, count.end_bytes);
    ++count.end_count;
  }
  /// Of a block that came to life and is counted elsewhere: how many sizes and streams there are.
  void note(core::Bytes size, core::StreamId stream) {
    sizes_.insert(size.count());
    if (stream.number() != last_stream_) {
      last_stream_ = stream.number();
      streams_.insert(static_cast<std::uint32_t>(stream.number()));
    }
  }
  /// One ended.
  void died(core::Bytes size) {
    count.end_bytes -= size.count();
    --count.end_count;
  }

  /// With the figures of its sets.
  [[nodiscard]] DeviceCount finished();

  DeviceCount count;

 private:
  std::int32_t type_;
  std::uint32_t index_;
  std::int64_t last_stream_ = std::numeric_limits<std::int64_t>::min();  // that is no stream
  FamiliarNumbers<64> streams_;
  FamiliarNumbers<1024> sizes_;
};

/// Finds devices, and selects as `--device` says: without it the first one, until there is a second.
class DeviceCounts {
 public:
  explicit DeviceCounts(const DeviceSelection& selection) : selection_(selection) {}

  /// The device of a record, made where it is new.
  [[nodiscard]] CountedDevice& of(DeviceId device, std::int32_t type) {
    if (last_ != nullptr && last_->is(device, type)) {
      return *last_;
    }
    return find_or_add(device, type);
  }

  /// Of the device of the last record, 0 before the first.
  [[nodiscard]] std::uint32_t last_index() const { return last_ != nullptr ? last_->index() : 0; }

  /// The device of the last record; null before the first.
  [[nodiscard]] CountedDevice* last() { return last_; }

  /// Null where no record made it.
  [[nodiscard]] CountedDevice* known(DeviceId device, std::int32_t type) {
    return last_ != nullptr && last_->is(device, type) ? last_ : find(device, type);
  }
  [[nodiscard]] CountedDevice* find(DeviceId device, std::int32_t type);

  /// Whether a record that needs no block is taken.
  [[nodiscard]] bool takes(DeviceId device, std::int32_t type);

  /// Of all devices, modulo 2^64.
  [[nodiscard]] std::uint64_t live_bytes() const;

  /// Several devices, and nothing says which.
  [[nodiscard]] bool ambiguous() const { return ambiguous_; }

  /// In order of type and number.
  [[nodiscard]] std::vector<DeviceCount> finished();

 private:
  CountedDevice& find_or_add(DeviceId device, std::int32_t type);
  [[nodiscard]] bool wanted(DeviceId device, std::int32_t type) const;

  DeviceSelection selection_;
  std::deque<CountedDevice> devices_;
  CountedDevice* last_ = nullptr;
  bool ambiguous_ = false;
};

/// `1:0`, or `0` where it has no type.
[[nodiscard]] std::string device_name(const DeviceCount& device);

}  // namespace arenasim::traces
