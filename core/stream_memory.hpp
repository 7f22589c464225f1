// The memory of one stream: its pools, the modes that choose among them, and one reservation without a second try.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "core/allocator.hpp"
#include "core/dedicated_pool.hpp"
#include "core/general_pools.hpp"
#include "core/persistent_pool.hpp"

namespace arenasim::core {

/// What a reservation may do to the pages of a memory.
enum class PageUpdate : std::uint8_t {
  allow,
  add_only,   ///< another stream records: pages may come, none may go
  forbidden,  ///< this stream records: room held only
};

/// How a memory behaves before anybody opens a window.
enum class BaseMode : std::uint8_t { auto_, persistent, size_match };

class StreamMemory {
 public:
  StreamMemory(Space& space, std::unique_ptr<GeneralPools> general, BaseMode base);

  /// A slice not yet owned by anybody, or why not.
  [[nodiscard]] Reserved reserve(Bytes size, PageUpdate update);

  /// persistent and dedicated open a window, auto closes the innermost one.
  void mode(AllocationMode mode);

  /// Persistent, dedicated, then the general pools.
  void cleanup(Cleanup cleanup);

  [[nodiscard]] Arena* arena() { return general_->arena(); }
  [[nodiscard]] bool has_outdated() { return arena() != nullptr && arena()->has_outdated(); }

  /// The shape of the arena when a relocation last moved nothing.
  [[nodiscard]] const std::optional<ArenaShape>& shape_seen() const { return shape_seen_; }
  void remember_shape() { shape_seen_ = arena()->shape(); }
  void forget_shape() { shape_seen_.reset(); }

  /// The general pools, then persistent and dedicated.
  [[nodiscard]] std::vector<GeneralPools::Named> pools() const;

 private:
  [[nodiscard]] AllocationMode mode_now() const;
  [[nodiscard]] Reserved reserve_in_mode(Bytes size, PageUpdate update);
  [[nodiscard, gnu::noinline]] Reserved reserve_persistent(Bytes size, PageUpdate update);
  [[nodiscard, gnu::noinline]] Reserved reserve_dedicated(Bytes size, PageUpdate update);
  [[nodiscard]] Reserved reserve_general(Bytes size, PageUpdate update);

  Space* space_;
  PersistentPool persistent_;
  DedicatedPool dedicated_;
  std::unique_ptr<GeneralPools> general_;
  BaseMode base_;
  std::vector<AllocationMode> windows_;
  std::uint64_t reservations_ = 0;
  std::optional<ArenaShape> shape_seen_;
};

}  // namespace arenasim::core
