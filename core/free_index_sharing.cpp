// How leaves of the free index share entries with their neighbours, so that few are far from full: a full one gives
// some away before it splits, and one with few entries gives all away and is no more. Neighbours have the same parent,
// so that nothing changes above it.
#include <algorithm>

#include "core/free_index.hpp"

namespace arenasim::core {
namespace {

// A leaf takes entries of its neighbours until it has so many. Two that are fuller leave no room to share: one splits.
constexpr std::uint32_t kFull = 31;
static_assert(kFull < node::kWidth, "what is shared makes room in a full leaf");

/// The last `moved` of the first `left_count` values go before the first `right_count` on the right.
template <class Values>
void move_right(Values& left, std::uint32_t left_count, Values& right, std::uint32_t right_count, std::uint32_t moved,
                typename Values::value_type none) {
  std::copy_backward(right.begin(), right.begin() + right_count, right.begin() + right_count + moved);
  auto* const first = left.begin() + (left_count - moved);
  std::copy(first, first + moved, right.begin());
  std::fill(first, first + moved, none);
}

/// The first `moved` of the first `right_count` values go behind the first `left_count` on the left.
template <class Values>
void move_left(Values& left, std::uint32_t left_count, Values& right, std::uint32_t right_count, std::uint32_t moved,
               typename Values::value_type none) {
  auto* const end = right.begin() + right_count;
  std::copy(right.begin(), right.begin() + moved, left.begin() + left_count);
  std::copy(right.begin() + moved, end, right.begin());
  std::fill(end - moved, end, none);
}

}  // namespace

void FreeIndex::make_room(std::uint32_t leaf) {
  if (const std::uint32_t parent = leaves_[leaf].parent; parent != kNoSlot) {
    const Inner& in = inners_[parent];
    const std::uint32_t own = loops_.index_of(in.child, leaf);
    if (own + 1 < in.count && room_in(leaves_[in.child[own + 1]]) > 0) {
      share(parent, own, (kWidth + leaves_[in.child[own + 1]].count) / 2);
      return;
    }
    if (own > 0 && room_in(leaves_[in.child[own - 1]]) > 0) {
      share(parent, own - 1, (kWidth + leaves_[in.child[own - 1]].count) / 2);
      return;
    }
  }
  split_leaf(leaf);
}

void FreeIndex::dissolve(std::uint32_t leaf) {
  const std::uint32_t parent = leaves_[leaf].parent;
  if (parent == kNoSlot) {
    return;
  }
  const Inner& in = inners_[parent];
  const std::uint32_t own = loops_.index_of(in.child, leaf);
  const std::uint32_t room_before = own > 0 ? room_in(leaves_[in.child[own - 1]]) : 0;
  const std::uint32_t room_behind = own + 1 < in.count ? room_in(leaves_[in.child[own + 1]]) : 0;
  const std::uint32_t count = leaves_[leaf].count;
  if (room_before + room_behind < count) {
    return;
  }
  const std::uint32_t before = room_behind >= count ? 0 : std::min(room_before, count);
  if (before > 0) {
    share(parent, own - 1, leaves_[in.child[own - 1]].count + before);
  }
  if (before < count) {
    share(parent, own, 0);
  }
  drop_leaf(leaf);
}

/// How many entries of its neighbours a leaf takes.
std::uint32_t FreeIndex::room_in(const Leaf& leaf) {
  return leaf.count < kFull ? kFull - leaf.count : 0;
}

/// The child at `place` gets so many of the entries of itself and the one behind it, which has the others.
void FreeIndex::share(std::uint32_t parent, std::uint32_t place, std::uint32_t count) {
  Inner& in = inners_[parent];
  Leaf& left = leaves_[in.child[place]];
  Leaf& right = leaves_[in.child[place + 1]];
  if (count < left.count) {
    const std::uint32_t moved = left.count - count;
    move_right(left.usable, left.count, right.usable, right.count, moved, node::kNoKey);
    move_right(left.slice, left.count, right.slice, right.count, moved, kNoSlot);
    move_right(left.address, left.count, right.address, right.count, moved, kLowest);
    note_leaf(right, in.child[place + 1], 0, moved);
  } else {
    const std::uint32_t moved = count - left.count;
    move_left(left.usable, left.count, right.usable, right.count, moved, node::kNoKey);
    move_left(left.slice, left.count, right.slice, right.count, moved, kNoSlot);
    move_left(left.address, left.count, right.address, right.count, moved, kLowest);
    note_leaf(left, in.child[place], left.count, count);
  }
  right.count = left.count + right.count - count;
  left.count = count;
  left.top = loops_.greatest(left.usable);
  right.top = loops_.greatest(right.usable);
  in.largest[place] = left.top;
  in.largest[place + 1] = right.top;
  if (right.count != 0) {
    left.high = right.low = in.low[place + 1] = right.address[0];
  }
}

/// The slices of entries from `begin` to before `end` are in that leaf now.
void FreeIndex::note_leaf(const Leaf& in, std::uint32_t leaf, std::uint32_t begin, std::uint32_t end) {
  for (std::uint32_t i = begin; i < end; ++i) {
    (*slices_)[in.slice[i]].note_leaf(leaf);
  }
}

}  // namespace arenasim::core
