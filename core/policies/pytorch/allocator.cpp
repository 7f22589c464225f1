#include "core/policies/pytorch/allocator.hpp"

#include <algorithm>
#include <utility>

namespace arenasim::core::pytorch {
namespace {

constexpr Bytes kLeastOwnSegment = 10_MiB;  // requests from here on get a segment of their own size
constexpr Bytes kSegmentUnit = 2_MiB;

Bytes rounded_up(Bytes size, Bytes unit) {
  return Bytes{(size.count() + unit.count() - 1) / unit.count()} * unit.count();
}

}  // namespace

PytorchAllocator::PytorchAllocator(const Workplace& at, Settings settings)
    : BlockAllocator(at),
      settings_(std::move(settings)),
      unit_(*Alignment::of(std::max(kUnit, device().alignment().bytes()))) {}

Result<BlockSlot> PytorchAllocator::take(const Request& request) {
  const auto size = size_for(request.size);
  if (!size) {
    return tl::make_unexpected(Refusal::too_large);
  }
  const bool small = *size <= kMostSmall;
  const std::uint32_t pool = pool_for(request.stream, small);
  ++(small ? small_requests_ : large_requests_);
  BlockSlot block = best_fit(pools_[pool], *size);
  if (block != kNoSlot) {
    take_out(block);
  } else {
    const auto grown = grow_or_reclaim(pool, *size);
    if (!grown) {
      return grown;
    }
    block = *grown;
  }
  if (splits(pools_[pool], *size, blocks()[block].size)) {
    file_free(cut(block, *size));
  }
  return block;
}

void PytorchAllocator::put(BlockSlot block, StreamId /*stream*/) {
  file_free(joined(block, [this](BlockSlot neighbour) { take_out(neighbour); }));
}

std::optional<Bytes> PytorchAllocator::size_for(Bytes request) const {
  const auto size = block_size(request, settings_.added, settings_.divisions, unit_);
  return size && *size <= limits().largest_page ? size : std::nullopt;
}

std::uint32_t PytorchAllocator::pool_for(StreamId stream, bool small) {
  const auto [found, is_new] = small_pools_.try_emplace(stream, static_cast<std::uint32_t>(pools_.size()));
  if (is_new) {
    pools_.push_back({.stream = stream, .small = true, .free = {}});
    pools_.push_back({.stream = stream, .small = false, .free = {}});
    static_cast<void>(add_pool({.stream = stream, .index = 0, .kind = "small", .max_slice = kMostSmall}));
    static_cast<void>(add_pool({.stream = stream, .index = 1, .kind = "large"}));
  }
  return found->second + (small ? 0 : 1);
}

BlockSlot PytorchAllocator::best_fit(const Pool& pool, Bytes size) const {
  BlockSlot best = pool.free.at_least(size);
  if (best == kNoSlot) {
    return kNoSlot;
  }
  // The end of a range counts as long as the range could become: it comes after every other block that fits.
  if (best == free_end(pool)) {
    BlockKey behind = key_of(best);
    ++behind.tie;
    const BlockSlot other = pool.free.not_before(behind);
    best = other == kNoSlot ? best : other;
  }
  const Bytes found = blocks()[best].size;
  if (size < settings_.max_split) {
    return found < settings_.max_split ? best : kNoSlot;
  }
  return found - size < settings_.max_non_split_rounding ? best : kNoSlot;
}

bool PytorchAllocator::splits(const Pool& pool, Bytes size, Bytes block) const {
  const Bytes rest = block - size;
  if (pool.small || settings_.expandable) {
    return rest >= unit_.bytes();
  }
  return rest > kMostSmall && size < settings_.max_split;
}

Bytes PytorchAllocator::segment_size(Bytes size) const {
  Bytes segment = rounded_up(size, kSegmentUnit);
  if (size <= kMostSmall) {
    segment = kSmallSegment;
  } else if (size < kLeastOwnSegment) {
    segment = std::max(segment, settings_.large_segment);
  }
  return std::max(size, std::min(segment, limits().largest_page));
}

Result<BlockSlot> PytorchAllocator::grow_or_reclaim(std::uint32_t pool, Bytes size) {
  collect_garbage();
  auto grown = grow(pool, size);
  if (grown || (settings_.throw_on_oom && !may_hold(segment_size(size)))) {
    return grown;
  }
  if (release_oversize(pools_[pool], size)) {
    grown = grow(pool, size);
    if (grown) {
      return grown;
    }
  }
  tell_retried(size);
  release_all();
  return grow(pool, size);
}

Result<BlockSlot> PytorchAllocator::grow(std::uint32_t pool, Bytes size) {
  return settings_.expandable ? grow_range(pool, size) : new_page(pool, segment_size(size));
}

Result<BlockSlot> PytorchAllocator::new_page(std::uint32_t pool, Bytes size) {
  if (!may_hold(size)) {
    return tl::make_unexpected(Refusal::out_of_memory);
  }
  const auto block = grant(size, pool);
  if (block) {
    Chain& chain = blocks().chain_of(*block);
    chain.base = next_base_;
    next_base_ += settings_.expandable ? std::max(limits().largest_page, size) : size;
  }
  return block;
}

/// The block at the end of the range that grows, where there is one and it is free.
BlockSlot PytorchAllocator::free_end(const Pool& pool) const {
  if (pool.range == kNoSlot) {
    return kNoSlot;
  }
  const BlockSlot last = blocks().chain(pool.range).last;
  return blocks()[last].state == BlockState::free ? last : kNoSlot;
}

/// What the range needs, in units, for a request that no free block serves; nothing where its end is long enough and
/// only the rule for oversize blocks speaks against it, as in the original.
Bytes PytorchAllocator::range_growth(const Pool& pool, Bytes size) const {
  const BlockSlot end = free_end(pool);
  const Bytes there = end == kNoSlot ? Bytes{} : blocks()[end].size;
  return there < size ? rounded_up(size - there, range_unit(pool)) : Bytes{};
}

Result<BlockSlot> PytorchAllocator::grow_range(std::uint32_t number, Bytes size) {
  Pool& pool = pools_[number];
  const Bytes more = range_growth(pool, size);
  if (!may_hold(more)) {
    return tl::make_unexpected(Refusal::out_of_memory);
  }
  if (pool.range != kNoSlot) {
    const BlockSlot end = free_end(pool);
    const bool grown = more == Bytes{} || lengthen(pool.range, more);
    if (grown && end != kNoSlot) {
      take_out(end);
    }
    if (grown) {
      return more == Bytes{} ? end : blocks().extend(pool.range, more);
    }
    const auto capacity = limits().capacity;
    if (capacity && device().allocated() + more.count() > capacity->count()) {
      return tl::make_unexpected(Refusal::out_of_memory);
    }
  }  // the storage cannot make this page longer: another range
  const Bytes page = rounded_up(size, range_unit(pool));
  const auto block = new_page(number, std::max(size, std::min(page, limits().largest_page)));
  if (block) {
    blocks().chain_of(*block).mark = 1;
    pool.range = blocks()[*block].chain;
  }
  return block;
}

std::optional<Bytes> PytorchAllocator::most_held() const {
  const auto capacity = limits().capacity;
  return capacity && settings_.memory_fraction ? scaled(*capacity, *settings_.memory_fraction) : capacity;
}

bool PytorchAllocator::may_hold(Bytes more) const {
  const auto most = settings_.memory_fraction ? most_held() : std::nullopt;
  return !most || device().allocated() + more.count() <= most->count();
}

void PytorchAllocator::file_free(BlockSlot block) {
  Pool& pool = pool_of(block);
  file(block);
  blocks()[block].mark = pool.small ? small_requests_ : large_requests_;
  pool.free.insert(key_of(block), block);
}

void PytorchAllocator::take_out(BlockSlot block) {
  pool_of(block).free.erase(key_of(block));
  unfile(block);
}

}  // namespace arenasim::core::pytorch
