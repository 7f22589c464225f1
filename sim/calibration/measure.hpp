// What a device takes over pages and copies of many sizes, measured one by one.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

#include "backends/device.hpp"

namespace arenasim::sim::calibration {

enum class Step : std::uint8_t {
  grant,    ///< a page, touched
  refuse,   ///< a page that cannot be
  release,  ///< a page
  wait,     ///< for a device that does nothing
  copies,   ///< some copies and the wait for them
};

struct Sample {
  Step step{};
  core::Bytes size;         ///< of the page, or of each copy; 0 where it plays no part
  std::uint64_t count = 1;  ///< of copies
  std::chrono::nanoseconds took{};
};

/// The size that measuring begins with. Pages are measured two at a time.
inline constexpr core::Bytes kSmallestMeasured{std::uint64_t{64} << 10U};

struct Bounds {
  core::Bytes memory;             ///< the most that pages take together
  std::chrono::nanoseconds time;  ///< no further measurement begins after it
};

/// Pages and copies from 64 KiB on, doubling, up to the device's largest page or half of the memory that may be taken;
/// several rounds over all sizes, so that what changes with time meets every size. Only touched pages are copied. Stops
/// early where the time is over or the device refuses. `tell` is called with each size before it is measured. Throws
/// DeviceError, also where the device does not even grant two of the smallest pages. Leaves no page behind.
[[nodiscard]] std::vector<Sample> measure(backends::Device& device, const Bounds& bounds,
                                          const std::function<void(core::Bytes)>& tell);

}  // namespace arenasim::sim::calibration
