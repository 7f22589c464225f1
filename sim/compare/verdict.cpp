#include "sim/compare/verdict.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "traces/input_error.hpp"

namespace arenasim::sim::compare {
namespace {

/// Where one side has no value. Of a metric that is the better the more, none at all (no request failed first) is best:
/// it is more than any number. Of others nothing can be said, which is no way to pass.
bool broken_without_value(const Rule& rule, const Figure& was, const Figure& now) {
  if (has_value(was) == has_value(now)) {
    return false;
  }
  if (rule.metric->better != report::Better::more) {
    return true;
  }
  const bool more = !has_value(now);
  return more == (rule.relation == Relation::greater || rule.relation == Relation::greater_or_equal ||
                  rule.relation == Relation::not_equal);
}

/// Both sides times the amount's denominator, so that 10 % of whole numbers stays whole.
bool broken_from_baseline(const Rule& rule, double was, double now) {
  const auto above = static_cast<double>(rule.amount.numerator) * (rule.below ? -1 : 1);
  const auto below = static_cast<double>(rule.amount.denominator);
  const double allowed = rule.against == Against::baseline_part ? was * above : above;
  return stands(rule.relation, (now - was) * below, allowed);
}

bool is_broken(const Rule& rule, const Figure& was, const Figure& now) {
  if (!rule.relative()) {
    return has_value(now) && stands(rule.relation, number_of(now), rule.amount.value());
  }
  if (!has_value(was) || !has_value(now)) {
    return broken_without_value(rule, was, now);
  }
  return broken_from_baseline(rule, number_of(was), number_of(now));
}

/// What a cell of the baseline says of a metric.
const Figure& baseline_figure(const Rule& rule, const Cell& cell) {
  if (const Figure* figure = cell.figures.find(rule.metric->name)) {
    return *figure;
  }
  throw traces::InputError(traces::ErrorClass::missing_field, traces::WholeFile{},
                           fmt::format("the baseline has no {} of {}", rule.metric->name, cell.title()),
                           rule.metric->name);
}

Verdict verdict(const Rule& rule, const Cell& cell, const Cell* before) {
  Verdict made{.rule = &rule, .cell = &cell, .before = before, .now = {}, .was = {}};
  const Figure* now = cell.figures.find(rule.metric->name);
  if (now == nullptr) {
    throw traces::InputError(traces::ErrorClass::missing_field, traces::WholeFile{},
                             fmt::format("there is no {} of {}", rule.metric->name, cell.title()), rule.metric->name);
  }
  made.now = *now;
  if (before != nullptr && rule.relative()) {
    made.was = baseline_figure(rule, *before);
  }
  made.broken = is_broken(rule, made.was, made.now);
  return made;
}

/// `6.00 GB in words (and every digit)`, once where both are the same.
std::string shown(const Figure& figure, report::Unit unit) {
  const std::string words = in_words(figure, unit);
  const std::string digits = in_digits(figure);
  if (!has_value(figure)) {
    return "without a value";
  }
  const bool same = unit == report::Unit::count || unit == report::Unit::event;
  return same ? words : fmt::format("{} ({})", digits, words);
}

}  // namespace

std::vector<Verdict> judge(std::span<const Rule> rules, const std::vector<Cell>& cells,
                           const std::vector<const Cell*>& before) {
  for (const Rule& rule : rules) {
    if (rule.relative() && before.empty()) {
      throw RuleError(fmt::format("rule '{}' goes by a baseline, and none is given", rule.text));
    }
    if (std::none_of(cells.begin(), cells.end(), [&rule](const Cell& cell) {
          return matches(rule.trace, cell.trace) && matches(rule.policy, cell.policy);
        })) {
      throw RuleError(fmt::format("rule '{}' is for trace '{}' and policy '{}', and nothing of that name is compared",
                                  rule.text, rule.trace, rule.policy));
    }
  }
  std::vector<Verdict> verdicts;
  for (std::size_t at = 0; at < cells.size(); ++at) {
    for (const Rule& rule : rules) {
      if (matches(rule.trace, cells[at].trace) && matches(rule.policy, cells[at].policy)) {
        verdicts.push_back(verdict(rule, cells[at], before.empty() ? nullptr : before[at]));
      }
    }
  }
  return verdicts;
}

std::vector<Verdict> broken(const std::vector<Verdict>& verdicts) {
  std::vector<Verdict> found;
  std::copy_if(verdicts.begin(), verdicts.end(), std::back_inserter(found),
               [](const Verdict& verdict) { return verdict.broken; });
  return found;
}

std::string sentence(const Verdict& verdict) {
  const report::Metric& metric = *verdict.rule->metric;
  std::string text = fmt::format("{} under {}: {} is {}", verdict.cell->trace, verdict.cell->policy, metric.name,
                                 shown(verdict.now, metric.unit));
  if (verdict.rule->relative()) {
    const std::string far = change(verdict.was, verdict.now, metric.unit);
    text += fmt::format(", was {}{}{}", shown(verdict.was, metric.unit), far.empty() ? "" : ": ", far);
  }
  text += fmt::format("; the rule is '{}'", verdict.rule->text);
  return text;
}

std::string sentences(const std::vector<Verdict>& broken) {
  std::string text;
  for (const Verdict& verdict : broken) {
    text += fmt::format("broken: {}\n", sentence(verdict));
  }
  return text;
}

}  // namespace arenasim::sim::compare
