// A device on paper: it counts what is granted and holds no byte.
#pragma once

#include <unordered_map>

#include "backends/device.hpp"
#include "core/storage.hpp"

namespace arenasim::backends {

/// Grants pages until its capacity would be passed. Pages of any size, 0 included.
class Bookkeeping final : public Device {
 public:
  explicit Bookkeeping(core::Limits limits) : limits_(limits) {}

  [[nodiscard]] core::Limits limits() const override { return limits_; }
  [[nodiscard]] tl::expected<core::PageId, core::Refused> map(core::Bytes size) override;
  void unmap(core::PageId page) override;
  [[nodiscard]] tl::expected<void, core::Refused> grow(core::PageId page, core::Bytes by) override;
  void shrink(core::PageId page, core::Bytes by) override;
  [[nodiscard]] core::Uint128 allocated() const override { return allocated_; }

  void wait_device() override {}
  [[nodiscard]] tl::expected<void, core::Refused> copy(core::Place, core::Place, core::Bytes) override { return {}; }
  [[nodiscard]] tl::expected<void, core::Refused> wait_copies() override { return {}; }

 private:
  [[nodiscard]] bool has_room(core::Bytes size) const;

  core::Limits limits_;
  core::Uint128 allocated_ = 0;
  std::uint64_t granted_ = 0;
  std::unordered_map<std::uint64_t, core::Bytes> pages_;
};

}  // namespace arenasim::backends
