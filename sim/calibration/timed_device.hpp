// A device behind a stopwatch: what the host spent on each kind of call, to hold simulated costs against.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "backends/device.hpp"

namespace arenasim::sim::calibration {

/// Host time, by what it went to.
struct HostTimes {
  std::chrono::nanoseconds grant{};
  std::chrono::nanoseconds refuse{};
  std::chrono::nanoseconds release{};
  std::chrono::nanoseconds relocation{};  ///< the wait before copies, the copies, the wait for them

  [[nodiscard]] std::chrono::nanoseconds sum() const { return grant + refuse + release + relocation; }
};

class TimedDevice final : public backends::Device {
 public:
  /// `times` outlives it and is added to.
  TimedDevice(std::unique_ptr<backends::Device> device, HostTimes& times) : device_(std::move(device)), times_(times) {}

  [[nodiscard]] core::Limits limits() const override { return device_->limits(); }
  [[nodiscard]] tl::expected<core::PageId, core::Refused> map(core::Bytes size) override;
  void unmap(core::PageId page) override;
  [[nodiscard]] core::Uint128 allocated() const override { return device_->allocated(); }

  void wait_device() override;
  [[nodiscard]] tl::expected<void, core::Refused> copy(core::Place from, core::Place to, core::Bytes size) override;
  [[nodiscard]] tl::expected<void, core::Refused> wait_copies() override;

  [[nodiscard]] backends::Patterns* patterns() override { return device_->patterns(); }
  [[nodiscard]] const backends::Measurements* measurements() const override { return device_->measurements(); }
  [[nodiscard]] std::string title() const override { return device_->title(); }

 private:
  std::unique_ptr<backends::Device> device_;
  HostTimes& times_;
};

}  // namespace arenasim::sim::calibration
