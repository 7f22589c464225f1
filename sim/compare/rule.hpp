// Rules that a replay must not break: what they say, parsed (README, Rules).
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/values.hpp"
#include "sim/compare/relation.hpp"
#include "sim/report/metric.hpp"

namespace arenasim::sim::compare {

/// What a metric is held against.
enum class Against : std::uint8_t {
  number,          ///< `failures_count>0`
  baseline_part,   ///< `peak_reserved_bytes>+2%`: the baseline's value and so much of it
  baseline_amount  ///< `peak_reserved_bytes>+64MiB`: the baseline's value and so much
};

/// One rule: it is broken where the metric stands in this relation.
struct Rule {
  std::string text;  ///< as it was given
  const report::Metric* metric = nullptr;
  Relation relation{};
  Against against{};
  bool below = false;  ///< the amount is taken off the baseline's value
  core::Fraction amount{};
  std::string trace = "*";   ///< which traces it is for: `*` stands for any characters
  std::string policy = "*";  ///< which policies

  [[nodiscard]] bool relative() const { return against != Against::number; }
};

/// A rule that cannot be parsed or names no metric: a usage error.
class RuleError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// One rule, or those that one word stands for (`any worse 2%`: a rule for each metric that can get worse).
///
/// `METRIC OP VALUE`: a number with a unit that suits the metric; with a sign, from the baseline's value on.
/// `METRIC worse [by VALUE]`: the way that the table of metrics calls worse, from the baseline's value on, without a
/// value by anything. Throws RuleError.
[[nodiscard]] std::vector<Rule> parse_rule(std::string_view text);

/// Rules with commas between. Throws RuleError.
[[nodiscard]] std::vector<Rule> parse_rules(std::string_view text);

/// A rules file (sim/report/rules.schema.json): JSON, `rules` a list of `{fail_on, trace?, policy?}`. Throws RuleError
/// for a rule, its file and place named, and traces::InputError, its file set, for anything else.
[[nodiscard]] std::vector<Rule> read_rules(const std::string& path);

/// True where `text` is what `pattern` says; `*` stands for any characters, none included.
[[nodiscard]] bool matches(std::string_view pattern, std::string_view text);

}  // namespace arenasim::sim::compare
