#include "sim/calibration/timed_device.hpp"

namespace arenasim::sim::calibration {

tl::expected<core::PageId, core::Refused> TimedDevice::map(core::Bytes size) {
  const backends::Stopwatch watch;
  auto page = device_->map(size);
  (page ? times_.grant : times_.refuse) += watch.elapsed();
  return page;
}

void TimedDevice::unmap(core::PageId page) {
  const backends::Stopwatch watch;
  device_->unmap(page);
  times_.release += watch.elapsed();
}

void TimedDevice::wait_device() {
  const backends::Stopwatch watch;
  device_->wait_device();
  times_.relocation += watch.elapsed();
}

tl::expected<void, core::Refused> TimedDevice::copy(core::Place from, core::Place to, core::Bytes size) {
  const backends::Stopwatch watch;
  auto queued = device_->copy(from, to, size);
  times_.relocation += watch.elapsed();
  return queued;
}

tl::expected<void, core::Refused> TimedDevice::wait_copies() {
  const backends::Stopwatch watch;
  auto landed = device_->wait_copies();
  times_.relocation += watch.elapsed();
  return landed;
}

}  // namespace arenasim::sim::calibration
