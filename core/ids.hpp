// Names of things, each a type of its own.
#pragma once

#include <compare>
#include <cstdint>
#include <limits>

namespace arenasim::core {

/// A number that names one kind of thing and nothing else.
template <class Kind, class Number>
class Id {
 public:
  constexpr Id() = default;
  constexpr explicit Id(Number number) : number_(number) {}

  [[nodiscard]] constexpr Number number() const { return number_; }
  friend constexpr auto operator<=>(Id, Id) = default;

 private:
  Number number_ = 0;
};

/// A device allocation, numbered by the device in the order they are granted, from 0; never used again.
using PageId = Id<struct PageKind, std::uint64_t>;

/// An allocation as whoever drives an allocator numbers it: dense, used again once it is freed, so that tables are
/// indexed by it. What a trace calls the allocation is not known in this room.
using AllocationId = Id<struct AllocationKind, std::uint32_t>;

/// A queue of the device on which work runs in order.
using StreamId = Id<struct StreamKind, std::int32_t>;

/// No allocation.
inline constexpr AllocationId kNoAllocation{std::numeric_limits<std::uint32_t>::max()};

}  // namespace arenasim::core
