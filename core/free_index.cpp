#include "core/free_index.hpp"

#include <algorithm>
#include <limits>

namespace arenasim::core {
namespace {

constexpr Address kLowest{};
constexpr Address kHighest{PageId{std::numeric_limits<std::uint64_t>::max()}, Bytes::max()};

/// Makes room for one more at `position` of the first `count` values.
template <class Values>
void open_gap(Values& values, std::uint32_t count, std::uint32_t position) {
  std::copy_backward(values.begin() + position, values.begin() + count, values.begin() + count + 1);
}

template <class Values>
void close_gap(Values& values, std::uint32_t count, std::uint32_t position) {
  std::copy(values.begin() + position + 1, values.begin() + count, values.begin() + position);
}

template <class Values>
std::uint32_t index_in(const Values& values, std::uint32_t count, std::uint32_t value) {
  return static_cast<std::uint32_t>(std::find(values.begin(), values.begin() + count, value) - values.begin());
}

template <class Values>
std::uint64_t greatest(const Values& values, std::uint32_t count) {
  std::uint64_t most = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    most = std::max(most, values[i]);
  }
  return most;
}

/// The first of `count` values that is at least `needed`; `count` when none is.
template <class Values>
std::uint32_t first_at_least(const Values& values, std::uint32_t begin, std::uint32_t count, std::uint64_t needed) {
  std::uint32_t i = begin;
  while (i < count && values[i] < needed) {
    ++i;
  }
  return i;
}

}  // namespace

FreeIndex::FreeIndex(Slab<Slice>& slices) : slices_(&slices) {
  Leaf first{};
  first.low = kLowest;
  first.high = kHighest;
  first.parent = first.previous = first.next = kNoSlot;
  root_ = leaves_.add(first);
}

void FreeIndex::insert(SliceSlot slice, Address address, Bytes usable) {
  std::uint32_t leaf = leaf_for(address);
  if (leaves_[leaf].count == kWidth) {
    split_leaf(leaf);
    leaf = leaf_for(address);
  }
  const Leaf& found = leaves_[leaf];
  const auto* const behind = std::upper_bound(found.address.begin(), found.address.begin() + found.count, address);
  put(leaf, static_cast<std::uint32_t>(behind - found.address.begin()), slice, address, usable);
  ++size_;
  total_ += usable.count();
}

void FreeIndex::put(std::uint32_t leaf, std::uint32_t position, SliceSlot slice, Address address, Bytes usable) {
  Leaf& into = leaves_[leaf];
  open_gap(into.usable, into.count, position);
  open_gap(into.slice, into.count, position);
  open_gap(into.address, into.count, position);
  into.usable[position] = usable.count();
  into.slice[position] = slice;
  into.address[position] = address;
  ++into.count;
  (*slices_)[slice].leaf = leaf;
  value_came(leaf, usable.count());
}

void FreeIndex::erase(SliceSlot slice) {
  const std::uint32_t leaf = (*slices_)[slice].leaf;
  Leaf& from = leaves_[leaf];
  const std::uint32_t position = position_of(from, slice);
  const std::uint64_t usable = from.usable[position];
  total_ -= usable;
  close_gap(from.usable, from.count, position);
  close_gap(from.slice, from.count, position);
  close_gap(from.address, from.count, position);
  --from.count;
  --size_;
  (*slices_)[slice].leaf = kNoSlot;
  if (from.count == 0 && from.parent != kNoSlot) {
    drop_leaf(leaf);
  } else {
    value_went(leaf, usable);
  }
}

void FreeIndex::change(SliceSlot slice, Address address, Bytes usable) {
  const std::uint32_t leaf = (*slices_)[slice].leaf;
  Leaf& in = leaves_[leaf];
  if (address < in.low || address >= in.high) {
    erase(slice);
    insert(slice, address, usable);
    return;
  }
  const std::uint32_t position = position_of(in, slice);
  const std::uint64_t before = in.usable[position];
  in.address[position] = address;
  in.usable[position] = usable.count();
  total_ = total_ - before + usable.count();
  if (usable.count() > before) {
    value_came(leaf, usable.count());
  } else if (usable.count() < before) {
    value_went(leaf, before);
  }
}

