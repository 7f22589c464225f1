#include "sim/compare/rule.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "traces/rfc4180.hpp"

namespace arenasim::sim::compare {
namespace {

using report::Better;
using report::Unit;
using traces::trimmed;

[[noreturn]] void reject(std::string_view rule, const std::string& why) {
  throw RuleError(fmt::format("rule '{}': {}", rule, why));
}

std::string_view example_of(Unit unit) {
  constexpr std::array<std::string_view, 5> examples{"64MiB", "1.5ms", "10", "0.5 or 50%", "1000"};
  return examples[static_cast<std::size_t>(unit)];
}

/// A number in the unit of a metric.
std::optional<core::Fraction> parse_amount(std::string_view text, Unit unit) {
  if (unit == Unit::ratio) {
    return core::parse_ratio(text);
  }
  if (const auto plain = core::parse_decimal(text)) {
    return plain;
  }
  if (unit == Unit::bytes) {
    const auto bytes = core::parse_bytes(text);
    return bytes ? std::optional(core::Fraction{bytes->count(), 1}) : std::nullopt;
  }
  if (unit == Unit::nanoseconds) {
    const auto duration = core::parse_duration(text);
    return duration ? std::optional(core::Fraction{duration->count(), 1}) : std::nullopt;
  }
  return std::nullopt;
}

const report::Metric& metric_named(std::string_view rule, std::string_view name) {
  if (const report::Metric* metric = report::find_metric(name)) {
    return *metric;
  }
  reject(rule, report::no_such_metric(name));
}

/// What stands behind a relation, or behind `worse by`, where no sign is needed.
void parse_value(Rule& rule, std::string_view text, bool from_baseline) {
  const bool sign = !text.empty() && (text.front() == '+' || text.front() == '-');
  if (sign) {
    rule.below = text.front() == '-';
    text = trimmed(text.substr(1));
  }
  const bool relative = sign || from_baseline;
  const bool part = relative && text.ends_with('%');
  const auto amount = part ? core::parse_ratio(text) : parse_amount(text, rule.metric->unit);
  if (!amount) {
    reject(rule.text, fmt::format("'{}' is no value for {}, expected a number such as {}, or +2% from the baseline on",
                                  text, rule.metric->name, example_of(rule.metric->unit)));
  }
  rule.amount = *amount;
  rule.against = part ? Against::baseline_part : relative ? Against::baseline_amount : Against::number;
}

Rule worse_rule(std::string_view text, const report::Metric& metric, std::string_view value) {
  Rule rule{.text = std::string(text), .metric = &metric, .against = Against::baseline_amount};
  if (!value.empty()) {
    parse_value(rule, value, true);
  }
  rule.below = metric.better == Better::more;
  rule.relation = rule.below ? Relation::less : Relation::greater;
  return rule;
}

std::vector<Rule> worse_rules(std::string_view text, std::string_view name, std::string_view value) {
  if (value.starts_with("by ")) {
    value = trimmed(value.substr(3));
  }
  std::vector<Rule> rules;
  if (name == "any") {
    for (const report::Metric& metric : report::metrics()) {
      if (metric.better != Better::neither) {
        rules.push_back(worse_rule(text, metric, value));
      }
    }
    return rules;
  }
  const report::Metric& metric = metric_named(text, name);
  if (metric.better == Better::neither) {
    reject(text, fmt::format("neither more nor less {} is worse: say > or <", metric.name));
  }
  rules.push_back(worse_rule(text, metric, value));
  return rules;
}

/// Where ` worse` stands as a word.
std::size_t find_worse(std::string_view text) {
  constexpr std::string_view kWorse = " worse";
  const auto at = text.find(kWorse);
  const auto end = at + kWorse.size();
  return at != std::string_view::npos && (end == text.size() || text[end] == ' ') ? at : std::string_view::npos;
}

}  // namespace

std::vector<Rule> parse_rule(std::string_view whole) {
  const std::string_view text = trimmed(whole);
  if (const auto worse = find_worse(text); worse != std::string_view::npos) {
    return worse_rules(text, trimmed(text.substr(0, worse)), trimmed(text.substr(worse + 6)));
  }
  const auto at = text.find_first_of("<>=!");
  const std::string_view behind = at == std::string_view::npos ? std::string_view{} : text.substr(at);
  const auto relation = leading_relation(behind);
  if (!relation) {
    reject(text, "expected METRIC>VALUE (or >=, <, <=, ==, !=), or METRIC worse by VALUE");
  }
  Rule rule{.text = std::string(text), .metric = &metric_named(text, trimmed(text.substr(0, at)))};
  rule.relation = *relation;
  parse_value(rule, trimmed(behind.substr(name(*relation).size())), false);
  return {std::move(rule)};
}

std::vector<Rule> parse_rules(std::string_view text) {
  std::vector<Rule> rules;
  for (std::string_view rest = text;;) {
    const auto comma = rest.find(',');
    std::vector<Rule> more = parse_rule(rest.substr(0, comma));
    std::move(more.begin(), more.end(), std::back_inserter(rules));
    if (comma == std::string_view::npos) {
      return rules;
    }
    rest.remove_prefix(comma + 1);
  }
}

bool matches(std::string_view pattern, std::string_view text) {
  const auto star = pattern.find('*');
  if (star == std::string_view::npos) {
    return pattern == text;
  }
  if (text.substr(0, star) != pattern.substr(0, star)) {
    return false;
  }
  const std::string_view rest = pattern.substr(star + 1);
  for (std::size_t begin = star; begin <= text.size(); ++begin) {
    if (matches(rest, text.substr(begin))) {
      return true;
    }
  }
  return false;
}

}  // namespace arenasim::sim::compare
