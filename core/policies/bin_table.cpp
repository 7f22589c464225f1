#include "core/policies/bin_table.hpp"

#include <algorithm>

namespace arenasim::core {

BinTable::BinTable(Bytes smallest, Bytes largest, std::uint32_t blocks_a_chunk) : blocks_a_chunk_(blocks_a_chunk) {
  for (Bytes size = smallest; size <= largest; size += size) {
    bins_.push_back({.block_size = size});
  }
}

std::optional<std::uint32_t> BinTable::bin_for(Bytes size) const {
  const auto holds = [size](const Bin& bin) { return bin.block_size >= size; };
  const auto found = std::find_if(bins_.begin(), bins_.end(), holds);
  if (size == Bytes{} || found == bins_.end()) {
    return std::nullopt;
  }
  return static_cast<std::uint32_t>(found - bins_.begin());
}

std::uint32_t BinTable::add_chunk(std::uint32_t bin_number, AllocationId below, const Placement& placed,
                                  StreamId stream) {
  std::uint32_t number = 0;
  if (vacant_.empty()) {
    number = static_cast<std::uint32_t>(chunks_.size());
    chunks_.emplace_back();
  } else {
    number = vacant_.back();
    vacant_.pop_back();
  }
  chunks_[number] = {.below = below,
                     .place = placed.place,
                     .pool = placed.pool,
                     .stream = stream,
                     .bin = bin_number,
                     .held_count = 0,
                     .holders = {}};
  chunks_[number].holders.resize(blocks_a_chunk_);
  Bin& bin = bins_[bin_number];
  for (std::uint32_t index = blocks_a_chunk_; index > 0; --index) {
    bin.free.push_back({number, index - 1});
  }
  bin.chunks_peak_count = std::max(bin.chunks_peak_count, ++bin.chunks_count);
  return number;
}

void BinTable::remove_chunk(std::uint32_t number) {
  Bin& bin = bins_[chunks_[number].bin];
  std::erase_if(bin.free, [number](const BinBlock& block) { return block.chunk == number; });
  --bin.chunks_count;
  chunks_[number] = BinChunk{};
  vacant_.push_back(number);
}

BinBlock BinTable::take(std::uint32_t bin_number, AllocationId owner, Bytes requested) {
  Bin& bin = bins_[bin_number];
  const BinBlock block = bin.free.back();
  bin.free.pop_back();
  bin.largest_allocation = std::max(bin.largest_allocation, requested);
  ++chunks_[block.chunk].held_count;
  chunks_[block.chunk].holders[block.index] = {owner, requested};
  return block;
}

void BinTable::put(const BinBlock& block) {
  BinChunk& chunk = chunks_[block.chunk];
  --chunk.held_count;
  chunk.holders[block.index] = {};
  bins_[chunk.bin].free.push_back(block);
}

std::optional<std::string> BinTable::flaw() const {
  std::vector<std::vector<bool>> listed(chunks_.size(), std::vector<bool>(blocks_a_chunk_, false));
  for (const Bin& bin : bins_) {
    for (const BinBlock& block : bin.free) {
      if (listed[block.chunk][block.index] || holder(block).owner != kNoAllocation) {
        return "a bin lists a block of chunk " + std::to_string(block.chunk) + " twice, or one that is held";
      }
      listed[block.chunk][block.index] = true;
    }
  }
  for (std::size_t number = 0; number < chunks_.size(); ++number) {
    const BinChunk& chunk = chunks_[number];
    const auto listed_count = static_cast<std::size_t>(std::count(listed[number].begin(), listed[number].end(), true));
    if (listed_count + chunk.held_count != chunk.holders.size()) {
      return "chunk " + std::to_string(number) + " has " + std::to_string(chunk.holders.size()) + " blocks, of which " +
             std::to_string(listed_count) + " are listed and " + std::to_string(chunk.held_count) + " held";
    }
  }
  return std::nullopt;
}

}  // namespace arenasim::core
