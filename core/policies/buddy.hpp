// The binary buddy system: pages of a power of two, halved down to what is asked for (spec/policies.md, buddy).
#pragma once

#include "core/policies/block_allocator.hpp"
#include "core/policies/block_order.hpp"

namespace arenasim::core {

/// As Knuth describes it (The Art of Computer Programming, 2.5), with pages that are asked for as needed. Where the
/// description leaves a choice: the lowest address of the smallest sufficient size serves; halves join at once; blocks
/// of different pages never do; a request larger than a page gets a page of its own, of the next power of two; pages
/// that are empty go back at a cleanup alone.
class Buddy final : public BlockAllocator {
 public:
  /// `page` and `min_block` are powers of two. A page is no longer than the device allows, a block no shorter than its
  /// alignment.
  Buddy(const Workplace& at, Bytes page, Bytes min_block);

 private:
  [[nodiscard]] Result<BlockSlot> take(const Request& request) override;
  void put(BlockSlot block, StreamId stream) override;
  void release(StreamId stream) override;
  [[nodiscard]] std::optional<std::string> flaw() const override;

  void insert(BlockSlot block);
  void extract(BlockSlot block);
  [[nodiscard]] BlockSlot free_buddy_of(BlockSlot block) const;
  [[nodiscard]] BlockKey key_of(BlockSlot block) const {
    return {blocks()[block].size, blocks().address(block).count()};
  }

  Bytes page_;
  Bytes min_block_;
  BlockOrder free_;  // of equal sizes the lowest address first
};

/// `buddy`.
extern const Policy kBuddyPolicy;

}  // namespace arenasim::core
