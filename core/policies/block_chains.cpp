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

void BlockChains::resize_last(ChainSlot slot, Bytes page_size) {
  Chain& chain = chains_[slot];
  Block& block = blocks_[chain.last];
  block.size = page_size - block.offset;
  chain.size = page_size;
}

}  // namespace arenasim::core
