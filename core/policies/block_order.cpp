#include "core/policies/block_order.hpp"

namespace arenasim::core {

void BlockOrder::insert(const BlockKey& key, BlockSlot block) {
  if (leaves_.empty()) {
    leaves_.push_back(new_leaf());
    lows_.push_back(key);
  }
  std::size_t number = leaf_of(key);
  if (leaves_[number]->count == kWidth) {
    split(number);
    number += static_cast<std::size_t>(!(key < lows_[number + 1]));
  }
  Leaf& leaf = *leaves_[number];
  const std::uint32_t at = leaf.position_of(key);
  std::copy_backward(leaf.keys.begin() + at, leaf.keys.begin() + leaf.count, leaf.keys.begin() + leaf.count + 1);
  std::copy_backward(leaf.blocks.begin() + at, leaf.blocks.begin() + leaf.count, leaf.blocks.begin() + leaf.count + 1);
  leaf.keys[at] = key;
  leaf.blocks[at] = block;
  ++leaf.count;
  lows_[number] = leaf.keys[0];
  ++size_;
}

void BlockOrder::erase(const BlockKey& key) {
  const std::size_t number = leaf_of(key);
  Leaf& leaf = *leaves_[number];
  const std::uint32_t at = leaf.position_of(key);
  std::copy(leaf.keys.begin() + at + 1, leaf.keys.begin() + leaf.count, leaf.keys.begin() + at);
  std::copy(leaf.blocks.begin() + at + 1, leaf.blocks.begin() + leaf.count, leaf.blocks.begin() + at);
  --leaf.count;
  --size_;
  if (leaf.count == 0) {
    remove_leaf(number);
    return;
  }
  lows_[number] = leaf.keys[0];
  if (leaf.count < kWidth / 4) {
    join_small(number);
  }
}

bool BlockOrder::contains(const BlockKey& key, BlockSlot block) const {
  if (leaves_.empty()) {
    return false;
  }
  const Leaf& leaf = *leaves_[leaf_of(key)];
  const std::uint32_t at = leaf.position_of(key);
  return at < leaf.count && leaf.keys[at] == key && leaf.blocks[at] == block;
}

void BlockOrder::clear() {
  while (!leaves_.empty()) {
    remove_leaf(leaves_.size() - 1);
  }
  size_ = 0;
}

void BlockOrder::Leaf::move_tail_to(Leaf& other, std::uint32_t from) {
  std::copy(keys.begin() + from, keys.begin() + count, other.keys.begin() + other.count);
  std::copy(blocks.begin() + from, blocks.begin() + count, other.blocks.begin() + other.count);
  other.count += count - from;
  count = from;
}

void BlockOrder::split(std::size_t number) {
  auto upper = new_leaf();
  leaves_[number]->move_tail_to(*upper, kWidth / 2);
  const auto behind = static_cast<std::ptrdiff_t>(number) + 1;
  lows_.insert(lows_.begin() + behind, upper->keys[0]);
  leaves_.insert(leaves_.begin() + behind, std::move(upper));
}

/// A leaf that is nearly empty takes in the one behind it where that leaves both room to grow.
void BlockOrder::join_small(std::size_t number) {
  if (number + 1 < leaves_.size() && leaves_[number]->count + leaves_[number + 1]->count <= kWidth / 2) {
    leaves_[number + 1]->move_tail_to(*leaves_[number], 0);
    remove_leaf(number + 1);
  }
}

std::unique_ptr<BlockOrder::Leaf> BlockOrder::new_leaf() {
  if (spare_.empty()) {
    return std::make_unique<Leaf>();
  }
  auto leaf = std::move(spare_.back());
  spare_.pop_back();
  leaf->count = 0;
  return leaf;
}

void BlockOrder::remove_leaf(std::size_t number) {
  spare_.push_back(std::move(leaves_[number]));
  leaves_.erase(leaves_.begin() + static_cast<std::ptrdiff_t>(number));
  lows_.erase(lows_.begin() + static_cast<std::ptrdiff_t>(number));
}

}  // namespace arenasim::core
