// The free blocks of one page in two levels of size classes, as VMA's virtual blocks keep them: each list a stack, bit
// maps over the lists (spec/policies.md, Lists, The two searches).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/policies/block_chains.hpp"
#include "core/policies/size_class.hpp"
#include "core/units.hpp"

namespace arenasim::core {

/// In which order the lists and the tail are looked at.
enum class TlsfStrategy : std::uint8_t { default_, min_time, min_memory, min_offset };

/// The smallest size whose list lies wholly behind that of `bytes`, at least 1.
[[nodiscard]] constexpr Bytes in_next_tlsf_list(Bytes bytes) {
  const std::uint64_t size = bytes.count();
  if (size > 256) {
    return Bytes{size + (std::uint64_t{1} << (static_cast<std::uint32_t>(std::bit_width(size)) - 6))};
  }
  return Bytes{size > 248 ? 257 : size + 8};
}

class TlsfLists {
 public:
  /// For a page of that many bytes, all of it the tail.
  explicit TlsfLists(Bytes page_size);

  /// At the front of the list of its size.
  void insert(BlockChains& blocks, BlockSlot block);
  void remove(BlockChains& blocks, BlockSlot block);

  /// The block of the page that `strategy` gives to a request; kNoSlot where it finds none. `blocks.chain(chain)` is
  /// the page; its last block, where free, is the tail, which is in no list.
  [[nodiscard]] BlockSlot find(const BlockChains& blocks, ChainSlot chain, Bytes size, Alignment alignment,
                               TlsfStrategy strategy) const;

  /// What became held or free.
  void hand_out(Bytes size) { free_ -= size; }
  void take_back(Bytes size) { free_ += size; }

  [[nodiscard]] Bytes free_bytes() const { return free_; }
  [[nodiscard]] std::size_t listed_count() const { return listed_count_; }

  /// True when `block` is in the list of its size, and the bit maps know of the list.
  [[nodiscard]] bool lists(const BlockChains& blocks, BlockSlot block) const;

 private:
  static constexpr std::uint32_t kNoList = ~std::uint32_t{0};

  struct Search;
  [[nodiscard]] BlockSlot by_lists(const Search& search, TlsfStrategy strategy) const;
  [[nodiscard]] BlockSlot by_offset(const Search& search) const;
  [[nodiscard]] BlockSlot walk(const Search& search, std::uint32_t list) const;
  [[nodiscard]] BlockSlot walk_behind(const Search& search, std::uint32_t list) const;
  [[nodiscard]] std::uint32_t first_list_from(Bytes size) const;

  Bytes free_;
  std::size_t listed_count_ = 0;
  std::uint32_t first_levels_ = 0;  // 32 bits, as the original: classes from 2^39 bytes on have none
  std::array<std::uint32_t, SizeClass::kFirstLevels> second_levels_{};
  std::vector<BlockSlot> fronts_;  // by SizeClass::index
};

}  // namespace arenasim::core
