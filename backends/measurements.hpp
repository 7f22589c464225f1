// How long a real device took over what it was asked for: wall-clock figures, never part of what is compared.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <string_view>

#include "core/units.hpp"

namespace arenasim::backends {

enum class Work : std::uint8_t {
  grant,        ///< a page from asking to touched, as the host saw it
  fill,         ///< the touching itself, as the device saw it
  copy,         ///< one copy, as the device saw it
  release,      ///< a page going back, as the host saw it
  wait_device,  ///< for everything queued
  wait_copies,  ///< for the copies of a relocation
  write,        ///< a pattern
  check,        ///< of a pattern
};

inline constexpr std::array kWorks{Work::grant,       Work::fill,        Work::copy,  Work::release,
                                   Work::wait_device, Work::wait_copies, Work::write, Work::check};

/// `grant`, `wait_device`.
[[nodiscard]] std::string_view name(Work work);

/// Everything of one kind.
struct WorkTimes {
  static constexpr std::size_t kBuckets = 64;

  std::uint64_t count = 0;
  core::Uint128 bytes = 0;
  std::uint64_t total_ns = 0;
  std::uint64_t most_ns = 0;
  std::array<std::uint64_t, kBuckets> counts_by_log2_ns{};  ///< bucket i: from 2^i ns up to twice that
};

class Measurements {
 public:
  void add(Work work, core::Bytes bytes, std::chrono::nanoseconds took);
  [[nodiscard]] const WorkTimes& of(Work work) const { return times_[static_cast<std::size_t>(work)]; }

 private:
  std::array<WorkTimes, kWorks.size()> times_{};
};

/// Measures from its making until it is told what was done.
class Stopwatch {
 public:
  [[nodiscard]] std::chrono::nanoseconds elapsed() const {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start_);
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace arenasim::backends
