// An arena a stream, over superblocks that a global arena lends to them (spec/policies.md, rmm-arena).
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "core/policies/address_order.hpp"
#include "core/policies/block_allocator.hpp"

namespace arenasim::core {

/// As RMM's arena resource is publicly described; there is no original to be equal to. What was chosen:
/// - sizes are rounded up to 256 bytes, or the device's alignment where that is larger;
/// - a superblock is one page: of the option's size, of the next power of two that holds a larger request, and of the
///   request itself where that power passes the device's largest page. The original carves superblocks from a few large
///   pages and joins them again when they are free; here superblocks never join;
/// - a request goes to the free block of lowest address in its stream's superblocks; then to the free superblock of
///   lowest address in the global arena; then to the device. A superblock is lent whole, and large requests are served
///   the same way;
/// - free blocks of one superblock join at once, whatever stream frees them: a block belongs to the arena that its
///   superblock is lent to;
/// - when the device refuses, every arena gives its wholly free superblocks to the global one, and the request is tried
///   once more. Where none of these holds it, they go back to the device first: the original would have joined them;
/// - an explicit cleanup of a stream gives its wholly free superblocks, and those of the global arena, to the device.
class RmmArena final : public BlockAllocator {
 public:
  /// `superblock`: the least size of one.
  RmmArena(const Workplace& at, Bytes superblock);

 private:
  /// One stream's; its number is noted on the superblocks lent to it.
  struct Arena {
    std::uint32_t number = 0;
    AddressOrder free;
  };

  [[nodiscard]] Result<BlockSlot> take(const Request& request) override;
  void put(BlockSlot block, StreamId stream) override;
  void release(StreamId stream) override;
  [[nodiscard]] std::optional<std::string> flaw() const override;

  [[nodiscard]] Arena& arena_of(StreamId stream);
  [[nodiscard]] Arena& arena_of(BlockSlot block) { return *arenas_[blocks().chain_of(block).mark]; }
  [[nodiscard]] const Arena& arena_of(BlockSlot block) const { return *arenas_[blocks().chain_of(block).mark]; }
  [[nodiscard]] Result<BlockSlot> superblock_for(Bytes size);
  [[nodiscard]] Result<BlockSlot> superblock_of_others(Bytes size);
  void collect(Arena& arena);
  void give_global_back();
  void insert(Arena& arena, BlockSlot block);
  void extract(Arena& arena, BlockSlot block);

  Bytes superblock_;
  Alignment unit_;
  std::vector<std::unique_ptr<Arena>> arenas_;  // the first is the global one
  std::map<StreamId, std::uint32_t> numbers_;
};

/// `rmm-arena`.
extern const Policy kRmmArenaPolicy;

}  // namespace arenasim::core
