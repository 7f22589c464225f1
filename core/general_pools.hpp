// The pools that serve a stream when nobody asked for persistent or dedicated memory: adaptive or exclusive ones.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/arena.hpp"
#include "core/exclusive_pool.hpp"

namespace arenasim::core {

class GeneralPools {
 public:
  /// `arena` is the one among them, null where there is none.
  explicit GeneralPools(Arena* arena) : arena_(arena) {}
  GeneralPools(const GeneralPools&) = delete;
  GeneralPools& operator=(const GeneralPools&) = delete;
  virtual ~GeneralPools() = default;

  /// Without a new page; kNoSlot when there is no room.
  [[nodiscard]] virtual SliceSlot reserve_in_room(Bytes size) = 0;
  [[nodiscard]] virtual Reserved reserve(Bytes size) = 0;
  virtual void cleanup(Cleanup cleanup, std::uint64_t reservations) = 0;

  /// The arena among them, where there is one.
  [[nodiscard]] Arena* arena() { return arena_; }

  /// A periodic cleanup may find something to do. Beside an arena that is only what it has outgrown: the tiny and the
  /// small pool wait until somebody asks.
  [[nodiscard]] bool needs_periodic_cleanup() const { return arena_ == nullptr || arena_->has_outdated(); }

  /// Each pool with what reports call it, in the order reports list them.
  struct Named {
    const Pool* pool;
    std::string_view kind;
  };
  [[nodiscard]] virtual std::vector<Named> list() const = 0;

 private:
  Arena* arena_;
};

/// Sizes of the small pool, each an option.
struct SmallPool {
  Bytes page_size = 8_MiB;
  Bytes max_slice = 64_KiB;
};

/// Tiny, small, and the arena for everything else (spec/arena.md, Adaptive memory).
class AdaptivePools final : public GeneralPools {
 public:
  AdaptivePools(Space& space, const ArenaConstants& constants, SmallPool small, Carving carving);

  [[nodiscard]] SliceSlot reserve_in_room(Bytes size) override;
  [[nodiscard]] Reserved reserve(Bytes size) override;
  void cleanup(Cleanup cleanup, std::uint64_t reservations) override;
  [[nodiscard]] std::vector<Named> list() const override;

 private:
  ExclusivePool tiny_;
  SlicedPool small_;
  Arena arena_;
};

/// Exclusive pools of 24 sizes (spec/arena.md, Exclusive memory).
class ExclusivePools final : public GeneralPools {
 public:
  explicit ExclusivePools(Space& space);

  [[nodiscard]] SliceSlot reserve_in_room(Bytes size) override;
  [[nodiscard]] Reserved reserve(Bytes size) override;
  void cleanup(Cleanup cleanup, std::uint64_t reservations) override;
  [[nodiscard]] std::vector<Named> list() const override;

 private:
  std::vector<std::unique_ptr<ExclusivePool>> pools_;
};

}  // namespace arenasim::core
