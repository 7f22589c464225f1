#include "sim/calibration/least_squares.hpp"

#include <cmath>
#include <vector>

namespace arenasim::sim::calibration {
namespace {

using Coefficients = std::array<double, kCoefficients>;

/// One row of the normal equations: factors, then the value.
using Row = std::array<double, kCoefficients + 1>;
using Rows = std::array<Row, kCoefficients>;

/// The normal equations over the chosen coefficients; the others are fixed at 0.
Rows normal_equations(std::span<const Equation> equations, const std::vector<std::size_t>& chosen) {
  Rows rows{};
  for (const Equation& equation : equations) {
    for (const std::size_t row : chosen) {
      const double factor = equation.factors.at(row) / equation.value;
      rows.at(row).back() += factor;
      for (const std::size_t column : chosen) {
        rows.at(row).at(column) += factor * equation.factors.at(column) / equation.value;
      }
    }
  }
  return rows;
}

/// By elimination: their matrix is symmetric and positive where they determine anything, so no pivot is looked for.
/// Not numbers where they do not.
Coefficients solved(std::span<const Equation> equations, const std::vector<std::size_t>& chosen) {
  Rows rows = normal_equations(equations, chosen);
  for (const std::size_t pivot : chosen) {
    const double divisor = rows.at(pivot).at(pivot);
    for (double& value : rows.at(pivot)) {
      value /= divisor;
    }
    for (const std::size_t row : chosen) {
      const double times = rows.at(row).at(pivot);
      for (std::size_t column = 0; row != pivot && column <= kCoefficients; ++column) {
        rows.at(row).at(column) -= times * rows.at(pivot).at(column);
      }
    }
  }
  Coefficients result{};
  for (const std::size_t row : chosen) {
    result.at(row) = rows.at(row).back();
  }
  return result;
}

double squared_errors(std::span<const Equation> equations, const Coefficients& coefficients) {
  double sum = 0;
  for (const Equation& equation : equations) {
    double value = 0;
    for (std::size_t i = 0; i < kCoefficients; ++i) {
      value += equation.factors.at(i) * coefficients.at(i);
    }
    const double error = value / equation.value - 1;
    sum += error * error;
  }
  return sum;
}

bool usable(const Coefficients& coefficients) {
  for (const double coefficient : coefficients) {
    if (!std::isfinite(coefficient) || coefficient < 0) {
      return false;
    }
  }
  return true;
}

}  // namespace

Coefficients least_squares(std::span<const Equation> equations) {
  // So few coefficients: the best of every choice of those that are not 0.
  Coefficients best{};
  double least = squared_errors(equations, best);
  for (unsigned choice = 1; choice < 1U << kCoefficients; ++choice) {
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < kCoefficients; ++i) {
      if ((choice >> i & 1U) != 0) {
        chosen.push_back(i);
      }
    }
    const Coefficients found = solved(equations, chosen);
    if (usable(found) && squared_errors(equations, found) < least) {
      best = found;
      least = squared_errors(equations, found);
    }
  }
  return best;
}

}  // namespace arenasim::sim::calibration
