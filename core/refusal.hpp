// Why a reservation was not served: a value, never an exception.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include <tl/expected.hpp>

namespace arenasim::core {

/// spec/arena.md: what a reservation can say instead of a place.
enum class Refusal : std::uint8_t {
  out_of_memory,          ///< the device refused a page
  too_large,              ///< no page could ever hold it
  page_sizes_exhausted,   ///< every page size of the arena is in use
  page_update_forbidden,  ///< the stream records and nothing held has room
};

inline constexpr std::array kRefusals{Refusal::out_of_memory, Refusal::too_large, Refusal::page_sizes_exhausted,
                                      Refusal::page_update_forbidden};

/// As reports spell it: `out_of_memory`.
[[nodiscard]] constexpr std::string_view name(Refusal refusal) {
  constexpr std::array<std::string_view, kRefusals.size()> names{"out_of_memory", "too_large", "page_sizes_exhausted",
                                                                 "page_update_forbidden"};
  return names[static_cast<std::size_t>(refusal)];
}

template <class Value>
using Result = tl::expected<Value, Refusal>;

}  // namespace arenasim::core