void FreeIndex::replace(SliceSlot slice, SliceSlot heir, Address address, Bytes usable) {
  const std::uint32_t leaf = (*slices_)[slice].leaf;
  Leaf& in = leaves_[leaf];
  in.slice[position_of(in, slice)] = heir;
  (*slices_)[slice].leaf = kNoSlot;
  (*slices_)[heir].leaf = leaf;
  change(heir, address, usable);
}

SliceSlot FreeIndex::first_fit(Bytes needed) const {
  return largest() < needed ? kNoSlot : first_fit_below(root_, root_is_leaf_, needed);
}

SliceSlot FreeIndex::first_fit_from(Address from, Bytes needed) const {
  const std::uint32_t leaf = leaf_for(from);
  const Leaf& in = leaves_[leaf];
  const auto* const begin = std::lower_bound(in.address.begin(), in.address.begin() + in.count, from);
  const auto first = static_cast<std::uint32_t>(begin - in.address.begin());
  const std::uint32_t found = first_at_least(in.usable, first, in.count, needed.count());
  return found < in.count ? in.slice[found] : first_fit_behind(leaf, needed);
}

SliceSlot FreeIndex::first_fit_behind(std::uint32_t leaf, Bytes needed) const {
  std::uint32_t node = leaf;
  bool is_leaf = true;
  for (std::uint32_t up = leaves_[leaf].parent; up != kNoSlot; up = inners_[up].parent) {
    const Inner& inner = inners_[up];
    const std::uint32_t own = index_in(inner.child, inner.count, node);
    const std::uint32_t found = first_at_least(inner.largest, own + 1, inner.count, needed.count());
    if (found < inner.count) {
      return first_fit_below(inner.child[found], is_leaf, needed);
    }
    node = up;
    is_leaf = false;
  }
  return kNoSlot;
}

SliceSlot FreeIndex::first_fit_below(std::uint32_t node, bool is_leaf, Bytes needed) const {
  while (!is_leaf) {
    const Inner& inner = inners_[node];
    node = inner.child[first_at_least(inner.largest, 0, inner.count - 1, needed.count())];
    is_leaf = inner.above_leaves;
  }
  const Leaf& leaf = leaves_[node];
  const std::uint32_t found = first_at_least(leaf.usable, 0, leaf.count, needed.count());
  return found < leaf.count ? leaf.slice[found] : kNoSlot;
}

SliceSlot FreeIndex::after(SliceSlot slice) const {
  const Leaf& leaf = leaves_[(*slices_)[slice].leaf];
  const std::uint32_t position = position_of(leaf, slice) + 1;
  if (position < leaf.count) {
    return leaf.slice[position];
  }
  return leaf.next == kNoSlot ? kNoSlot : leaves_[leaf.next].slice[0];
}

Bytes FreeIndex::largest() const {
  return Bytes{top_of(root_, root_is_leaf_)};
}

std::uint32_t FreeIndex::leaf_for(Address address) const {
  std::uint32_t node = root_;
  bool is_leaf = root_is_leaf_;
  while (!is_leaf) {
    const Inner& inner = inners_[node];
    const auto* const behind = std::upper_bound(inner.low.begin() + 1, inner.low.begin() + inner.count, address);
    node = inner.child[static_cast<std::size_t>(behind - inner.low.begin()) - 1];
    is_leaf = inner.above_leaves;
  }
  return node;
}

std::uint32_t FreeIndex::position_of(const Leaf& leaf, SliceSlot slice) const {
  return index_in(leaf.slice, leaf.count, slice);
}

void FreeIndex::split_leaf(std::uint32_t leaf) {
  constexpr std::uint32_t half = kWidth / 2;
  Leaf right{};
  Leaf& left = leaves_[leaf];
  std::copy(left.usable.begin() + half, left.usable.end(), right.usable.begin());
  std::copy(left.slice.begin() + half, left.slice.end(), right.slice.begin());
  std::copy(left.address.begin() + half, left.address.end(), right.address.begin());
  left.count = right.count = half;
  left.top = greatest(left.usable, half);
  right.top = greatest(right.usable, half);
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
  for (std::uint32_t i = 0; i < half; ++i) {
    (*slices_)[right.slice[i]].leaf = added;
  }
  add_child(leaf, true, added, right.low);
}

