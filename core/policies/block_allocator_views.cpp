// What can be seen of a policy over chains of blocks: its pools, its pages drawn, and whether they are sound.
#include <algorithm>

#include "core/policies/block_allocator.hpp"
#include "core/values.hpp"

namespace arenasim::core {
namespace {

std::string_view state_of(const Block& block) {
  if (block.state == BlockState::held) {
    return "held ";
  }
  return block.state == BlockState::free ? "free " : "loose ";
}

}  // namespace

Description BlockAllocator::describe() const {
  Description description;
  description.notes = notes();
  for (const PoolRecord& pool : pools_) {
    description.pools.push_back({.stream = pool.shown.stream,
                                 .index = pool.shown.index,
                                 .kind = pool.shown.kind,
                                 .page_size = pool.shown.page_size,
                                 .max_slice = pool.shown.max_slice,
                                 .pages_count = pool.pages_count,
                                 .pages_peak_count = pool.pages_peak_count,
                                 .largest_allocation = pool.largest_allocation});
  }
  for (ChainSlot each = blocks_.first(); each != kNoSlot; each = blocks_.chain(each).next) {
    const Chain& chain = blocks_.chain(each);
    PoolDescription& pool = description.pools[chain.pool];
    pool.reserved_bytes += chain.size.count();
    for (BlockSlot slot = chain.first; slot != kNoSlot; slot = blocks_[slot].next) {
      const Block& block = blocks_[slot];
      if (block.state == BlockState::held) {
        ++pool.held_count;
        pool.held_bytes += block.requested.count();
        pool.padding_bytes += (block.size - block.requested).count();
      }
    }
  }
  std::stable_sort(description.pools.begin(), description.pools.end(),
                   [](const PoolDescription& left, const PoolDescription& right) {
                     return std::pair{left.stream, left.index} < std::pair{right.stream, right.index};
                   });
  return description;
}

std::vector<std::string> BlockAllocator::draw() const {
  std::vector<std::string> lines;
  for (std::uint32_t pool = 0; pool < pools_.size(); ++pool) {
    for (ChainSlot each = blocks_.first(); each != kNoSlot; each = blocks_.chain(each).next) {
      if (blocks_.chain(each).pool == pool) {
        std::string line = "stream ";
        line += std::to_string(pools_[pool].shown.stream.number());
        line += ' ';
        line += pools_[pool].shown.kind;
        line += ' ';
        lines.push_back(line + draw(blocks_.chain(each)));
      }
    }
  }
  return lines;
}

std::string BlockAllocator::draw(const Chain& chain) const {
  std::string line = "page ";
  line += std::to_string(chain.page.number());
  line += " |";
  for (BlockSlot slot = chain.first; slot != kNoSlot; slot = blocks_[slot].next) {
    line += state_of(blocks_[slot]);
    line += to_text(blocks_[slot].size);
    line += '|';
  }
  return line;
}

std::optional<std::string> BlockAllocator::audit() const {
  Uint128 granted = 0;
  std::size_t blocks_count = 0;
  for (ChainSlot each = blocks_.first(); each != kNoSlot; each = blocks_.chain(each).next) {
    const Chain& chain = blocks_.chain(each);
    if (auto wrong = flaw_of(chain)) {
      return *wrong + "; " + draw(chain);
    }
    granted += chain.size.count();
    for (BlockSlot slot = chain.first; slot != kNoSlot; slot = blocks_[slot].next) {
      ++blocks_count;
    }
  }
  if (granted != device_.allocated()) {
    return "the device has granted other bytes than there are pages for";
  }
  if (blocks_count != blocks_.blocks_count()) {
    return std::to_string(blocks_count) + " blocks are on pages and " + std::to_string(blocks_.blocks_count()) +
           " are kept";
  }
  return flaw();
}

std::optional<std::string> BlockAllocator::flaw_of(const Chain& chain) const {
  Bytes end;
  BlockSlot before = kNoSlot;
  for (BlockSlot slot = chain.first; slot != kNoSlot; slot = blocks_[slot].next) {
    const Block& block = blocks_[slot];
    if (block.offset != end || block.previous != before) {
      return "a block starts at " + std::to_string(block.offset.count()) + " and the one before it ends at " +
             std::to_string(end.count());
    }
    if (const char* wrong = flaw_of(slot, chain)) {
      return wrong;
    }
    before = slot;
    end += block.size;
  }
  if (end != chain.size || chain.last != before) {
    return "the last block ends at " + std::to_string(end.count()) + " and the page at " +
           std::to_string(chain.size.count());
  }
  return std::nullopt;
}

const char* BlockAllocator::flaw_of(BlockSlot slot, const Chain& chain) const {
  const Block& block = blocks_[slot];
  if (&blocks_.chain(block.chain) != &chain) {
    return "a block is noted on another page than its own";
  }
  if (block.size == Bytes{} && chain.size != Bytes{}) {
    return "a block has no bytes";
  }
  switch (block.state) {
    case BlockState::held:
      return where(block.owner) == slot ? nullptr : "an allocation is noted at another block than the one it holds";
    case BlockState::free:
      return block.owner == kNoAllocation ? nullptr : "a free block has an owner";
    case BlockState::loose:
      return "a free block is filed nowhere";
  }
  return nullptr;
}

}  // namespace arenasim::core
