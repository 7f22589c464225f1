#include "core/free_index.hpp"

#include <algorithm>
#include <cstddef>

#include "core/split_point.hpp"

namespace arenasim::core {
namespace {

// A leaf that comes down to so few entries gives them to its neighbours where they have room. A split leaves more.
constexpr std::uint32_t kSparse = 12;
static_assert(kSparse < node::kWidth / 2);

void fetch(const void* begin, const void* end) {
  constexpr std::ptrdiff_t line = 64;
  for (const auto* at = static_cast<const std::byte*>(begin); at < end; at += line) {
    __builtin_prefetch(at, 1);
  }
}

/// How many of `count` addresses, in order, are not behind `address`.
std::uint32_t count_up_to(const Address* first, std::uint32_t count, Address address) {
  return static_cast<std::uint32_t>(split_point(first, count, [address](Address each) { return each <= address; }));
}

}  // namespace

FreeIndex::FreeIndex(Slab<Slice>& slices) : slices_(&slices) {
  Leaf first{};
  first.usable.fill(node::kNoKey);
  first.slice.fill(kNoSlot);
  first.top = node::kNoKey;
  first.low = kLowest;
  first.high = kHighest;
  first.parent = first.previous = first.next = kNoSlot;
  root_ = leaves_.add(first);
}

void FreeIndex::insert(SliceSlot slice, Address address, Bytes usable) {
  std::uint32_t leaf = leaf_for(address);
  if (leaves_[leaf].count == kWidth) {
    make_room(leaf);
    leaf = leaf_for(address);
  }
  const Leaf& found = leaves_[leaf];
  put(leaf, count_up_to(found.address.data(), found.count, address), slice, address, usable);
  ++size_;
  total_ += usable.count();
}

void FreeIndex::put(std::uint32_t leaf, std::uint32_t position, SliceSlot slice, Address address, Bytes usable) {
  Leaf& into = leaves_[leaf];
  node::open_gap(into.usable, into.count, position);
  node::open_gap(into.slice, into.count, position);
  node::open_gap(into.address, into.count, position);
  into.usable[position] = node::key_of(usable);
  into.slice[position] = slice;
  into.address[position] = address;
  ++into.count;
  (*slices_)[slice].note_leaf(leaf);
  value_came(leaf, node::key_of(usable));
}

void FreeIndex::erase(SliceSlot slice) {
  const std::uint32_t leaf = (*slices_)[slice].leaf();
  Leaf& from = leaves_[leaf];
  const std::uint32_t position = position_of(from, slice);
  const Key usable = from.usable[position];
  total_ -= node::size_of(usable).count();
  node::close_gap(from.usable, from.count, position, node::kNoKey);
  node::close_gap(from.slice, from.count, position, kNoSlot);
  node::close_gap(from.address, from.count, position, kLowest);
  --from.count;
  --size_;
  (*slices_)[slice].note_leaf(kNoSlot);
  if (from.count == 0 && from.parent != kNoSlot) {
    drop_leaf(leaf);
  } else {
    value_went(leaf, usable);
    if (from.count == kSparse) {
      dissolve(leaf);
    }
  }
}

void FreeIndex::change(SliceSlot slice, Address address, Bytes usable) {
  const std::uint32_t leaf = (*slices_)[slice].leaf();
  const Leaf& in = leaves_[leaf];
  if (address < in.low || address >= in.high) {
    erase(slice);
    insert(slice, address, usable);
    return;
  }
  set(leaf, position_of(in, slice), address, usable);
}

void FreeIndex::set(std::uint32_t leaf, std::uint32_t position, Address address, Bytes usable) {
  Leaf& in = leaves_[leaf];
  const Key before = in.usable[position];
  const Key now = node::key_of(usable);
  in.address[position] = address;
  in.usable[position] = now;
  total_ = total_ - node::size_of(before).count() + usable.count();
  if (now > before) {
    value_came(leaf, now);
  } else if (now < before) {
    value_went(leaf, before);
  }
}

void FreeIndex::expect_insert(Address address) const {
  const Leaf& leaf = leaves_[leaf_for(address)];
  fetch(&leaf, &leaf + 1);
}

void FreeIndex::expect_change(SliceSlot slice) const {
  if (const std::uint32_t leaf = (*slices_)[slice].leaf(); leaf != kNoSlot) {
    const Leaf& in = leaves_[leaf];
    fetch(&in.usable, &in.slice + 1);
    fetch(&in.low, &in + 1);
  }
}

SliceSlot FreeIndex::first_fit(Bytes needed) {
  if (largest() < needed) {
    return kNoSlot;
  }
  const Spot found = first_fit_below(root_, root_is_leaf_, node::key_of(needed));
  last_position_ = found.position % kWidth;
  return slice_at(found);
}

SliceSlot FreeIndex::first_fit_from(Address from, Bytes needed) const {
  const std::uint32_t leaf = leaf_for(from);
  const Leaf& in = leaves_[leaf];
  const auto* const begin = std::lower_bound(in.address.begin(), in.address.begin() + in.count, from);
  const auto first = static_cast<std::uint32_t>(begin - in.address.begin());
  const std::uint32_t found = loops_.first_at_least(in.usable, first, in.count, node::key_of(needed));
  return found < in.count ? in.slice[found] : first_fit_behind(leaf, node::key_of(needed));
}

SliceSlot FreeIndex::first_fit_behind(std::uint32_t leaf, Key needed) const {
  std::uint32_t node = leaf;
  bool is_leaf = true;
  for (std::uint32_t up = leaves_[leaf].parent; up != kNoSlot; up = inners_[up].parent) {
    const Inner& inner = inners_[up];
    const std::uint32_t own = loops_.index_of(inner.child, node);
    const std::uint32_t found = loops_.first_at_least(inner.largest, own + 1, inner.count, needed);
    if (found < inner.count) {
      return slice_at(first_fit_below(inner.child[found], is_leaf, needed));
    }
    node = up;
    is_leaf = false;
  }
  return kNoSlot;
}

FreeIndex::Spot FreeIndex::first_fit_below(std::uint32_t node, bool is_leaf, Key needed) const {
  while (!is_leaf) {
    const Inner& inner = inners_[node];
    node = inner.child[loops_.first_at_least(inner.largest, 0, inner.count - 1, needed)];
    is_leaf = inner.above_leaves;
  }
  const Leaf& leaf = leaves_[node];
  return {node, loops_.first_at_least(leaf.usable, 0, leaf.count, needed)};
}

SliceSlot FreeIndex::slice_at(Spot spot) const {
  const Leaf& leaf = leaves_[spot.leaf];
  return spot.position < leaf.count ? leaf.slice[spot.position] : kNoSlot;
}

SliceSlot FreeIndex::after(SliceSlot slice) const {
  const Leaf& leaf = leaves_[(*slices_)[slice].leaf()];
  const std::uint32_t position = position_of(leaf, slice) + 1;
  if (position < leaf.count) {
    return leaf.slice[position];
  }
  return leaf.next == kNoSlot ? kNoSlot : leaves_[leaf.next].slice[0];
}

Bytes FreeIndex::largest() const {
  return node::size_of(top_of(root_, root_is_leaf_));
}

std::uint32_t FreeIndex::leaf_for(Address address) const {
  std::uint32_t node = root_;
  bool is_leaf = root_is_leaf_;
  while (!is_leaf) {
    const Inner& inner = inners_[node];
    node = inner.child[count_up_to(inner.low.data() + 1, inner.count - 1, address)];
    is_leaf = inner.above_leaves;
  }
  return node;
}

std::uint32_t FreeIndex::position_of(const Leaf& leaf, SliceSlot slice) const {
  return leaf.slice[last_position_] == slice ? last_position_ : loops_.index_of(leaf.slice, slice);
}

}  // namespace arenasim::core
