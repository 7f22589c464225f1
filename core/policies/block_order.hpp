// Free blocks in order of size, then of whatever a policy breaks ties by: best fit is one search. Keys stand side by
// side in leaves of at most 64, so that a search touches few lines of memory and no block.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/policies/block_chains.hpp"
#include "core/units.hpp"

namespace arenasim::core {

/// Where a block stands in the order. No two blocks of one order have equal keys.
struct BlockKey {
  Bytes size;
  std::uint64_t tie = 0;  ///< age, address: the smaller comes first

  [[nodiscard]] friend constexpr bool operator<(const BlockKey& left, const BlockKey& right) {
    return left.joined() < right.joined();
  }
  friend constexpr bool operator==(const BlockKey&, const BlockKey&) = default;

 private:
  [[nodiscard]] constexpr Uint128 joined() const { return Uint128{size.count()} << 64U | tie; }
};

class BlockOrder {
 public:
  /// Adds a block under a key that is not in the order.
  void insert(const BlockKey& key, BlockSlot block);

  /// Removes the block under a key that is in the order.
  void erase(const BlockKey& key);

  /// The first block whose size is at least `size`; kNoSlot where there is none.
  [[nodiscard]] BlockSlot at_least(Bytes size) const {
    if (leaves_.empty()) {
      return kNoSlot;
    }
    const BlockKey key{size};
    std::size_t leaf = leaf_of(key);
    std::uint32_t at = leaves_[leaf]->position_of(key);
    if (at == leaves_[leaf]->count) {
      at = 0;
      ++leaf;
    }
    return leaf == leaves_.size() ? kNoSlot : leaves_[leaf]->blocks[at];
  }

  [[nodiscard]] bool contains(const BlockKey& key, BlockSlot block) const;

  /// The first block; kNoSlot where there is none.
  [[nodiscard]] BlockSlot front() const { return leaves_.empty() ? kNoSlot : leaves_.front()->blocks[0]; }

  /// The last block, of the largest size; kNoSlot where there is none.
  [[nodiscard]] BlockSlot back() const {
    return leaves_.empty() ? kNoSlot : leaves_.back()->blocks[leaves_.back()->count - 1];
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  void clear();

  /// Calls `visit(block)` in order. The order must not change meanwhile.
  template <class Visit>
  void for_each(Visit visit) const {
    for (const auto& leaf : leaves_) {
      std::for_each_n(leaf->blocks.begin(), leaf->count, visit);
    }
  }

 private:
  static constexpr std::uint32_t kWidth = 64;

  /// The number of keys, of `count` in order, that come before `key`, without a branch on any of them.
  [[nodiscard]] static std::size_t keys_before(const BlockKey* keys, std::size_t count, const BlockKey& key) {
    const BlockKey* first = keys;
    while (count > 1) {
      const std::size_t half = count / 2;
      first += static_cast<std::ptrdiff_t>(half) * static_cast<std::ptrdiff_t>(first[half - 1] < key);
      count -= half;
    }
    return static_cast<std::size_t>(first - keys) + static_cast<std::size_t>(count == 1 && *first < key);
  }

  struct Leaf {
    std::uint32_t count = 0;
    std::array<BlockKey, kWidth> keys;
    std::array<BlockSlot, kWidth> blocks{};

    [[nodiscard]] std::uint32_t position_of(const BlockKey& key) const {
      return static_cast<std::uint32_t>(keys_before(keys.data(), count, key));
    }
    void move_tail_to(Leaf& other, std::uint32_t from);
  };

  /// The last leaf whose first key is not behind `key`; the first where all are.
  [[nodiscard]] std::size_t leaf_of(const BlockKey& key) const {
    const std::size_t behind = keys_before(lows_.data(), lows_.size(), key);
    const bool is_low = behind < lows_.size() && lows_[behind] == key;
    return is_low || behind == 0 ? behind : behind - 1;
  }
  void split(std::size_t leaf);
  void join_small(std::size_t leaf);
  [[nodiscard]] std::unique_ptr<Leaf> new_leaf();
  void remove_leaf(std::size_t leaf);

  std::vector<BlockKey> lows_;  // the first key of each leaf
  std::vector<std::unique_ptr<Leaf>> leaves_;
  std::vector<std::unique_ptr<Leaf>> spare_;
  std::size_t size_ = 0;
};

}  // namespace arenasim::core
