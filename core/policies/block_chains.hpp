// Granted pages, each cut into a chain of blocks in address order: what every policy works on that splits and joins
// free memory. Blocks and chains are numbered slots; freed numbers are used again.
#pragma once

#include <cstdint>

#include "core/ids.hpp"
#include "core/slab.hpp"
#include "core/storage.hpp"
#include "core/units.hpp"

namespace arenasim::core {

/// A slot of the table of blocks.
using BlockSlot = std::uint32_t;
/// A slot of the table of chains.
using ChainSlot = std::uint32_t;

enum class BlockState : std::uint8_t {
  loose,  ///< free, and filed nowhere: its policy is at work on it
  free,   ///< free, and filed where its policy will find it
  held,   ///< an allocation has it
};

/// A contiguous part of a page. No bytes of a page lie outside its blocks.
struct Block {
  Bytes offset{};  ///< from the start of its page
  Bytes size{};
  Bytes requested{};                ///< of a held block: what was asked for; the rest of it is padding
  std::uint64_t mark = 0;           ///< of a free block: what its policy notes on it (age, list, order)
  BlockSlot previous = kNoSlot;     ///< the block before it on its page
  BlockSlot next = kNoSlot;         ///< the block behind it on its page
  BlockSlot file_before = kNoSlot;  ///< neighbours in a list of the policy's own
  BlockSlot file_after = kNoSlot;
  ChainSlot chain = kNoSlot;
  AllocationId owner = kNoAllocation;
  BlockState state = BlockState::loose;
};

/// One page and the blocks it is cut into.
struct Chain {
  PageId page{};
  Bytes size{};
  Bytes base{};  ///< where it starts if pages lie one behind the other in order of granting
  BlockSlot first = kNoSlot;
  BlockSlot last = kNoSlot;
  std::uint32_t pool = 0;        ///< whose pages it belongs to, as its policy numbers pools
  std::uint32_t mark = 0;        ///< what its policy notes on it
  ChainSlot previous = kNoSlot;  ///< in order of granting
  ChainSlot next = kNoSlot;
};

class BlockChains {
 public:
  [[nodiscard]] Block& operator[](BlockSlot block) { return blocks_[block]; }
  [[nodiscard]] const Block& operator[](BlockSlot block) const { return blocks_[block]; }
  [[nodiscard]] Chain& chain(ChainSlot chain) { return chains_[chain]; }
  [[nodiscard]] const Chain& chain(ChainSlot chain) const { return chains_[chain]; }
  [[nodiscard]] Chain& chain_of(BlockSlot block) { return chains_[blocks_[block].chain]; }
  [[nodiscard]] const Chain& chain_of(BlockSlot block) const { return chains_[blocks_[block].chain]; }

  /// A new page, last in order: one loose block as long as it.
  [[nodiscard]] ChainSlot add(PageId page, Bytes size, std::uint32_t pool);

  /// Forgets a page that is one block.
  void remove(ChainSlot chain);

  /// The block keeps its first `front` bytes (more than 0, less than all); the rest is a new loose block behind it.
  [[nodiscard]] BlockSlot cut(BlockSlot block, Bytes front) {
    const BlockSlot rest = blocks_.add(Block{});
    Block& front_block = blocks_[block];
    Block& back = blocks_[rest];
    back.offset = front_block.offset + front;
    back.size = front_block.size - front;
    back.previous = block;
    back.next = front_block.next;
    back.chain = front_block.chain;
    front_block.size = front;
    front_block.next = rest;
    if (back.next != kNoSlot) {
      blocks_[back.next].previous = rest;
    } else {
      chains_[back.chain].last = rest;
    }
    return rest;
  }

  /// The block takes in the one behind it, whose number is free to use again. Neither may be held.
  void join_next(BlockSlot block) {
    Block& front = blocks_[block];
    const BlockSlot gone = front.next;
    const Block& back = blocks_[gone];
    front.size += back.size;
    front.next = back.next;
    if (back.next != kNoSlot) {
      blocks_[back.next].previous = block;
    } else {
      chains_[front.chain].last = block;
    }
    blocks_.remove(gone);
  }

  /// The page grew at its end: its last block where that is loose, else a new loose one behind it.
  [[nodiscard]] BlockSlot extend(ChainSlot chain, Bytes by);

  /// The page shrank at its end, by less than all of it and no more than its last block, which is loose: what is left
  /// of that block, or kNoSlot where nothing is.
  [[nodiscard]] BlockSlot retract(ChainSlot chain, Bytes by);

  /// The block is its whole page.
  [[nodiscard]] bool is_whole_page(BlockSlot block) const {
    return blocks_[block].previous == kNoSlot && blocks_[block].next == kNoSlot;
  }

  [[nodiscard]] Place place(BlockSlot block) const { return {chain_of(block).page, blocks_[block].offset}; }

  /// Rises with the order of pages, then with the offset.
  [[nodiscard]] Bytes address(BlockSlot block) const { return chain_of(block).base + blocks_[block].offset; }

  /// Pages in order of granting; kNoSlot where there is none.
  [[nodiscard]] ChainSlot first() const { return first_; }
  [[nodiscard]] ChainSlot last() const { return last_; }

  [[nodiscard]] std::size_t blocks_count() const { return blocks_.count(); }

 private:
  Slab<Block> blocks_;
  Slab<Chain> chains_;
  ChainSlot first_ = kNoSlot;
  ChainSlot last_ = kNoSlot;
};

}  // namespace arenasim::core
