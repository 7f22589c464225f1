// The devices of a profiler's trace: what each held before its first event, and which one is taken unasked
// (spec/formats.md 4a).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "traces/formats/kineto_order.hpp"
#include "traces/read_options.hpp"

namespace arenasim::traces {

/// What one pass in file order tells of a device.
struct KinetoDevice {
  std::int32_t type = 0;
  std::int32_t id = 0;
  std::uint64_t events = 0;
  std::uint64_t allocs = 0;
  std::uint64_t resorted = 0;  ///< events with a smaller time than the one before
  std::int64_t last_time = 0;
  std::int64_t first_time = 0;                 ///< the least
  std::int64_t first_total = kNotSaid;         ///< `Total Allocated` of the first event in order
  std::int64_t first_bytes = 0;                ///< its bytes
  std::int64_t greatest_total = kNotSaid;      ///< over all events
  std::optional<std::int64_t> expected_total;  ///< while the events are gone through in order
  std::uint64_t breaks = 0;                    ///< events whose total is not the one before plus their bytes

  /// Bytes allocated before the first event; none where the trace does not say, or contradicts itself.
  [[nodiscard]] std::optional<std::uint64_t> baseline() const;

  /// Goes through the events in order, for `breaks`.
  void follow(const MemoryEvent& event);
};

class KinetoDevices {
 public:
  /// Takes the events in file order.
  void add(const MemoryEvent& event);

  [[nodiscard]] KinetoDevice& of(const MemoryEvent& event);
  [[nodiscard]] const std::vector<KinetoDevice>& all() const { return devices_; }

  /// The least time of all events; 0 without any.
  [[nodiscard]] std::int64_t earliest() const;

  /// What is asked for; unasked the only device that is no CPU, else the only one. Throws `ambiguous_device`.
  [[nodiscard]] DeviceSelection choose(const DeviceSelection& asked) const;

 private:
  std::vector<KinetoDevice> devices_;  // in order of appearance
  std::size_t last_ = 0;
};

/// True where the selection takes the device.
[[nodiscard]] bool takes(const DeviceSelection& selection, const KinetoDevice& device);

}  // namespace arenasim::traces
