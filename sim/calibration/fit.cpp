#include "sim/calibration/fit.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "sim/calibration/least_squares.hpp"

namespace arenasim::sim::calibration {
namespace {

constexpr double kMiB = 1 << 20;

double nanoseconds(const Sample& sample) {
  return std::max(1.0, static_cast<double>(sample.took.count()));
}

std::uint64_t rounded(double value) {
  return static_cast<std::uint64_t>(std::llround(std::clamp(value, 0.0, 1e18)));
}

double mean(std::span<const Sample> samples, Step step) {
  double sum = 0;
  double count = 0;
  for (const Sample& sample : samples) {
    if (sample.step == step) {
      sum += nanoseconds(sample);
      ++count;
    }
  }
  return count == 0 ? 0 : sum / count;
}

void fit_grants(std::span<const Sample> samples, CostModel& model) {
  std::vector<Equation> equations;
  for (const Sample& sample : samples) {
    if (sample.step == Step::grant) {
      equations.push_back({{1, static_cast<double>(sample.size.count()) / kMiB, 0}, nanoseconds(sample)});
    }
  }
  const auto found = least_squares(equations);
  model.grant_ns = rounded(found[0]);
  model.grant_ns_per_mib = rounded(found[1]);
}

void fit_copies(std::span<const Sample> samples, CostModel& model) {
  std::vector<Equation> equations;
  for (const Sample& sample : samples) {
    const auto count = static_cast<double>(sample.count);
    if (sample.step == Step::wait) {
      equations.push_back({{1, 0, 0}, nanoseconds(sample)});
    } else if (sample.step == Step::copies) {
      equations.push_back({{1, count, count * static_cast<double>(sample.size.count())}, nanoseconds(sample)});
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

std::vector<Residual> residuals_of(std::span<const Sample> samples, const CostModel& model) {
  std::map<std::tuple<Step, core::Bytes, std::uint64_t>, Residual> sums;
  for (const Sample& sample : samples) {
    Residual& sum = sums[{sample.step, sample.size, sample.count}];
    sum.step = sample.step;
    sum.size = sample.size;
    sum.count = sample.count;
    ++sum.samples_count;
    sum.measured_ns += nanoseconds(sample);
  }
  std::vector<Residual> residuals;
  for (auto& [key, sum] : sums) {
    sum.measured_ns /= static_cast<double>(sum.samples_count);
    sum.predicted_ns = predicted(model, sum);
    residuals.push_back(sum);
  }
  return residuals;
}

}  // namespace

Fit fit(std::span<const Sample> samples) {
  Fit result;
  fit_grants(samples, result.model);
  fit_copies(samples, result.model);
  result.model.refuse_ns = rounded(mean(samples, Step::refuse));
  result.model.release_ns = rounded(mean(samples, Step::release));
  result.residuals = residuals_of(samples, result.model);
  return result;
}

}  // namespace arenasim::sim::calibration
