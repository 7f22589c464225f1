// What `pytorch` gives back: old free segments before it asks for more, oversize ones and then all of them when it was
// refused, and all that is free at a cleanup (spec/pytorch.md, Rules).
#include <algorithm>
#include <numeric>

#include "core/policies/pytorch/allocator.hpp"

namespace arenasim::core::pytorch {

/// Segments of the large pools that are wholly free, at least as old as their mean, again and again until what is held
/// falls to the threshold or none is that old. Small segments and ranges are never collected, as in the original.
void PytorchAllocator::collect_garbage() {
  const auto most = most_held();
  const auto threshold = settings_.gc_threshold && most ? scaled(*most, *settings_.gc_threshold) : std::nullopt;
  if (!threshold || device().allocated() <= threshold->count()) {
    return;
  }
  const auto age = [this](BlockSlot block) { return large_requests_ - blocks()[block].mark; };
  std::vector<BlockSlot> free;
  for (const auto& [stream, small_pool] : small_pools_) {
    const auto segments = free_segments(pools_[small_pool + 1]);
    free.insert(free.end(), segments.begin(), segments.end());
  }
  while (device().allocated() > threshold->count() && !free.empty()) {
    const Uint128 total = std::accumulate(free.begin(), free.end(), Uint128{0},
                                          [&](Uint128 sum, BlockSlot block) { return sum + age(block); });
    const std::size_t count = free.size();
    const auto old =
        std::stable_partition(free.begin(), free.end(), [&](BlockSlot b) { return Uint128{age(b)} * count < total; });
    std::for_each(old, free.end(), [this](BlockSlot block) { give_back_free(block); });
    free.erase(old, free.end());
  }
}

/// The smallest oversize segment that is enough, else from the largest down until they are. False where that is not
/// enough, or no block is oversize.
bool PytorchAllocator::release_oversize(Pool& pool, Bytes size) {
  if (!settings_.limits_splits()) {
    return false;
  }
  const Bytes wanted = std::max(size, settings_.max_split);
  std::vector<BlockSlot> segments = free_segments(pool);
  const auto enough =
      std::find_if(segments.begin(), segments.end(), [&](BlockSlot block) { return blocks()[block].size >= wanted; });
  if (enough != segments.end()) {
    give_back_free(*enough);
    return true;
  }
  Bytes released;
  while (released < wanted && !segments.empty() && blocks()[segments.back()].size >= settings_.max_split) {
    released += blocks()[segments.back()].size;
    give_back_free(segments.back());
    segments.pop_back();
  }
  return released >= wanted;
}

void PytorchAllocator::release(StreamId stream) {
  const auto found = small_pools_.find(stream);
  if (found != small_pools_.end()) {
    release_pool(pools_[found->second + 1]);
    release_pool(pools_[found->second]);
  }
}

void PytorchAllocator::release_all() {
  for (const std::uint32_t large : {1U, 0U}) {
    for (const auto& [stream, small_pool] : small_pools_) {
      release_pool(pools_[small_pool + large]);
    }
  }
}

void PytorchAllocator::release_pool(Pool& pool) {
  for (const BlockSlot block : free_segments(pool)) {
    give_back_free(block);
  }
  if (pool.range != kNoSlot) {
    trim_range(pool);
  }
}

/// Units that are free at the end of the range go back; with nothing held, all of it.
void PytorchAllocator::trim_range(Pool& pool) {
  const Bytes unit = range_unit(pool);
  const BlockSlot last = blocks().chain(pool.range).last;
  const auto whole_units = [unit](Bytes bytes) { return Bytes{bytes.count() / unit.count()} * unit.count(); };
  for (BlockSlot block = blocks().chain(pool.range).first; block != last; block = blocks()[block].next) {
    const Bytes end = blocks()[block].offset + blocks()[block].size;
    kept_units_ =
        kept_units_ || (blocks()[block].state == BlockState::free && whole_units(end) >= blocks()[block].offset + unit);
  }
  if (blocks()[last].state != BlockState::free) {
    return;
  }
  if (blocks().is_whole_page(last)) {
    pool.range = kNoSlot;
    give_back_free(last);
    return;
  }
  const Bytes less = whole_units(blocks()[last].size);
  if (less == Bytes{}) {
    return;
  }
  take_out(last);
  if (const BlockSlot kept = shorten(pool.range, less); kept != kNoSlot) {
    file_free(kept);
  }
}

void PytorchAllocator::give_back_free(BlockSlot block) {
  take_out(block);
  give_back(block);
}

/// Wholly free segments, smallest first; no ranges.
std::vector<BlockSlot> PytorchAllocator::free_segments(const Pool& pool) const {
  std::vector<BlockSlot> segments = whole_pages(pool.free);
  std::erase_if(segments, [this](BlockSlot block) { return in_range(block); });
  return segments;
}

std::optional<std::string> PytorchAllocator::flaw() const {
  std::size_t free_count = 0;
  for (ChainSlot each = blocks().first(); each != kNoSlot; each = blocks().chain(each).next) {
    for (BlockSlot slot = blocks().chain(each).first; slot != kNoSlot; slot = blocks()[slot].next) {
      if (blocks()[slot].state != BlockState::free) {
        continue;
      }
      ++free_count;
      if (!pools_[blocks().chain(each).pool].free.contains(key_of(slot), slot)) {
        return "the free block at " + std::to_string(blocks()[slot].offset.count()) + " of page " +
               std::to_string(blocks().chain(each).page.number()) + " is not filed in its pool";
      }
      if (free_behind(slot) != kNoSlot) {
        return "free blocks lie side by side at " + std::to_string(blocks()[slot].offset.count()) + " of page " +
               std::to_string(blocks().chain(each).page.number());
      }
    }
  }
  const std::size_t filed = std::accumulate(pools_.begin(), pools_.end(), std::size_t{0},
                                            [](std::size_t sum, const Pool& pool) { return sum + pool.free.size(); });
  if (filed != free_count) {
    return std::to_string(free_count) + " blocks are free and " + std::to_string(filed) + " are filed";
  }
  return std::nullopt;
}

std::vector<std::string> PytorchAllocator::notes() const {
  std::vector<std::string> notes = settings_.notes;
  if (kept_units_) {
    notes.emplace_back(
        "a cleanup left free units inside an expandable range that the original would have unmapped: "
        "here a range shrinks at its end only");
  }
  return notes;
}

}  // namespace arenasim::core::pytorch
