#include "core/policies/tlsf_lists.hpp"

namespace arenasim::core {

/// What is looked for, and where.
struct TlsfLists::Search {
  const BlockChains& blocks;
  ChainSlot chain = kNoSlot;
  Bytes size;
  Alignment alignment;

  [[nodiscard]] bool fits(BlockSlot slot) const {
    const Block& block = blocks[slot];
    return block.size >= size && block.size - size >= alignment.padding(block.offset);
  }

  /// The last block of the page where it is free and fits.
  [[nodiscard]] BlockSlot fitting_tail() const {
    const BlockSlot last = blocks.chain(chain).last;
    return blocks[last].state == BlockState::free && fits(last) ? last : kNoSlot;
  }
};

TlsfLists::TlsfLists(Bytes page_size)
    : free_(page_size), fronts_((std::size_t{SizeClass::of(page_size).first_level} + 1) * 32, kNoSlot) {}

void TlsfLists::insert(BlockChains& blocks, BlockSlot slot) {
  Block& block = blocks[slot];
  const SizeClass list = SizeClass::of(block.size);
  BlockSlot& front = fronts_[list.index()];
  block.file_before = kNoSlot;
  block.file_after = front;
  if (front != kNoSlot) {
    blocks[front].file_before = slot;
  }
  front = slot;
  ++listed_count_;
  second_levels_[list.first_level] |= 1U << list.second_level;
  if (list.first_level < 32) {
    first_levels_ |= 1U << list.first_level;
  }
}

void TlsfLists::remove(BlockChains& blocks, BlockSlot slot) {
  const Block& block = blocks[slot];
  --listed_count_;
  if (block.file_after != kNoSlot) {
    blocks[block.file_after].file_before = block.file_before;
  }
  if (block.file_before != kNoSlot) {
    blocks[block.file_before].file_after = block.file_after;
    return;
  }
  const SizeClass list = SizeClass::of(block.size);
  fronts_[list.index()] = block.file_after;
  if (block.file_after != kNoSlot) {
    return;
  }
  std::uint32_t& second_level = second_levels_[list.first_level];
  second_level &= ~(1U << list.second_level);
  if (second_level == 0 && list.first_level < 32) {
    first_levels_ &= ~(1U << list.first_level);
  }
}

BlockSlot TlsfLists::find(const BlockChains& blocks, ChainSlot chain, Bytes size, Alignment alignment,
                          TlsfStrategy strategy) const {
  if (size > free_) {
    return kNoSlot;
  }
  const Search search{blocks, chain, size, alignment};
  if (listed_count_ == 0) {
    return search.fitting_tail();
  }
  return strategy == TlsfStrategy::min_offset ? by_offset(search) : by_lists(search, strategy);
}

BlockSlot TlsfLists::by_lists(const Search& search, TlsfStrategy strategy) const {
  const std::uint32_t big = first_list_from(in_next_tlsf_list(search.size));
  const auto walk_big = [&] { return big == kNoList ? kNoSlot : walk(search, big); };
  const auto walk_small = [&] {
    const std::uint32_t list = first_list_from(search.size);
    return list == kNoList ? kNoSlot : walk(search, list);
  };
  BlockSlot found = kNoSlot;
  if (strategy == TlsfStrategy::min_memory) {
    found = walk_small();
    found = found != kNoSlot ? found : search.fitting_tail();
    found = found != kNoSlot ? found : walk_big();
  } else {
    if (strategy == TlsfStrategy::min_time && big != kNoList && search.fits(fronts_[big])) {
      return fronts_[big];
    }
    found = strategy == TlsfStrategy::min_time ? search.fitting_tail() : walk_big();
    found = found != kNoSlot ? found : strategy == TlsfStrategy::min_time ? walk_big() : search.fitting_tail();
    found = found != kNoSlot ? found : walk_small();
  }
  return found != kNoSlot || big == kNoList ? found : walk_behind(search, big);
}

BlockSlot TlsfLists::by_offset(const Search& search) const {
  for (BlockSlot slot = search.blocks.chain(search.chain).first; slot != kNoSlot; slot = search.blocks[slot].next) {
    if (search.blocks[slot].state == BlockState::free && search.fits(slot)) {
      return slot;
    }
  }
  return kNoSlot;
}

BlockSlot TlsfLists::walk(const Search& search, std::uint32_t list) const {
  BlockSlot slot = fronts_[list];
  while (slot != kNoSlot && !search.fits(slot)) {
    slot = search.blocks[slot].file_after;
  }
  return slot;
}

BlockSlot TlsfLists::walk_behind(const Search& search, std::uint32_t list) const {
  BlockSlot found = kNoSlot;
  for (++list; list < fronts_.size() && found == kNoSlot; ++list) {
    found = walk(search, list);
  }
  return found;
}

/// The first list that is not empty at or behind that of `size`, as far as the bit maps tell.
std::uint32_t TlsfLists::first_list_from(Bytes size) const {
  const SizeClass own = SizeClass::of(size);
  const std::uint32_t in_class = second_levels_[own.first_level] & (~0U << own.second_level);
  if (in_class != 0) {
    return SizeClass{own.first_level, static_cast<std::uint32_t>(std::countr_zero(in_class))}.index();
  }
  const std::uint32_t classes = own.first_level >= 31 ? 0 : first_levels_ & (~0U << (own.first_level + 1));
  if (classes == 0) {
    return kNoList;
  }
  const auto first_level = static_cast<std::uint32_t>(std::countr_zero(classes));
  const auto second_level = static_cast<std::uint32_t>(std::countr_zero(second_levels_[first_level]));
  return SizeClass{first_level, second_level}.index();
}

bool TlsfLists::lists(const BlockChains& blocks, BlockSlot slot) const {
  const SizeClass list = SizeClass::of(blocks[slot].size);
  const bool known = (second_levels_[list.first_level] >> list.second_level & 1U) != 0 &&
                     (list.first_level >= 32 || (first_levels_ >> list.first_level & 1U) != 0);
  BlockSlot each = fronts_[list.index()];
  while (each != kNoSlot && each != slot) {
    each = blocks[each].file_after;
  }
  return known && each == slot;
}

}  // namespace arenasim::core
