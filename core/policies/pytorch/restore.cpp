// `pytorch` put where a recording was (core/restores.hpp).
#include <algorithm>

#include "core/policies/pytorch/allocator.hpp"

namespace arenasim::core::pytorch {

Choice PytorchAllocator::choose(const Request& request) {
  const auto size = size_for(request.size);
  if (!size) {
    return {};
  }
  const std::uint32_t number = pool_for(request.stream, *size <= kMostSmall);
  const Pool& pool = pools_[number];
  if (const BlockSlot block = best_fit(pool, *size); block != kNoSlot) {
    return {.kind = Choice::Kind::free_range, .place = blocks().place(block), .bytes = {}};
  }
  if (!settings_.expandable) {
    return {.kind = Choice::Kind::new_page, .place = {}, .bytes = segment_size(*size)};
  }
  if (pool.range == kNoSlot) {
    return {.kind = Choice::Kind::new_page, .place = {}, .bytes = range_growth(pool, *size)};
  }
  const Chain& range = blocks().chain(pool.range);
  const BlockSlot end = free_end(pool);
  const Bytes more = range_growth(pool, *size);
  return {.kind = more == Bytes{} ? Choice::Kind::free_range : Choice::Kind::longer_page,
          .place = {range.page, end == kNoSlot ? range.size : blocks()[end].offset},
          .bytes = more};
}

Result<PageId> PytorchAllocator::restore_page(const RestoredPage& page) {
  if (page.kind != "small" && page.kind != "large") {
    return tl::make_unexpected(Refusal::page_update_forbidden);
  }
  const std::uint32_t pool = pool_for(page.stream, page.kind == "small");
  const auto block = grant(page.size, pool);
  if (!block) {
    return tl::make_unexpected(block.error());
  }
  const ChainSlot slot = blocks()[*block].chain;
  Chain& chain = blocks().chain(slot);
  chain.base = Bytes{page.address};
  if (page.expandable) {
    chain.mark = 1;
    pools_[pool].range = slot;
  }
  restored_.emplace(chain.page, slot);
  file_free(*block);
  return chain.page;
}

bool PytorchAllocator::lengthen_page(PageId page, Bytes by) {
  const auto found = restored_.find(page);
  if (found == restored_.end() || !lengthen(found->second, by)) {
    return false;
  }
  put(blocks().extend(found->second, by), {});
  return true;
}

bool PytorchAllocator::shorten_page(PageId page, Bytes by) {
  const auto found = restored_.find(page);
  if (found == restored_.end() || by >= blocks().chain(found->second).size) {
    return false;
  }
  const BlockSlot last = blocks().chain(found->second).last;
  if (blocks()[last].state != BlockState::free || blocks()[last].size < by) {
    return false;
  }
  take_out(last);
  if (const BlockSlot kept = shorten(found->second, by); kept != kNoSlot) {
    file_free(kept);
  }
  return true;
}

bool PytorchAllocator::drop_page(PageId page) {
  const auto found = restored_.find(page);
  if (found == restored_.end()) {
    return false;
  }
  const ChainSlot slot = found->second;
  const BlockSlot block = blocks().chain(slot).first;
  if (blocks()[block].state != BlockState::free || !blocks().is_whole_page(block)) {
    return false;
  }
  Pool& pool = pool_of(block);
  pool.range = pool.range == slot ? kNoSlot : pool.range;
  restored_.erase(found);
  give_back_free(block);
  return true;
}

bool PytorchAllocator::place_at(const Request& request, Place place, std::optional<Bytes> block) {
  const auto needed = block ? block : size_for(request.size);
  const BlockSlot found = needed ? free_block_around(place, *needed) : kNoSlot;
  if (found == kNoSlot) {
    return false;
  }
  take_out(found);
  BlockSlot slot = found;
  if (blocks()[found].offset < place.offset) {
    slot = cut(found, place.offset - blocks()[found].offset);
    file_free(found);
  }
  if (block ? *block < blocks()[slot].size : splits(pool_of(slot), *needed, blocks()[slot].size)) {
    file_free(cut(slot, *needed));
  }
  hold(slot, request);
  return true;
}

bool PytorchAllocator::lengthen_block(AllocationId id, Bytes by) {
  const BlockSlot slot = where(id);
  const BlockSlot behind = slot == kNoSlot ? kNoSlot : free_behind(slot);
  if (behind == kNoSlot || blocks()[behind].size < by) {
    return false;
  }
  take_out(behind);
  if (const BlockSlot rest = cut(behind, by); rest != kNoSlot) {
    file_free(rest);
  }
  blocks().join_next(slot);
  return true;
}

/// A free block that holds `size` bytes from a place on a restored page on.
BlockSlot PytorchAllocator::free_block_around(Place place, Bytes size) const {
  const auto found = restored_.find(place.page);
  if (found == restored_.end()) {
    return kNoSlot;
  }
  BlockSlot block = blocks().chain(found->second).first;
  while (block != kNoSlot && blocks()[block].offset + blocks()[block].size <= place.offset) {
    block = blocks()[block].next;
  }
  const bool fits = block != kNoSlot && blocks()[block].state == BlockState::free &&
                    blocks()[block].offset + blocks()[block].size - place.offset >= size;
  return fits ? block : kNoSlot;
}

}  // namespace arenasim::core::pytorch
