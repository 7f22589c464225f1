// How the tree of the free index splits, shrinks and keeps its largest sizes.
#include <algorithm>

#include "core/free_index.hpp"

namespace arenasim::core {

void FreeIndex::split_leaf(std::uint32_t leaf) {
  constexpr std::uint32_t half = kWidth / 2;
  Leaf right{};
  Leaf& left = leaves_[leaf];
  node::halve(left.usable, right.usable, node::kNoKey);
  node::halve(left.slice, right.slice, kNoSlot);
  node::halve(left.address, right.address, kLowest);
  left.count = right.count = half;
  left.top = loops_.greatest(left.usable);
  right.top = loops_.greatest(right.usable);
  right.low = right.address[0];
  right.high = left.high;
  right.previous = leaf;
  right.next = left.next;
  right.parent = kNoSlot;
  left.high = right.low;
  const std::uint32_t added = leaves_.add(right);
  leaves_[leaf].next = added;
  if (right.next != kNoSlot) {
    leaves_[right.next].previous = added;
  }
  note_leaf(right, added, 0, half);
  add_child(leaf, true, added, right.low);
}

void FreeIndex::split_inner(std::uint32_t inner) {
  constexpr std::uint32_t half = kWidth / 2;
  Inner right{};
  Inner& left = inners_[inner];
  node::halve(left.largest, right.largest, node::kNoKey);
  node::halve(left.child, right.child, kNoSlot);
  node::halve(left.low, right.low, kLowest);
  left.count = right.count = half;
  left.top = loops_.greatest(left.largest);
  right.top = loops_.greatest(right.largest);
  right.above_leaves = left.above_leaves;
  right.parent = kNoSlot;
  const std::uint32_t added = inners_.add(right);
  for (std::uint32_t i = 0; i < half; ++i) {
    set_parent(right.child[i], right.above_leaves, added);
  }
  add_child(inner, false, added, right.low[0]);
}

void FreeIndex::add_child(std::uint32_t left, bool leaves, std::uint32_t right, Address low) {
  std::uint32_t parent = parent_of(left, leaves);
  if (parent == kNoSlot) {
    Inner root{};
    root.largest.fill(node::kNoKey);
    root.child.fill(kNoSlot);
    root.top = node::kNoKey;
    root.parent = kNoSlot;
    root.above_leaves = leaves;
    root.child[0] = left;
    root.count = 1;
    parent = root_ = inners_.add(root);
    root_is_leaf_ = false;
    set_parent(left, leaves, parent);
  } else if (inners_[parent].count == kWidth) {
    split_inner(parent);
    parent = parent_of(left, leaves);
  }
  Inner& into = inners_[parent];
  const std::uint32_t own = loops_.index_of(into.child, left);
  node::open_gap(into.largest, into.count, own + 1);
  node::open_gap(into.child, into.count, own + 1);
  node::open_gap(into.low, into.count, own + 1);
  ++into.count;
  into.child[own + 1] = right;
  into.low[own + 1] = low;
  into.largest[own] = top_of(left, leaves);
  into.largest[own + 1] = top_of(right, leaves);
  into.top = loops_.greatest(into.largest);
  set_parent(right, leaves, parent);
}

void FreeIndex::drop_leaf(std::uint32_t leaf) {
  const Leaf gone = leaves_[leaf];
  const bool heir_is_behind = drop_child(gone.parent, leaf);
  if (heir_is_behind) {
    leaves_[gone.next].low = gone.low;
  } else {
    leaves_[gone.previous].high = gone.high;
  }
  if (gone.previous != kNoSlot) {
    leaves_[gone.previous].next = gone.next;
  }
  if (gone.next != kNoSlot) {
    leaves_[gone.next].previous = gone.previous;
  }
  leaves_.remove(leaf);
}

/// True when the range of the child went to what is behind it, false when to what is before.
bool FreeIndex::drop_child(std::uint32_t parent, std::uint32_t child) {
  Inner& from = inners_[parent];
  if (from.count == 1) {
    const bool behind = drop_child(from.parent, parent);
    inners_.remove(parent);
    return behind;
  }
  const std::uint32_t own = loops_.index_of(from.child, child);
  if (own == 0) {
    from.low[1] = from.low[0];
  }
  node::close_gap(from.largest, from.count, own, node::kNoKey);
  node::close_gap(from.child, from.count, own, kNoSlot);
  node::close_gap(from.low, from.count, own, kLowest);
  --from.count;
  if (from.parent == kNoSlot && from.count == 1) {
    root_ = from.child[0];
    root_is_leaf_ = from.above_leaves;
    set_parent(root_, root_is_leaf_, kNoSlot);
    inners_.remove(parent);
    return own == 0;
  }
  const Key before = from.top;
  from.top = loops_.greatest(from.largest);
  if (from.top != before) {
    carry_up(parent, from.parent, from.place, before, from.top);
  }
  return own == 0;
}

void FreeIndex::value_came(std::uint32_t leaf, Key usable) {
  Leaf& in = leaves_[leaf];
  const Key before = in.top;
  if (usable > before) {
    in.top = usable;
    carry_up(leaf, in.parent, in.place, before, usable);
  }
}

void FreeIndex::value_went(std::uint32_t leaf, Key usable) {
  Leaf& in = leaves_[leaf];
  if (usable < in.top) {
    return;
  }
  in.top = loops_.greatest(in.usable);
  if (in.top != usable) {
    carry_up(leaf, in.parent, in.place, usable, in.top);
  }
}

/// The top of `node` was `before` and is `now`: carries that up as far as it matters. `place` is where `up`, its
/// parent, was last seen to have it.
void FreeIndex::carry_up(std::uint32_t node, std::uint32_t up, std::uint32_t& place, Key before, Key now) {
  std::uint32_t* own = &place;
  while (up != kNoSlot) {
    Inner& inner = inners_[up];
    if (inner.child[*own] != node) {
      *own = loops_.index_of(inner.child, node);
    }
    inner.largest[*own] = now;
    const Key top = inner.top;
    if (std::max(now, before) < top) {
      return;
    }
    now = now >= top ? now : loops_.greatest(inner.largest);
    if (now == top) {
      return;
    }
    inner.top = now;
    before = top;
    node = up;
    up = inner.parent;
    own = &inner.place;
  }
}

void FreeIndex::set_parent(std::uint32_t node, bool is_leaf, std::uint32_t parent) {
  (is_leaf ? leaves_[node].parent : inners_[node].parent) = parent;
}

std::uint32_t FreeIndex::parent_of(std::uint32_t node, bool is_leaf) const {
  return is_leaf ? leaves_[node].parent : inners_[node].parent;
}

FreeIndex::Key FreeIndex::top_of(std::uint32_t node, bool is_leaf) const {
  return is_leaf ? leaves_[node].top : inners_[node].top;
}

}  // namespace arenasim::core
