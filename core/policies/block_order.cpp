#include "core/policies/block_order.hpp"

#include <algorithm>
#include <utility>

namespace arenasim::core {

/// The number of its keys that come before `key`. Sizes alone decide but among equals.
std::uint32_t BlockBin::Leaf::position_of(const BlockKey& key) const {
  const BlockKey* first = keys.data();
  for (std::uint32_t left = count; left > 1;) {
    const std::uint32_t half = left / 2;
    first += first[half - 1].size < key.size ? half : 0;
    left -= half;
  }
  auto at = static_cast<std::uint32_t>(first - keys.data());
  at += at < count && first->size < key.size ? 1U : 0U;
  while (at < count && keys[at] < key) {
    ++at;
  }
  return at;
}

/// The last leaf whose first key is not behind `key`; the first where all are.
std::size_t BlockBin::leaf_of(const BlockKey& key) const {
  if (leaves_.size() == 1) {
    return 0;
  }
  const auto behind = std::upper_bound(leaves_.begin() + 1, leaves_.end(), key,
                                       [](const BlockKey& wanted, const auto& leaf) { return wanted < leaf->keys[0]; });
  return static_cast<std::size_t>(behind - leaves_.begin()) - 1;
}

void BlockBin::insert(const BlockKey& key, BlockSlot block) {
  if (leaves_.empty()) {
    leaves_.push_back(new_leaf());
  }
  std::size_t number = leaf_of(key);
  if (leaves_[number]->count == kWidth) {
    split(number);
    number += key < leaves_[number + 1]->keys[0] ? 0U : 1U;
  }
  Leaf& leaf = *leaves_[number];
  const std::uint32_t at = leaf.position_of(key);
  for (std::uint32_t each = leaf.count; each > at; --each) {
    leaf.keys[each] = leaf.keys[each - 1];
    leaf.blocks[each] = leaf.blocks[each - 1];
  }
  leaf.keys[at] = key;
  leaf.blocks[at] = block;
  ++leaf.count;
}

void BlockBin::erase(const BlockKey& key) {
  const std::size_t number = leaf_of(key);
  Leaf& leaf = *leaves_[number];
  --leaf.count;
  for (std::uint32_t each = leaf.position_of(key); each < leaf.count; ++each) {
    leaf.keys[each] = leaf.keys[each + 1];
    leaf.blocks[each] = leaf.blocks[each + 1];
  }
  if (leaf.count == 0) {
    remove_leaf(number);
  } else if (leaf.count < kWidth / 4 && leaves_.size() > 1) {
    join_small(number);
  }
}

BlockSlot BlockBin::not_before(const BlockKey& key) const {
  std::size_t number = leaf_of(key);
  std::uint32_t at = leaves_[number]->position_of(key);
  if (at == leaves_[number]->count) {
    at = 0;
    ++number;
  }
  return number == leaves_.size() ? kNoSlot : leaves_[number]->blocks[at];
}

bool BlockBin::contains(const BlockKey& key, BlockSlot block) const {
  if (empty()) {
    return false;
  }
  const Leaf& leaf = *leaves_[leaf_of(key)];
  const std::uint32_t at = leaf.position_of(key);
  return at < leaf.count && leaf.keys[at] == key && leaf.blocks[at] == block;
}

void BlockBin::clear() {
  while (!leaves_.empty()) {
    remove_leaf(leaves_.size() - 1);
  }
}

void BlockBin::Leaf::move_tail_to(Leaf& other, std::uint32_t from) {
  std::copy(keys.begin() + from, keys.begin() + count, other.keys.begin() + other.count);
  std::copy(blocks.begin() + from, blocks.begin() + count, other.blocks.begin() + other.count);
  other.count += count - from;
  count = from;
}

void BlockBin::split(std::size_t number) {
  auto upper = new_leaf();
  leaves_[number]->move_tail_to(*upper, kWidth / 2);
  leaves_.insert(leaves_.begin() + static_cast<std::ptrdiff_t>(number) + 1, std::move(upper));
}

/// A leaf that is nearly empty takes in the one behind it where that leaves both room to grow.
void BlockBin::join_small(std::size_t number) {
  if (number + 1 < leaves_.size() && leaves_[number]->count + leaves_[number + 1]->count <= kWidth / 2) {
    leaves_[number + 1]->move_tail_to(*leaves_[number], 0);
    remove_leaf(number + 1);
  }
}

std::unique_ptr<BlockBin::Leaf> BlockBin::new_leaf() {
  if (spare_.empty()) {
    return std::make_unique<Leaf>();
  }
  auto leaf = std::move(spare_.back());
  spare_.pop_back();
  leaf->count = 0;
  return leaf;
}

void BlockBin::remove_leaf(std::size_t number) {
  spare_.push_back(std::move(leaves_[number]));
  leaves_.erase(leaves_.begin() + static_cast<std::ptrdiff_t>(number));
}

void BlockOrder::erase(const BlockKey& key) {
  const SizeClass of = SizeClass::of(key.size);
  bin(of).erase(key);
  --size_;
  if (bin(of).empty()) {
    second_levels_[of.first_level] &= ~(1U << of.second_level);
    if (second_levels_[of.first_level] == 0) {
      first_levels_ &= ~(std::uint64_t{1} << of.first_level);
    }
  }
}

/// The first block of the first bin behind that class.
BlockSlot BlockOrder::front_behind(SizeClass of) const {
  const std::uint32_t second = second_levels_[of.first_level] & (~1U << of.second_level);
  if (second != 0) {
    return bin({of.first_level, static_cast<std::uint32_t>(std::countr_zero(second))}).front();
  }
  const std::uint64_t first = first_levels_ & (~std::uint64_t{1} << of.first_level);
  if (first == 0) {
    return kNoSlot;
  }
  const auto first_level = static_cast<std::uint32_t>(std::countr_zero(first));
  const auto second_level = static_cast<std::uint32_t>(std::countr_zero(second_levels_[first_level]));
  return bin({first_level, second_level}).front();
}

BlockSlot BlockOrder::front() const {
  return empty() ? kNoSlot : at_least(Bytes{1});
}

BlockSlot BlockOrder::back() const {
  if (empty()) {
    return kNoSlot;
  }
  const auto first_level = static_cast<std::uint32_t>(std::bit_width(first_levels_)) - 1;
  const auto second_level = static_cast<std::uint32_t>(std::bit_width(second_levels_[first_level])) - 1;
  return bin({first_level, second_level}).back();
}

void BlockOrder::clear() {
  for (const auto& bins : bins_) {
    if (bins != nullptr) {
      std::for_each(bins->begin(), bins->end(), [](BlockBin& each) { each.clear(); });
    }
  }
  first_levels_ = 0;
  second_levels_ = {};
  size_ = 0;
}

}  // namespace arenasim::core
