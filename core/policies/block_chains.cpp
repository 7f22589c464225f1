#include "core/policies/block_chains.hpp"

namespace arenasim::core {

ChainSlot BlockChains::add(PageId page, Bytes size, std::uint32_t pool) {
  const ChainSlot slot = chains_.add({.page = page, .size = size, .pool = pool, .previous = last_});
  const BlockSlot block = blocks_.add({.size = size, .chain = slot});
  Chain& chain = chains_[slot];
  chain.first = block;
  chain.last = block;
  if (last_ == kNoSlot) {
    first_ = slot;
  } else {
    chain.base = chains_[last_].base + chains_[last_].size;
    chains_[last_].next = slot;
  }
  last_ = slot;
  return slot;
}

void BlockChains::remove(ChainSlot slot) {
  const Chain& chain = chains_[slot];
  (chain.previous == kNoSlot ? first_ : chains_[chain.previous].next) = chain.next;
  (chain.next == kNoSlot ? last_ : chains_[chain.next].previous) = chain.previous;
  blocks_.remove(chain.first);
  chains_.remove(slot);
}

BlockSlot BlockChains::extend(ChainSlot slot, Bytes by) {
  Chain& chain = chains_[slot];
  const BlockSlot last = chain.last;
  chain.size += by;
  if (blocks_[last].state == BlockState::loose) {
    blocks_[last].size += by;
    return last;
  }
  const BlockSlot added = blocks_.add(
      Block{.offset = blocks_[last].offset + blocks_[last].size, .size = by, .previous = last, .chain = slot});
  blocks_[last].next = added;
  chain.last = added;
  return added;
}

BlockSlot BlockChains::retract(ChainSlot slot, Bytes by) {
  Chain& chain = chains_[slot];
  Block& last = blocks_[chain.last];
  chain.size -= by;
  last.size -= by;
  if (last.size != Bytes{}) {
    return chain.last;
  }
  const BlockSlot gone = chain.last;
  chain.last = last.previous;
  blocks_[chain.last].next = kNoSlot;
  blocks_.remove(gone);
  return kNoSlot;
}

}  // namespace arenasim::core
