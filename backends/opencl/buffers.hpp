// An OpenCL device behind core's ports: a page is a buffer, touched when it is granted; copies run on their own queue.
#pragma once

#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "backends/backends.hpp"
#include "backends/device.hpp"
#include "backends/opencl/calls.hpp"
#include "backends/opencl/devices.hpp"
#include "backends/opencl/handle.hpp"
#include "backends/opencl/pattern_kernels.hpp"
#include "backends/room.hpp"

namespace arenasim::backends::opencl {

class Buffers final : public Device, public Patterns {
 public:
  /// Throws DeviceError.
  Buffers(Calls calls, const DeviceRequest& request);
  ~Buffers() override;
  Buffers(const Buffers&) = delete;
  Buffers& operator=(const Buffers&) = delete;

  [[nodiscard]] core::Limits limits() const override { return room_.limits(); }

  /// Asks the device only where capacity and its share leave room; then creates a buffer and fills it, so that a want
  /// of memory shows here. Throws DeviceError for anything but a want of memory. A page of no bytes has no buffer.
  [[nodiscard]] tl::expected<core::PageId, core::Refused> map(core::Bytes size) override;
  void unmap(core::PageId page) override;
  [[nodiscard]] core::Uint128 allocated() const override { return room_.allocated(); }

  void wait_device() override;
  [[nodiscard]] tl::expected<void, core::Refused> copy(core::Place from, core::Place to, core::Bytes size) override;
  [[nodiscard]] tl::expected<void, core::Refused> wait_copies() override;

  [[nodiscard]] Patterns* patterns() override { return this; }
  [[nodiscard]] const Measurements* measurements() const override { return &measurements_; }
  [[nodiscard]] std::string title() const override;

  void write(core::Place place, core::Bytes size, PatternSeed seed) override;
  [[nodiscard]] std::optional<Mismatch> check(core::Place place, core::Bytes size, PatternSeed seed) override;

 private:
  struct Page {
    Handle<cl_mem> buffer;
    core::Bytes size;
  };
  using QueuedCopy = std::pair<Handle<cl_event>, core::Bytes>;

  /// No buffer where the device has no room for it.
  [[nodiscard]] Handle<cl_mem> touched_buffer(core::Bytes size);
  [[nodiscard]] bool touch(cl_mem buffer, core::Bytes size);
  [[nodiscard]] bool landed(const QueuedCopy& copy);
  void measure(Work work, const Handle<cl_event>& event, core::Bytes bytes);
  [[nodiscard]] Handle<cl_command_queue> make_queue();
  [[nodiscard]] PatternKernels& kernels();
  [[nodiscard]] cl_mem buffer(core::PageId page) const { return pages_.at(page.number()).buffer.get(); }

  // Released from the last to the first.
  Calls calls_;
  FoundDevice device_;
  Room room_;
  Handle<cl_context> context_;
  Handle<cl_command_queue> work_;
  Handle<cl_command_queue> copies_;
  std::unique_ptr<PatternKernels> kernels_;  ///< built when first needed
  std::vector<QueuedCopy> queued_;
  std::uint64_t granted_ = 0;
  std::unordered_map<std::uint64_t, Page> pages_;
  Measurements measurements_;
};

}  // namespace arenasim::backends::opencl
