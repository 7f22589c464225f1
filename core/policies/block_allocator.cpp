#include "core/policies/block_allocator.hpp"

#include <algorithm>

namespace arenasim::core {

Result<Placement> BlockAllocator::allocate(const Request& request) {
  device_.work_for(request.stream);
  Result<BlockSlot> block = tl::make_unexpected(Refusal::too_large);
  if (request.size == Bytes{}) {
    block = take_nothing(request);
  } else if (request.size <= limits().largest_page) {
    block = take(request);
  }
  if (!block) {
    device_.tell({.kind = FactKind::failed,
                  .reason = static_cast<std::uint8_t>(block.error()),
                  .allocation = request.id,
                  .bytes = request.size});
    return tl::make_unexpected(block.error());
  }
  return hold(*block, request);
}

Placement BlockAllocator::hold(BlockSlot slot, const Request& request) {
  Block& block = blocks_[slot];
  block.state = BlockState::held;
  block.owner = request.id;
  block.requested = request.size;
  if (request.id.number() >= where_.size()) {
    where_.resize(std::size_t{request.id.number()} + 1, kNoSlot);
  }
  where_[request.id.number()] = slot;
  const Chain& chain = blocks_.chain(block.chain);
  PoolRecord& pool = pools_[chain.pool];
  pool.largest_allocation = std::max(pool.largest_allocation, request.size);
  if (device_.keeps_facts()) {
    device_.tell({.kind = FactKind::placed,
                  .pool = pool.shown.index,
                  .allocation = request.id,
                  .page = chain.page,
                  .offset = block.offset,
                  .bytes = request.size,
                  .extra = block.size - request.size});
  }
  return {pool.shown.index, {chain.page, block.offset}};
}

void BlockAllocator::complete_free(AllocationId id, StreamId stream) {
  const BlockSlot slot = where(id);
  if (slot == kNoSlot) {
    return;
  }
  where_[id.number()] = kNoSlot;
  device_.work_for(stream);
  Block& block = blocks_[slot];
  if (device_.keeps_facts()) {
    const Chain& chain = blocks_.chain(block.chain);
    device_.tell({.kind = FactKind::freed,
                  .pool = pools_[chain.pool].shown.index,
                  .allocation = id,
                  .page = chain.page,
                  .offset = block.offset,
                  .bytes = block.requested,
                  .extra = block.size - block.requested});
  }
  block.owner = kNoAllocation;
  if (block.size == Bytes{}) {
    block.state = BlockState::free;
    nothings_.push_back(slot);
    return;
  }
  block.state = BlockState::loose;
  put(slot, stream);
}

Result<BlockSlot> BlockAllocator::take_nothing(const Request& /*request*/) {
  if (nothings_.empty()) {
    return grant(Bytes{});
  }
  const BlockSlot block = nothings_.back();
  nothings_.pop_back();
  return block;
}

void BlockAllocator::cleanup(StreamId stream) {
  device_.work_for(stream);
  for (const BlockSlot block : nothings_) {
    give_back(block);
  }
  nothings_.clear();
  release(stream);
}

std::uint32_t BlockAllocator::add_pool(const BlockPool& pool) {
  pools_.push_back({.shown = pool});
  return static_cast<std::uint32_t>(pools_.size() - 1);
}

Result<BlockSlot> BlockAllocator::grant(Bytes size, std::uint32_t pool_number) {
  PoolRecord& pool = pools_[pool_number];
  if (size > limits().largest_page) {
    device_.tell({.kind = FactKind::map_refused, .pool = pool.shown.index, .bytes = size});
    return tl::make_unexpected(Refusal::out_of_memory);
  }
  const auto page = device_.map(size, pool.shown.index);
  if (!page) {
    return tl::make_unexpected(page.error());
  }
  pool.pages_peak_count = std::max(pool.pages_peak_count, ++pool.pages_count);
  return blocks_.chain(blocks_.add(*page, size, pool_number)).first;
}

void BlockAllocator::give_back(BlockSlot block) {
  const Chain& chain = blocks_.chain_of(block);
  PoolRecord& pool = pools_[chain.pool];
  --pool.pages_count;
  device_.unmap(chain.page, chain.size, pool.shown.index);
  blocks_.remove(blocks_[block].chain);
}

bool BlockAllocator::lengthen(ChainSlot slot, Bytes by) {
  const Chain& chain = blocks_.chain(slot);
  const std::uint8_t pool = pools_[chain.pool].shown.index;
  if (by > limits().largest_page - chain.size) {
    device_.tell({.kind = FactKind::map_refused, .pool = pool, .bytes = by});
    return false;
  }
  return device_.grow(chain.page, chain.size + by, by, pool);
}

BlockSlot BlockAllocator::shorten(ChainSlot slot, Bytes by) {
  const Chain& chain = blocks_.chain(slot);
  device_.shrink(chain.page, chain.size - by, by, pools_[chain.pool].shown.index);
  return blocks_.retract(slot, by);
}

void BlockAllocator::tell_retried(Bytes size) {
  device_.tell({.kind = FactKind::retried, .reason = static_cast<std::uint8_t>(Refusal::out_of_memory), .bytes = size});
}

void BlockAllocator::tell_grown(std::uint32_t pool, Bytes before, Bytes now, Bytes request) {
  const std::uint8_t index = pools_[pool].shown.index;
  device_.tell(
      {.kind = FactKind::grown, .reason = index, .pool = index, .offset = before, .bytes = now, .extra = request});
}

}  // namespace arenasim::core
