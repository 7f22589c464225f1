// What a reduced trace must still show: a comparison of metrics, of one policy or of several.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "sim/compare/figures.hpp"
#include "sim/compare/rule.hpp"

namespace arenasim::sim::reduce {

/// `while` that cannot be parsed or names no metric: a usage error.
class ConditionError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// `failures_count>0`, `arena.peak_reserved_bytes > pytorch.peak_reserved_bytes*1.2`, several joined by `&&`.
class Condition {
 public:
  /// Throws ConditionError.
  [[nodiscard]] static Condition parse(std::string_view text);

  /// The policies it names, in order of first appearance; an empty name is the policy of metrics without one.
  [[nodiscard]] const std::vector<std::string>& policies() const { return policies_; }

  /// `figures` stand beside `policies()`. A comparison with a metric that has no value does not hold.
  [[nodiscard]] bool holds(const std::vector<compare::Figures>& figures) const;

 private:
  /// A number, a metric, or a metric times a number.
  struct Side {
    const report::Metric* metric = nullptr;
    std::size_t policy = 0;
    double factor = 1;
  };
  struct Comparison {
    Side left;
    compare::Relation relation{};
    Side right;
  };

  [[nodiscard]] Comparison parse_comparison(std::string_view text);
  [[nodiscard]] Side parse_side(std::string_view text);
  void multiply(Side& side, std::string_view factor, std::string_view whole);
  [[nodiscard]] std::size_t policy_number(std::string_view name);

  std::vector<std::string> policies_;
  std::vector<Comparison> comparisons_;
};

}  // namespace arenasim::sim::reduce
