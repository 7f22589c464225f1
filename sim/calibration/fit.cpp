#include "sim/calibration/fit.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <tuple>
#include <utility>

#include "sim/calibration/least_squares.hpp"

namespace arenasim::sim::calibration {
namespace {

constexpr double kMiB = 1 << 20;

std::uint64_t rounded(double value) {
  return static_cast<std::uint64_t>(std::llround(std::clamp(value, 0.0, 1e18)));
}

/// The middle one: what else a machine does now and then makes some measurements many times as long as the others.
double median(std::vector<double> values) {
  if (values.empty()) {
    return 0;
  }
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// What was measured of each step, size and count; nothing is predicted yet.
std::vector<Residual> medians_of(std::span<const Sample> samples) {
  std::map<std::tuple<Step, core::Bytes, std::uint64_t>, std::vector<double>> groups;
  for (const Sample& sample : samples) {
    const double took = std::max(1.0, static_cast<double>(sample.took.count()));
    groups[{sample.step, sample.size, sample.count}].push_back(took);
  }
  std::vector<Residual> medians;
  for (const auto& [key, values] : groups) {
    const auto& [step, size, count] = key;
    medians.push_back(
        {.step = step, .size = size, .count = count, .samples_count = values.size(), .measured_ns = median(values)});
  }
  return medians;
}

std::uint64_t constant(const std::vector<Residual>& medians, Step step) {
  std::vector<double> values;
  for (const Residual& one : medians) {
    if (one.step == step) {
      values.push_back(one.measured_ns);
    }
  }
  return rounded(median(std::move(values)));
}

void fit_grants(const std::vector<Residual>& medians, CostModel& model) {
  std::vector<Equation> equations;
  for (const Residual& one : medians) {
    if (one.step == Step::grant) {
      equations.push_back({{1, static_cast<double>(one.size.count()) / kMiB, 0}, one.measured_ns});
    }
  }
  const auto found = least_squares(equations);
  model.grant_ns = rounded(found[0]);
  model.grant_ns_per_mib = rounded(found[1]);
}

void fit_copies(const std::vector<Residual>& medians, CostModel& model) {
  std::vector<Equation> equations;
  for (const Residual& one : medians) {
    const auto count = static_cast<double>(one.count);
    if (one.step == Step::wait) {
      equations.push_back({{1, 0, 0}, one.measured_ns});
    } else if (one.step == Step::copies) {
      equations.push_back({{1, count, count * static_cast<double>(one.size.count())}, one.measured_ns});
    }
  }
  constexpr double kNanosecondsPerMicrosecond = 1000;
  const auto found = least_squares(equations);
  model.wait_ns = rounded(found[0]);
  model.copy_ns = rounded(found[1]);
  model.copy_bytes_per_us =
      found[2] > 0 ? std::max<std::uint64_t>(1, rounded(kNanosecondsPerMicrosecond / found[2])) : 0;
}

double predicted(const CostModel& model, const Residual& residual) {
  switch (residual.step) {
    case Step::grant:
      return static_cast<double>(model.grant(residual.size).count());
    case Step::refuse:
      return static_cast<double>(model.refuse_ns);
    case Step::release:
      return static_cast<double>(model.release_ns);
    case Step::wait:
      return static_cast<double>(model.wait_ns);
    case Step::copies:
      break;
  }
  return static_cast<double>(model.wait_ns) +
         static_cast<double>(residual.count) * static_cast<double>(model.copy(residual.size).count());
}

}  // namespace

Fit fit(std::span<const Sample> samples) {
  Fit result;
  result.residuals = medians_of(samples);
  fit_grants(result.residuals, result.model);
  fit_copies(result.residuals, result.model);
  result.model.refuse_ns = constant(result.residuals, Step::refuse);
  result.model.release_ns = constant(result.residuals, Step::release);
  for (Residual& residual : result.residuals) {
    residual.predicted_ns = predicted(result.model, residual);
  }
  return result;
}

}  // namespace arenasim::sim::calibration
