// Bins of blocks of one size, cut from chunks, each with a list of free blocks whose last entry goes out first.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/allocator.hpp"
#include "core/ids.hpp"
#include "core/slab.hpp"
#include "core/storage.hpp"
#include "core/units.hpp"

namespace arenasim::core {

/// A block of a chunk.
struct BinBlock {
  std::uint32_t chunk = kNoSlot;
  std::uint32_t index = 0;  ///< from the chunk's start
  friend bool operator==(const BinBlock&, const BinBlock&) = default;
};

/// One allocation of the policy below, cut into blocks.
struct BinChunk {
  AllocationId below = kNoAllocation;  ///< what the policy below calls it; kNoAllocation: it went back
  Place place;
  std::uint8_t pool = 0;  ///< of the policy below
  StreamId stream{};      ///< it was asked for on
  std::uint32_t bin = 0;
  std::uint64_t held_count = 0;
  struct Holder {
    AllocationId owner = kNoAllocation;
    Bytes requested;
  };
  std::vector<Holder> holders;  ///< by index
};

struct Bin {
  Bytes block_size{};
  std::vector<BinBlock> free{};
  std::uint64_t chunks_count = 0;
  std::uint64_t chunks_peak_count = 0;
  Bytes largest_allocation{};
};

class BinTable {
 public:
  /// Bins of every power of two from `smallest` to `largest`, both powers of two; none where they fall.
  BinTable(Bytes smallest, Bytes largest, std::uint32_t blocks_a_chunk);

  /// The number of the bin of smallest sufficient blocks; nothing for 0 bytes and for what no bin holds.
  [[nodiscard]] std::optional<std::uint32_t> bin_for(Bytes size) const;

  [[nodiscard]] const std::vector<Bin>& bins() const { return bins_; }
  [[nodiscard]] const std::vector<BinChunk>& chunks() const { return chunks_; }
  [[nodiscard]] Bytes chunk_size(std::uint32_t bin) const { return bins_[bin].block_size * blocks_a_chunk_; }
  [[nodiscard]] Bytes block_size(const BinBlock& block) const { return bins_[chunks_[block.chunk].bin].block_size; }
  [[nodiscard]] Place place(const BinBlock& block) const {
    const BinChunk& chunk = chunks_[block.chunk];
    return {chunk.place.page, chunk.place.offset + bins_[chunk.bin].block_size * block.index};
  }
  [[nodiscard]] const BinChunk::Holder& holder(const BinBlock& block) const {
    return chunks_[block.chunk].holders[block.index];
  }

  /// The number of a new chunk; its blocks are free, the lowest goes out first.
  std::uint32_t add_chunk(std::uint32_t bin, AllocationId below, const Placement& placed, StreamId stream);
  /// The chunk lies elsewhere now.
  void move_chunk(std::uint32_t chunk, const Placement& placed) {
    chunks_[chunk].place = placed.place;
    chunks_[chunk].pool = placed.pool;
  }
  /// Forgets a chunk of which nothing is held; its number is used again.
  void remove_chunk(std::uint32_t chunk);

  /// A free block of the bin, which has one.
  [[nodiscard]] BinBlock take(std::uint32_t bin, AllocationId owner, Bytes requested);
  void put(const BinBlock& block);

  /// Nothing when the lists hold exactly the blocks that nobody holds.
  [[nodiscard]] std::optional<std::string> flaw() const;

 private:
  std::uint32_t blocks_a_chunk_;
  std::vector<Bin> bins_;
  std::vector<BinChunk> chunks_;
  std::vector<std::uint32_t> vacant_;
};

}  // namespace arenasim::core
