// Free blocks in order of size, then of whatever a policy breaks ties by: best fit is one search. A bin a size class,
// and bit maps over the bins; the blocks of a bin stand sorted in leaves, keys side by side, so that a search touches
// few lines of memory and no block.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/policies/block_chains.hpp"
#include "core/policies/size_class.hpp"
#include "core/units.hpp"

namespace arenasim::core {

/// Where a block stands in the order. No two blocks of one order have equal keys.
struct BlockKey {
  Bytes size;
  std::uint64_t tie = 0;  ///< age, address: the smaller comes first

  friend constexpr auto operator<=>(const BlockKey&, const BlockKey&) = default;
};

/// The blocks of one bin of an order: leaves of at most 32, each sorted, one behind the other.
class BlockBin {
 public:
  void insert(const BlockKey& key, BlockSlot block);
  void erase(const BlockKey& key);
  [[nodiscard]] bool contains(const BlockKey& key, BlockSlot block) const;

  /// The first block that does not come before `key`; kNoSlot where there is none.
  [[nodiscard]] BlockSlot not_before(const BlockKey& key) const;

  [[nodiscard]] bool empty() const { return leaves_.empty(); }
  [[nodiscard]] BlockSlot front() const { return leaves_.front()->blocks[0]; }
  [[nodiscard]] BlockSlot back() const { return leaves_.back()->blocks[leaves_.back()->count - 1]; }
  void clear();

  template <class Visit>
  void for_each(Visit visit) const {
    for (const auto& leaf : leaves_) {
      for (std::uint32_t at = 0; at < leaf->count; ++at) {
        visit(leaf->blocks[at]);
      }
    }
  }

 private:
  static constexpr std::uint32_t kWidth = 32;

  struct Leaf {
    std::uint32_t count = 0;
    std::array<BlockKey, kWidth> keys{};
    std::array<BlockSlot, kWidth> blocks{};

    [[nodiscard]] std::uint32_t position_of(const BlockKey& key) const;
    void move_tail_to(Leaf& other, std::uint32_t from);
  };

  [[nodiscard]] std::size_t leaf_of(const BlockKey& key) const;
  void split(std::size_t leaf);
  void join_small(std::size_t leaf);
  [[nodiscard]] std::unique_ptr<Leaf> new_leaf();
  void remove_leaf(std::size_t leaf);

  std::vector<std::unique_ptr<Leaf>> leaves_;  // none is empty
  std::vector<std::unique_ptr<Leaf>> spare_;
};

class BlockOrder {
 public:
  /// Adds a block of at least one byte under a key that is not in the order.
  void insert(const BlockKey& key, BlockSlot block) {
    const SizeClass of = SizeClass::of(key.size);
    if (bins_[of.first_level] == nullptr) {
      bins_[of.first_level] = std::make_unique<Bins>();
    }
    bin(of).insert(key, block);
    second_levels_[of.first_level] |= 1U << of.second_level;
    first_levels_ |= std::uint64_t{1} << of.first_level;
    ++size_;
  }

  /// Removes the block under a key that is in the order.
  void erase(const BlockKey& key);

  /// The first block whose size is at least `size`, itself at least 1; kNoSlot where there is none.
  [[nodiscard]] BlockSlot at_least(Bytes size) const { return not_before({size}); }

  /// The first block that does not come before `key`, of at least one byte; kNoSlot where there is none.
  [[nodiscard]] BlockSlot not_before(const BlockKey& key) const {
    const SizeClass of = SizeClass::of(key.size);
    const BlockSlot block = has(of) ? bin(of).not_before(key) : kNoSlot;
    return block != kNoSlot ? block : front_behind(of);
  }

  [[nodiscard]] bool contains(const BlockKey& key, BlockSlot block) const {
    const SizeClass of = SizeClass::of(key.size);
    return has(of) && bin(of).contains(key, block);
  }

  /// The first block; kNoSlot where there is none.
  [[nodiscard]] BlockSlot front() const;

  /// The last block, of the largest size; kNoSlot where there is none.
  [[nodiscard]] BlockSlot back() const;

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  void clear();

  /// Calls `visit(block)` in order. The order must not change meanwhile.
  template <class Visit>
  void for_each(Visit visit) const {
    for (std::uint64_t first = first_levels_; first != 0; first &= first - 1) {
      const auto first_level = static_cast<std::uint32_t>(std::countr_zero(first));
      for (std::uint32_t second = second_levels_[first_level]; second != 0; second &= second - 1) {
        bin({first_level, static_cast<std::uint32_t>(std::countr_zero(second))}).for_each(visit);
      }
    }
  }

 private:
  using Bins = std::array<BlockBin, SizeClass::kSecondLevels>;

  [[nodiscard]] bool has(SizeClass of) const { return (second_levels_[of.first_level] >> of.second_level & 1U) != 0; }
  [[nodiscard]] BlockBin& bin(SizeClass of) { return (*bins_[of.first_level])[of.second_level]; }
  [[nodiscard]] const BlockBin& bin(SizeClass of) const { return (*bins_[of.first_level])[of.second_level]; }
  [[nodiscard]] BlockSlot front_behind(SizeClass of) const;

  std::array<std::unique_ptr<Bins>, SizeClass::kFirstLevels> bins_;  // made once a block needs them
  std::uint64_t first_levels_ = 0;
  std::array<std::uint32_t, SizeClass::kFirstLevels> second_levels_{};
  std::size_t size_ = 0;
};

}  // namespace arenasim::core
