// The loops over the 32 values of a node, in vectors of 32 bytes (x86-64-v3) where the machine has them.
#pragma once

#include <array>
#include <cstdint>

namespace arenasim::core::wide {

inline constexpr std::uint32_t kWidth = 32;

// To be called only where `may_use_vectors`. They look at all 32 values.

/// One bit for each value that is at least `needed`, the first one's lowest.
[[nodiscard]] std::uint32_t at_least(const std::array<std::int64_t, kWidth>& values, std::int64_t needed);

/// One bit for each value that is `wanted`.
[[nodiscard]] std::uint32_t equal(const std::array<std::uint32_t, kWidth>& values, std::uint32_t wanted);

[[nodiscard]] std::int64_t greatest(const std::array<std::int64_t, kWidth>& values);

}  // namespace arenasim::core::wide
