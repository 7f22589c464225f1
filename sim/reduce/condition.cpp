#include "sim/reduce/condition.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "core/values.hpp"
#include "traces/rfc4180.hpp"

namespace arenasim::sim::reduce {
namespace {

using traces::trimmed;

[[noreturn]] void reject(std::string_view part, const std::string& why) {
  throw ConditionError(fmt::format("'{}': {}", part, why));
}

/// A bare number, a share, a size or a duration.
std::optional<double> parse_number(std::string_view text) {
  if (const auto ratio = core::parse_ratio(text)) {
    return ratio->value();
  }
  if (const auto bytes = core::parse_bytes(text)) {
    return static_cast<double>(bytes->count());
  }
  const auto duration = core::parse_duration(text);
  return duration ? std::optional(static_cast<double>(duration->count())) : std::nullopt;
}

const report::Metric& metric_named(std::string_view part, std::string_view name) {
  if (const report::Metric* metric = report::find_metric(name)) {
    return *metric;
  }
  reject(part, report::no_such_metric(name));
}

}  // namespace

Condition Condition::parse(std::string_view text) {
  Condition condition;
  for (std::string_view rest = text;;) {
    const auto joint = rest.find("&&");
    condition.comparisons_.push_back(condition.parse_comparison(trimmed(rest.substr(0, joint))));
    if (joint == std::string_view::npos) {
      return condition;
    }
    rest.remove_prefix(joint + 2);
  }
}

Condition::Comparison Condition::parse_comparison(std::string_view text) {
  const auto at = text.find_first_of("<>=!");
  const std::string_view behind = at == std::string_view::npos ? std::string_view{} : text.substr(at);
  const auto relation = compare::leading_relation(behind);
  if (!relation) {
    reject(text, "expected METRIC>VALUE, or two metrics with a relation between");
  }
  Comparison comparison{.left = parse_side(trimmed(text.substr(0, at))), .relation = *relation, .right = {}};
  comparison.right = parse_side(trimmed(behind.substr(compare::name(*relation).size())));
  if (comparison.left.metric == nullptr && comparison.right.metric == nullptr) {
    reject(text, "there is no metric in it");
  }
  return comparison;
}

Condition::Side Condition::parse_side(std::string_view text) {
  Side side;
  std::string_view rest = text;
  do {
    const auto star = rest.find('*');
    multiply(side, trimmed(rest.substr(0, star)), text);
    rest = star == std::string_view::npos ? std::string_view{} : rest.substr(star + 1);
  } while (!rest.empty());
  return side;
}

void Condition::multiply(Side& side, std::string_view factor, std::string_view whole) {
  if (const auto number = parse_number(factor)) {
    side.factor *= *number;
    return;
  }
  if (side.metric != nullptr || factor.empty()) {
    reject(whole, "expected a metric, a number, or one times the other");
  }
  const auto dot = factor.rfind('.');
  side.metric = &metric_named(whole, dot == std::string_view::npos ? factor : factor.substr(dot + 1));
  side.policy = policy_number(dot == std::string_view::npos ? std::string_view{} : factor.substr(0, dot));
}

std::size_t Condition::policy_number(std::string_view name) {
  const auto known = std::find(policies_.begin(), policies_.end(), name);
  if (known == policies_.end()) {
    policies_.emplace_back(name);
    return policies_.size() - 1;
  }
  return static_cast<std::size_t>(known - policies_.begin());
}

bool Condition::holds(const std::vector<compare::Figures>& figures) const {
  const auto value = [&figures](const Side& side) -> std::optional<double> {
    if (side.metric == nullptr) {
      return side.factor;
    }
    const compare::Figure* figure = figures[side.policy].find(side.metric->name);
    const bool known = figure != nullptr && compare::has_value(*figure);
    return known ? std::optional(compare::number_of(*figure) * side.factor) : std::nullopt;
  };
  return std::all_of(comparisons_.begin(), comparisons_.end(), [&value](const Comparison& comparison) {
    const auto left = value(comparison.left);
    const auto right = value(comparison.right);
    return left && right && compare::stands(comparison.relation, *left, *right);
  });
}

}  // namespace arenasim::sim::reduce
