// Host memory as a device: every page is an allocation of this process, touched when it is granted; every copy moves
// its bytes.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <unordered_map>

#include "backends/backends.hpp"
#include "backends/device.hpp"
#include "backends/room.hpp"

namespace arenasim::backends {

class Host final : public Device, public Patterns {
 public:
  /// `budget`: the most bytes all pages may take, whatever the capacity in `limits`.
  Host(core::Limits limits, core::Bytes budget) : room_(limits, budget) {}

  [[nodiscard]] core::Limits limits() const override { return room_.limits(); }
  [[nodiscard]] tl::expected<core::PageId, core::Refused> map(core::Bytes size) override;
  void unmap(core::PageId page) override;
  [[nodiscard]] core::Uint128 allocated() const override { return room_.allocated(); }

  void wait_device() override {}
  [[nodiscard]] tl::expected<void, core::Refused> copy(core::Place from, core::Place to, core::Bytes size) override;
  [[nodiscard]] tl::expected<void, core::Refused> wait_copies() override { return {}; }

  [[nodiscard]] Patterns* patterns() override { return this; }
  [[nodiscard]] const Measurements* measurements() const override { return &measurements_; }
  void write(core::Place place, core::Bytes size, PatternSeed seed) override;
  [[nodiscard]] std::optional<Mismatch> check(core::Place place, core::Bytes size, PatternSeed seed) override;

 private:
  struct FreeMemory {
    std::align_val_t alignment{};
    void operator()(std::byte* memory) const { ::operator delete(memory, alignment); }
  };
  struct Page {
    std::unique_ptr<std::byte, FreeMemory> memory;  ///< null for a page of no bytes
    core::Bytes size;
  };
  [[nodiscard]] std::byte* at(core::Place place) const;

  Room room_;
  std::uint64_t granted_ = 0;
  std::unordered_map<std::uint64_t, Page> pages_;
  Measurements measurements_;
};

/// A share of this machine's memory, no capacity stated unless asked for.
[[nodiscard]] std::unique_ptr<Device> make_host(const DeviceRequest& request);

}  // namespace arenasim::backends