void FreeIndex::split_inner(std::uint32_t inner) {
  constexpr std::uint32_t half = kWidth / 2;
  Inner right{};
  Inner& left = inners_[inner];
  std::copy(left.largest.begin() + half, left.largest.end(), right.largest.begin());
  std::copy(left.child.begin() + half, left.child.end(), right.child.begin());
  std::copy(left.low.begin() + half, left.low.end(), right.low.begin());
  left.count = right.count = half;
  left.top = greatest(left.largest, half);
  right.top = greatest(right.largest, half);
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
  const std::uint32_t own = index_in(into.child, into.count, left);
  open_gap(into.largest, into.count, own + 1);
  open_gap(into.child, into.count, own + 1);
  open_gap(into.low, into.count, own + 1);
  ++into.count;
  into.child[own + 1] = right;
  into.low[own + 1] = low;
  into.largest[own] = top_of(left, leaves);
  into.largest[own + 1] = top_of(right, leaves);
  into.top = greatest(into.largest, into.count);
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
  const std::uint32_t own = index_in(from.child, from.count, child);
  if (own == 0) {
    from.low[1] = from.low[0];
  }
  close_gap(from.largest, from.count, own);
  close_gap(from.child, from.count, own);
  close_gap(from.low, from.count, own);
  --from.count;
  if (from.parent == kNoSlot && from.count == 1) {
    root_ = from.child[0];
    root_is_leaf_ = from.above_leaves;
    set_parent(root_, root_is_leaf_, kNoSlot);
    inners_.remove(parent);
    return own == 0;
  }
  const std::uint64_t before = from.top;
  from.top = greatest(from.largest, from.count);
  if (from.top != before) {
    top_changed(parent, false, before);
  }
  return own == 0;
}

void FreeIndex::value_came(std::uint32_t leaf, std::uint64_t usable) {
  const std::uint64_t before = leaves_[leaf].top;
  if (usable > before) {
    leaves_[leaf].top = usable;
    top_changed(leaf, true, before);
  }
}

void FreeIndex::value_went(std::uint32_t leaf, std::uint64_t usable) {
  Leaf& in = leaves_[leaf];
  if (usable < in.top) {
    return;
  }
  in.top = greatest(in.usable, in.count);
  if (in.top != usable) {
    top_changed(leaf, true, usable);
  }
}

/// Carries the new top of a node up as far as it matters.
void FreeIndex::top_changed(std::uint32_t node, bool is_leaf, std::uint64_t before) {
  for (std::uint32_t up = parent_of(node, is_leaf); up != kNoSlot; up = inners_[up].parent) {
    Inner& inner = inners_[up];
    const std::uint64_t now = top_of(node, is_leaf);
    const std::uint64_t top = inner.top;
    inner.largest[index_in(inner.child, inner.count, node)] = now;
    if (now < top && before < top) {
      return;
    }
    inner.top = now >= top ? now : greatest(inner.largest, inner.count);
    if (inner.top == top) {
      return;
    }
    before = top;
    node = up;
    is_leaf = false;
  }
}

void FreeIndex::set_parent(std::uint32_t node, bool is_leaf, std::uint32_t parent) {
  (is_leaf ? leaves_[node].parent : inners_[node].parent) = parent;
}

std::uint32_t FreeIndex::parent_of(std::uint32_t node, bool is_leaf) const {
  return is_leaf ? leaves_[node].parent : inners_[node].parent;
}

std::uint64_t FreeIndex::top_of(std::uint32_t node, bool is_leaf) const {
  return is_leaf ? leaves_[node].top : inners_[node].top;
}

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
  if (in.top != greatest(in.usable, in.count)) {
    return "a leaf's top is not its largest entry";
  }
  for (std::uint32_t i = 0; i < in.count; ++i) {
    if (in.address[i] < in.low || in.address[i] >= in.high) {
      return "an entry lies outside its leaf";
    }
    if (i > 0 && in.address[i] <= in.address[i - 1]) {
      return "entries of a leaf are not in order";
    }
    if ((*slices_)[in.slice[i]].leaf != leaf) {
      return "a slice notes another leaf than the one it is in";
    }
  }
  const Address end = in.next == kNoSlot ? kHighest : leaves_[in.next].low;
  return in.high == end ? nullptr : "a leaf does not end where the next begins";
}

const char* FreeIndex::flaw_of_inner(std::uint32_t inner) const {
  const Inner& in = inners_[inner];
  if (in.top != greatest(in.largest, in.count)) {
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
  return nullptr;
}

}  // namespace arenasim::core
