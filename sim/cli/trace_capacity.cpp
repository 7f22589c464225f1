#include "sim/cli/trace_capacity.hpp"

#include "sim/cli/failures.hpp"

namespace arenasim::sim::cli {
namespace {

/// For a reading that only wants the counts.
class Discard final : public traces::EventSink {
 public:
  void take(std::span<const traces::Event> /*events*/) override {}
};

}  // namespace

bool capacity_needs_the_peak(const DeviceOptions& options) {
  return std::holds_alternative<core::Fraction>(options.capacity().value_or(CapacityChoice{}));
}

std::optional<core::Bytes> capacity_in_bytes(const DeviceOptions& options, const TracePlace& place,
                                             const traces::ReadOptions& reading) {
  const CapacityChoice choice = options.capacity().value_or(CapacityChoice{});
  if (const auto* bytes = std::get_if<core::Bytes>(&choice)) {
    return *bytes;
  }
  const auto* times = std::get_if<core::Fraction>(&choice);
  if (times == nullptr) {
    return std::nullopt;
  }
  Discard discard;
  traces::TraceContents contents;
  place.read(reading, discard, contents);
  const auto capacity = core::scaled(core::Bytes{static_cast<std::uint64_t>(contents.import.live_peak_bytes)}, *times);
  if (!capacity) {
    throw UsageError{"--capacity: so many times the trace's peak is more than 2^64 - 1 bytes"};
  }
  return capacity;
}

}  // namespace arenasim::sim::cli
