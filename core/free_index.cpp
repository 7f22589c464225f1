#include "core/free_index.hpp"

#include <algorithm>

#include "core/free_index_node.hpp"

namespace arenasim::core {
FreeIndex::FreeIndex(Slab<Slice>& slices) : slices_(&slices) {
  Leaf first{};
  first.low = node::kLowest;
  first.high = node::kHighest;
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
  node::open_gap(into.usable, into.count, position);
  node::open_gap(into.slice, into.count, position);
  node::open_gap(into.address, into.count, position);
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
  node::close_gap(from.usable, from.count, position);
  node::close_gap(from.slice, from.count, position);
  node::close_gap(from.address, from.count, position);
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
  const std::uint32_t found = node::first_at_least(in.usable, first, in.count, needed.count());
  return found < in.count ? in.slice[found] : first_fit_behind(leaf, needed);
}

SliceSlot FreeIndex::first_fit_behind(std::uint32_t leaf, Bytes needed) const {
  std::uint32_t node = leaf;
  bool is_leaf = true;
  for (std::uint32_t up = leaves_[leaf].parent; up != kNoSlot; up = inners_[up].parent) {
    const Inner& inner = inners_[up];
    const std::uint32_t own = node::index_in(inner.child, inner.count, node);
    const std::uint32_t found = node::first_at_least(inner.largest, own + 1, inner.count, needed.count());
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
    node = inner.child[node::first_at_least(inner.largest, 0, inner.count - 1, needed.count())];
    is_leaf = inner.above_leaves;
  }
  const Leaf& leaf = leaves_[node];
  const std::uint32_t found = node::first_at_least(leaf.usable, 0, leaf.count, needed.count());
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
  return node::index_in(leaf.slice, leaf.count, slice);
}

}  // namespace arenasim::core
