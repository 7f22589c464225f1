// A place for every request of a program whose future is known, in one page as short as a simple order makes it
// (spec/policies.md, offline).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/packing/lifetime.hpp"
#include "core/units.hpp"

namespace arenasim::core {

/// The order in which buffers are placed, each at the lowest offset that no placed buffer uses while it lives.
enum class PackingOrder : std::uint8_t {
  size,      ///< falling; of equal ones the longer life first
  area,      ///< size times life, falling; of equal ones the larger first
  lifetime,  ///< falling; of equal ones the larger first. What is never freed lives until the last event
  start,     ///< rising: as they are asked for
};

inline constexpr std::array kPackingOrders{PackingOrder::size, PackingOrder::area, PackingOrder::lifetime,
                                           PackingOrder::start};

/// `size`, `area`, `lifetime`, `start`.
[[nodiscard]] std::string_view name(PackingOrder order);

struct Packing {
  PackingOrder order{};
  /// Beside the lifetimes; nothing for what nobody plans for, and for sizes that no 64 bits hold once they are aligned
  /// or placed.
  std::vector<std::optional<Bytes>> offsets;
  Bytes peak;  ///< where the highest buffer ends
};

/// The most bytes, each size rounded up to the alignment, that live at once: no packing needs less.
[[nodiscard]] Uint128 lower_bound(std::span<const Lifetime> lifetimes, Alignment alignment);

/// Every offset is a multiple of the alignment. Takes O(n log^2 n) for n buffers that pack well.
[[nodiscard]] Packing pack(std::span<const Lifetime> lifetimes, Alignment alignment, PackingOrder order);

/// By every order, as kPackingOrders has them, at the same time.
[[nodiscard]] std::vector<Packing> pack_by_every_order(std::span<const Lifetime> lifetimes, Alignment alignment);

}  // namespace arenasim::core
