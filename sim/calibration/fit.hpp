// From measured steps to the cost model that explains them best, and how far it is off.
#pragma once

#include <span>
#include <vector>

#include "sim/calibration/measure.hpp"
#include "sim/cost_model.hpp"

namespace arenasim::sim::calibration {

/// All samples of one step and size, against the model.
struct Residual {
  Step step{};
  core::Bytes size;
  std::uint64_t count = 1;  ///< of copies
  std::uint64_t samples_count = 0;
  double measured_ns = 0;   ///< the median
  double predicted_ns = 0;  ///< by the model

  /// How far off the model is, as a part of what was measured.
  [[nodiscard]] double error() const { return measured_ns == 0 ? 0 : predicted_ns / measured_ns - 1; }
};

struct Fit {
  CostModel model;
  std::vector<Residual> residuals;  ///< by step, then size
};

/// From the medians of equal steps: grants as a constant and a rate; copies as a wait, a constant and a rate; releases
/// and refusals, for which the model has a constant alone, as the median over sizes. `release_waits_device` stays
/// false: a release is measured on a device that does nothing.
[[nodiscard]] Fit fit(std::span<const Sample> samples);

}  // namespace arenasim::sim::calibration
