// The line, or plane, that misses measured values least, none of its coefficients below 0.
#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace arenasim::sim::calibration {

/// The most coefficients that a cost has: a wait, a constant and a rate.
inline constexpr std::size_t kCoefficients = 3;

/// One measurement: `value` should be the sum of the factors times the coefficients. `value` is above 0.
struct Equation {
  std::array<double, kCoefficients> factors{};
  double value = 0;
};

/// The coefficients, each at least 0, for which the sum of the squares of the relative errors is least: a millisecond's
/// worth of small pages counts as much as a second's worth of large ones. A coefficient that no equation speaks of is
/// 0.
[[nodiscard]] std::array<double, kCoefficients> least_squares(std::span<const Equation> equations);

}  // namespace arenasim::sim::calibration
