// Proves that no allocation ever loses a byte: a pattern is written where it is placed, and looked at after each move.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "backends/device.hpp"
#include "backends/patterns.hpp"
#include "sim/observer.hpp"

namespace arenasim::sim {

/// `--verify` (spec/cli.md).
enum class Verify : std::uint8_t {
  none,
  moves,  ///< after each move
  all,    ///< before each free too, and at the end
};

inline constexpr std::array kVerifies{Verify::none, Verify::moves, Verify::all};

[[nodiscard]] std::string_view name(Verify verify);

/// The device holds other bytes than it should.
class WrongBytes : public backends::DeviceError {
 public:
  using DeviceError::DeviceError;
};

/// Throws WrongBytes at the first byte that is not what was written.
class Verification final : public Observer {
 public:
  /// `patterns` outlives it. `verify` is not none.
  Verification(backends::Patterns& patterns, Verify verify) : patterns_(patterns), verify_(verify) {}

  [[nodiscard]] core::FactDetail detail() const override { return core::FactDetail::events; }
  [[nodiscard]] bool at_once() const override { return true; }
  void observe(const Batch& batch) override;

  /// What is on a page must be looked at before the page goes: some policies give it back with the free itself.
  void before_unmap(core::PageId page);

  /// With `all`: looks at everything still held.
  void finish();

  [[nodiscard]] std::uint64_t checks_count() const { return checks_count_; }

 private:
  struct Held {
    std::uint64_t id = 0;  ///< the trace's
    std::uint64_t event = 0;
    core::Place place;
    core::Bytes size;
    backends::PatternSeed seed;
    std::optional<core::Place> moved_from;  ///< not yet looked at
    bool written = false;
    bool seen_before_unmap = false;
  };

  void take(const core::Fact& fact, const Moment* moment);
  void settle();
  void let_go(core::AllocationId allocation);
  void check(const Held& held, const std::string& when);

  backends::Patterns& patterns_;
  Verify verify_;
  std::map<std::uint32_t, Held> held_;       ///< by allocation
  std::vector<core::AllocationId> changed_;  ///< placed or moved in this batch
  std::uint64_t placed_count_ = 0;
  std::uint64_t checks_count_ = 0;
};

/// A storage that tells verification of pages about to go.
class VerifiedStorage final : public core::Storage {
 public:
  /// Both outlive it.
  VerifiedStorage(core::Storage& storage, Verification& verification)
      : storage_(storage), verification_(verification) {}

  [[nodiscard]] core::Limits limits() const override { return storage_.limits(); }
  [[nodiscard]] tl::expected<core::PageId, core::Refused> map(core::Bytes size) override { return storage_.map(size); }
  void unmap(core::PageId page) override {
    verification_.before_unmap(page);
    storage_.unmap(page);
  }
  [[nodiscard]] tl::expected<void, core::Refused> grow(core::PageId page, core::Bytes by) override {
    return storage_.grow(page, by);
  }
  void shrink(core::PageId page, core::Bytes by) override { storage_.shrink(page, by); }
  [[nodiscard]] core::Uint128 allocated() const override { return storage_.allocated(); }

 private:
  core::Storage& storage_;
  Verification& verification_;
};

}  // namespace arenasim::sim
