// What an audit looks at in the free index.

#include "core/free_index.hpp"

namespace arenasim::core {
const char* FreeIndex::flaw() const {
  std::uint32_t leaf = root_;
  if (!root_is_leaf_) {
    if (const char* wrong = flaw_of_inner(root_); wrong != nullptr) {
      return wrong;
    }
    leaf = leaf_for(kLowest);
  }
  if (leaves_[leaf].low != kLowest || leaves_[leaf].previous != kNoSlot) {
    return "the first leaf does not begin at the lowest address";
  }
  std::size_t entries = 0;
  for (; leaf != kNoSlot; leaf = leaves_[leaf].next) {
    if (const char* wrong = flaw_of_leaf(leaf); wrong != nullptr) {
      return wrong;
    }
    entries += leaves_[leaf].count;
  }
  return entries == size_ ? nullptr : "the leaves do not hold as many entries as were added";
}

const char* FreeIndex::flaw_of_leaf(std::uint32_t leaf) const {
  const Leaf& in = leaves_[leaf];
  if (in.top != loops_.greatest(in.usable)) {
    return "a leaf's top is not its largest entry";
  }
  for (std::uint32_t i = 0; i < in.count; ++i) {
    if (in.address[i] < in.low || in.address[i] >= in.high) {
      return "an entry lies outside its leaf";
    }
    if (i > 0 && in.address[i] <= in.address[i - 1]) {
      return "entries of a leaf are not in order";
    }
    if ((*slices_)[in.slice[i]].leaf() != leaf) {
      return "a slice notes another leaf than the one it is in";
    }
  }
  for (std::uint32_t i = in.count; i < kWidth; ++i) {
    if (in.usable[i] != node::kNoKey || in.slice[i] != kNoSlot) {
      return "a leaf holds something behind its entries";
    }
  }
  if (in.count == 0 && in.parent != kNoSlot) {
    return "a leaf that is not the only one is empty";
  }
  if (in.next != kNoSlot && leaves_[in.next].previous != leaf) {
    return "a leaf does not know the one before it";
  }
  const Address end = in.next == kNoSlot ? kHighest : leaves_[in.next].low;
  return in.high == end ? nullptr : "a leaf does not end where the next begins";
}

const char* FreeIndex::flaw_of_inner(std::uint32_t inner) const {
  const Inner& in = inners_[inner];
  if (in.top != loops_.greatest(in.largest)) {
    return "a node's top is not its largest child";
  }
  for (std::uint32_t i = 0; i < in.count; ++i) {
    if (in.largest[i] != top_of(in.child[i], in.above_leaves)) {
      return "a node's largest is not its subtree's";
    }
    if (parent_of(in.child[i], in.above_leaves) != inner) {
      return "a node does not know its parent";
    }
    if (in.above_leaves && i > 0 && leaves_[in.child[i]].low != in.low[i]) {
      return "a separator is not where its leaf begins";
    }
    if (!in.above_leaves) {
      if (const char* wrong = flaw_of_inner(in.child[i]); wrong != nullptr) {
        return wrong;
      }
    }
  }
  for (std::uint32_t i = in.count; i < kWidth; ++i) {
    if (in.largest[i] != node::kNoKey || in.child[i] != kNoSlot) {
      return "a node holds something behind its children";
    }
  }
  return nullptr;
}

}  // namespace arenasim::core
