// The free slices of a pool by address, each subtree knowing its largest: the first that is large enough is one
// descent.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <limits>

#include "core/free_index_loops.hpp"
#include "core/slab.hpp"
#include "core/slice.hpp"
#include "core/units.hpp"

namespace arenasim::core {

/// Where a slice starts. Pages of a pool are numbered in the order they were added, so this order is the order in which
/// the reference looks.
struct Address {
  PageId page{};
  Bytes offset{};
  friend bool operator==(const Address&, const Address&) = default;
  /// One comparison of both numbers together: which comes first is as good as random, and a jump would be guessed
  /// wrong.
  friend std::strong_ordering operator<=>(const Address& left, const Address& right) {
    return left.joined() <=> right.joined();
  }

 private:
  [[nodiscard]] Uint128 joined() const { return (Uint128{page.number()} << 64U) | offset.count(); }
};

inline constexpr Address kLowest{};
inline constexpr Address kHighest{PageId{std::numeric_limits<std::uint64_t>::max()}, Bytes::max()};

/// A B+-tree whose nodes keep the largest size below them. Each entry is a slice; the slice notes its leaf.
class FreeIndex {
 public:
  /// `slices` outlives it.
  explicit FreeIndex(Slab<Slice>& slices);

  /// Adds a slice that is not in the index. `usable` is the largest request it can take.
  void insert(SliceSlot slice, Address address, Bytes usable);

  /// Removes a slice that is in the index.
  void erase(SliceSlot slice);

  /// A slice of the index has another start or size; it passed no other entry.
  void change(SliceSlot slice, Address address, Bytes usable);

  /// An entry will be added there soon, or one will change: time to fetch what that touches.
  void expect_insert(Address address) const;
  void expect_change(SliceSlot slice) const;

  /// The entry of lowest address that can take `needed`; kNoSlot when none can.
  [[nodiscard]] SliceSlot first_fit(Bytes needed);

  /// The same among entries at or behind `from`.
  [[nodiscard]] SliceSlot first_fit_from(Address from, Bytes needed) const;

  /// The entry behind `slice`, kNoSlot at the end.
  [[nodiscard]] SliceSlot after(SliceSlot slice) const;

  /// The largest request any entry can take; 0 when there is none.
  [[nodiscard]] Bytes largest() const;

  [[nodiscard]] std::size_t size() const { return size_; }

  /// What the entries can take together.
  [[nodiscard]] Uint128 total() const { return total_; }

  /// Empty when the tree is sound: order, bounds, maxima and the slices' notes. Else what is wrong.
  [[nodiscard]] const char* flaw() const;

 private:
  using Key = node::Key;
  static constexpr std::uint32_t kWidth = node::kWidth;

  struct alignas(32) Leaf {
    node::Keys usable{};
    node::Slots slice{};  ///< kNoSlot where there is no entry
    std::array<Address, kWidth> address;
    Address low;   ///< entries are at or behind it
    Address high;  ///< and before it
    Key top{};     ///< the largest of `usable`
    std::uint32_t count = 0;
    std::uint32_t parent = 0;
    std::uint32_t place = 0;  ///< in its parent, when it was last looked for
    std::uint32_t previous = 0;
    std::uint32_t next = 0;
  };

  struct alignas(32) Inner {
    node::Keys largest{};
    node::Slots child{};              ///< kNoSlot where there is none
    std::array<Address, kWidth> low;  ///< of each child; the first is not looked at
    Key top{};                        ///< the largest of `largest`
    std::uint32_t count = 0;
    std::uint32_t parent = 0;
    std::uint32_t place = 0;  ///< in its parent, when it was last looked for
    bool above_leaves = false;
  };

  /// Where an entry is; the position is the leaf's count where there is none.
  struct Spot {
    std::uint32_t leaf;
    std::uint32_t position;
  };

  [[nodiscard]] std::uint32_t leaf_for(Address address) const;
  [[nodiscard]] std::uint32_t position_of(const Leaf& leaf, SliceSlot slice) const;
  [[nodiscard]] SliceSlot first_fit_behind(std::uint32_t leaf, Key needed) const;
  [[nodiscard]] Spot first_fit_below(std::uint32_t node, bool is_leaf, Key needed) const;
  [[nodiscard]] SliceSlot slice_at(Spot spot) const;
  void put(std::uint32_t leaf, std::uint32_t position, SliceSlot slice, Address address, Bytes usable);
  [[gnu::noinline]] void make_room(std::uint32_t leaf);
  [[gnu::noinline]] void dissolve(std::uint32_t leaf);
  [[nodiscard]] static std::uint32_t room_in(const Leaf& leaf);
  void share(std::uint32_t parent, std::uint32_t place, std::uint32_t count);
  void note_leaf(const Leaf& in, std::uint32_t leaf, std::uint32_t begin, std::uint32_t end);
  void split_leaf(std::uint32_t leaf);
  [[gnu::noinline]] void split_inner(std::uint32_t inner);
  void add_child(std::uint32_t left, bool leaves, std::uint32_t right, Address low);
  [[gnu::noinline]] void drop_leaf(std::uint32_t leaf);
  [[nodiscard]] bool drop_child(std::uint32_t parent, std::uint32_t child);
  void set(std::uint32_t leaf, std::uint32_t position, Address address, Bytes usable);
  void value_came(std::uint32_t leaf, Key usable);
  void value_went(std::uint32_t leaf, Key usable);
  [[gnu::noinline]] void carry_up(std::uint32_t node, std::uint32_t up, std::uint32_t& place, Key before, Key now);
  void set_parent(std::uint32_t node, bool is_leaf, std::uint32_t parent);
  [[nodiscard]] std::uint32_t parent_of(std::uint32_t node, bool is_leaf) const;
  [[nodiscard]] Key top_of(std::uint32_t node, bool is_leaf) const;
  [[nodiscard]] const char* flaw_of_leaf(std::uint32_t leaf) const;
  [[nodiscard]] const char* flaw_of_inner(std::uint32_t inner) const;

  Slab<Slice>* slices_;
  Slab<Leaf> leaves_;
  Slab<Inner> inners_;
  node::Loops loops_;
  std::uint32_t last_position_ = 0;  // in its leaf, of what was found last: most likely what is asked for next
  std::uint32_t root_ = 0;
  bool root_is_leaf_ = true;
  std::size_t size_ = 0;
  Uint128 total_ = 0;
};

}  // namespace arenasim::core
