// What `fit` varies: the capacity or an option of the policy, and whether a replay at a value is good enough.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/cli/matrix.hpp"
#include "sim/compare/rule.hpp"
#include "sim/search/fit_result.hpp"

namespace arenasim::sim::cli {

/// `--option NAME=FROM..TO[/STEP]`, checked against a policy.
struct FitOption {
  const core::OptionSpec* spec = nullptr;
  search::Range range;
};

/// Throws UsageError: not of that form, no such option, an option that has no numbers, values out of its range.
[[nodiscard]] FitOption parse_fit_option(const std::string& text, const PolicyArgument& policy);

/// Rules without a baseline. Throws UsageError.
[[nodiscard]] std::vector<compare::Rule> parse_fit_rules(const std::string& text);

class FitTarget {
 public:
  struct Question {
    const LoadedTrace* trace = nullptr;
    const PolicyArgument& policy;
    experiment::Setup base;
    const std::vector<compare::Rule>& rules;
    std::function<void(std::uint64_t)> tried;  ///< called with how many values have been tried, from any thread
  };

  explicit FitTarget(Question question) : question_(std::move(question)) {}

  /// From what no policy can do without, to what the policy reserves where it is not bounded, or twice as much until it
  /// is enough. Multiples of `step`; of the alignment where there is none.
  [[nodiscard]] search::FitResult fit_capacity(std::optional<core::Bytes> step, std::uint64_t probes, Jobs jobs);

  [[nodiscard]] search::FitResult fit_option(const FitOption& option, std::uint64_t probes, Jobs jobs);

 private:
  [[nodiscard]] compare::Cell cell(const experiment::Setup& setup);
  [[nodiscard]] bool good(const compare::Cell& cell) const;
  [[nodiscard]] bool enough(std::uint64_t capacity);
  [[nodiscard]] experiment::Setup with_capacity(std::optional<core::Bytes> capacity) const;

  Question question_;
  std::atomic<std::uint64_t> tried_ = 0;
};

}  // namespace arenasim::sim::cli
