// What a binning policy lets be known: what the policy below told, in our names, and what its bins do.
#include "core/policies/binning.hpp"

#include <algorithm>

namespace arenasim::core {

void Binning::pass_on() {
  for (const Fact& fact : heard_->facts()) {
    pass_on(fact);
  }
  heard_->clear();
}

/// Pools below are counted behind the bins. What happens to a chunk is not told: its blocks are what counts.
void Binning::pass_on(Fact fact) {
  const auto behind_bins = [this](std::uint8_t pool) { return static_cast<std::uint8_t>(pool + pools_of_bins()); };
  if (fact.allocation != kNoAllocation) {
    const Purpose& purpose = purposes_[fact.allocation.number()];
    if (purpose.ours == kNoAllocation) {
      if (fact.kind == FactKind::moved) {
        move_chunk(fact);
      }
      return;
    }
    fact.allocation = purpose.ours;
  }
  fact.pool = behind_bins(fact.pool);
  if (fact.kind == FactKind::grown) {
    fact.reason = behind_bins(fact.reason);
  }
  facts_->add(fact);
}

void Binning::move_chunk(const Fact& moved) {
  const std::uint32_t number = purposes_[moved.allocation.number()].chunk;
  tell_ranges_of(number, FactKind::range_vanished, moved.stream);
  const BinChunk& chunk = bins_.chunks()[number];
  const Bytes block_size = bins_.bins()[chunk.bin].block_size;
  for (std::uint32_t index = 0; index < chunk.holders.size(); ++index) {
    if (chunk.holders[index].owner != kNoAllocation) {
      Fact fact = moved;
      fact.pool = static_cast<std::uint8_t>(chunk.bin);
      fact.allocation = chunk.holders[index].owner;
      fact.offset += block_size * index;
      fact.other_offset += block_size * index;
      fact.bytes = chunk.holders[index].requested;
      facts_->add(fact);
    }
  }
  bins_.move_chunk(number, {moved.pool, {moved.other_page, moved.other_offset}});
  tell_ranges_of(number, FactKind::range_appeared, moved.stream);
}

void Binning::tell_block(FactKind kind, const BinBlock& block, StreamId stream) {
  if (facts_->keeps_events()) {
    const BinChunk::Holder& holder = bins_.holder(block);
    const Place place = bins_.place(block);
    facts_->add({.kind = kind,
                 .pool = static_cast<std::uint8_t>(bins_.chunks()[block.chunk].bin),
                 .allocation = holder.owner,
                 .stream = stream,
                 .page = place.page,
                 .offset = place.offset,
                 .bytes = holder.requested,
                 .extra = bins_.block_size(block) - holder.requested});
  }
}

void Binning::tell_range(FactKind kind, const BinBlock& block, StreamId stream) {
  if (facts_->keeps_ranges()) {
    const Place place = bins_.place(block);
    facts_->add(
        {.kind = kind, .stream = stream, .page = place.page, .offset = place.offset, .bytes = bins_.block_size(block)});
  }
}

/// Each free block of a chunk by itself: no request gets more than one.
void Binning::tell_ranges_of(std::uint32_t number, FactKind kind, StreamId stream) {
  const BinChunk& chunk = bins_.chunks()[number];
  for (std::uint32_t index = 0; index < chunk.holders.size(); ++index) {
    if (chunk.holders[index].owner == kNoAllocation) {
      tell_range(kind, {number, index}, stream);
    }
  }
}

/// The pool below that holds a chunk: that of its stream, where pools are the streams' own.
PoolDescription& Binning::pool_of(const BinChunk& chunk, std::vector<PoolDescription>& below) {
  const auto found = [&](bool of_stream) {
    return std::find_if(below.begin(), below.end(), [&](const PoolDescription& pool) {
      return pool.index == chunk.pool && (!of_stream || pool.stream == chunk.stream);
    });
  };
  const auto own = found(true);
  return own != below.end() ? *own : *found(false);
}

/// What is held in a chunk counts in its bin, so the chunk itself counts for nothing in the pool below.
Description Binning::describe() const {
  Description below = below_->describe();
  for (const BinChunk& chunk : bins_.chunks()) {
    if (chunk.below != kNoAllocation) {
      PoolDescription& pool = pool_of(chunk, below.pools);
      --pool.held_count;
      pool.held_bytes -= bins_.chunk_size(chunk.bin).count();
    }
  }
  Description description;
  description.notes = std::move(below.notes);
  for (const Bin& bin : bins_.bins()) {
    PoolDescription pool;
    pool.index = static_cast<std::uint8_t>(&bin - bins_.bins().data());
    pool.kind = "bin";
    pool.max_slice = bin.block_size;
    pool.pages_count = 0;
    pool.largest_allocation = bin.largest_allocation;
    description.pools.push_back(pool);
  }
  for (const BinChunk& chunk : bins_.chunks()) {
    for (const BinChunk::Holder& holder : chunk.holders) {
      if (holder.owner != kNoAllocation) {
        PoolDescription& pool = description.pools[chunk.bin];
        ++pool.held_count;
        pool.held_bytes += holder.requested.count();
        pool.padding_bytes += (bins_.bins()[chunk.bin].block_size - holder.requested).count();
      }
    }
  }
  for (PoolDescription& pool : below.pools) {
    pool.index = static_cast<std::uint8_t>(pool.index + pools_of_bins());
    description.pools.push_back(pool);
  }
  return description;
}

std::optional<std::string> Binning::audit() const {
  if (auto wrong = below_->audit()) {
    return "below the bins: " + *wrong;
  }
  return bins_.flaw();
}

}  // namespace arenasim::core
