// Faults that somebody asks for, in front of any device: refused pages, refused copies, failed waits.
#pragma once

#include <cstdint>
#include <optional>

#include "core/storage.hpp"

namespace arenasim::backends {

/// `N+K`: the Nth time something is asked for, counted from 1, and K times more.
struct FaultRange {
  std::uint64_t first = 1;
  std::uint64_t more = 0;
};

/// A device that does what the one behind it does, unless a fault is due. A fault is used up before the device is
/// asked, so it takes the place of whatever the device would have said; it shows as `injected`.
class Faults final : public core::Storage, public core::CopyQueue {
 public:
  /// Both outlive it.
  Faults(core::Storage& storage, core::CopyQueue& copies) : storage_(storage), copies_(copies) {}

  // The next `count` of a kind fail; a later call sets the count anew (golden/README.md).
  void refuse_pages(std::uint64_t count) { pages_.next = count; }
  void refuse_copies(std::uint64_t count) { copy_faults_.next = count; }
  void fail_waits(std::uint64_t count) { waits_.next = count; }

  // `--fail-page`, `--fail-copy`, `--fail-wait`.
  void fail_page(FaultRange range) { pages_.range = range; }
  void fail_copy(FaultRange range) { copy_faults_.range = range; }
  void fail_wait(FaultRange range) { waits_.range = range; }

  [[nodiscard]] core::Limits limits() const override { return storage_.limits(); }
  [[nodiscard]] tl::expected<core::PageId, core::Refused> map(core::Bytes size) override;
  void unmap(core::PageId page) override { storage_.unmap(page); }
  [[nodiscard]] tl::expected<void, core::Refused> grow(core::PageId page, core::Bytes by) override;
  void shrink(core::PageId page, core::Bytes by) override { storage_.shrink(page, by); }
  [[nodiscard]] core::Uint128 allocated() const override { return storage_.allocated(); }

  void wait_device() override { copies_.wait_device(); }
  [[nodiscard]] tl::expected<void, core::Refused> copy(core::Place from, core::Place to, core::Bytes size) override;
  [[nodiscard]] tl::expected<void, core::Refused> wait_copies() override;

 private:
  /// What is asked for of one kind, and which of it fails.
  struct Due {
    std::uint64_t asked = 0;
    std::uint64_t next = 0;
    std::optional<FaultRange> range;

    /// Counts one more; true when it is to fail.
    [[nodiscard]] bool ask();
  };

  core::Storage& storage_;
  core::CopyQueue& copies_;
  Due pages_;
  Due copy_faults_;
  Due waits_;
};

}  // namespace arenasim::backends
