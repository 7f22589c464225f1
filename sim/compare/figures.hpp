// The metrics of one replay by name, whether they were just measured or read from a file.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/units.hpp"
#include "sim/report/json_values.hpp"
#include "sim/report/metric.hpp"

namespace arenasim::sim::compare {

/// monostate: the metric has no value.
using Figure = std::variant<std::monostate, core::Uint128, double>;

[[nodiscard]] inline bool has_value(const Figure& figure) {
  return !std::holds_alternative<std::monostate>(figure);
}

/// As a number to reckon with; 0 where there is none.
[[nodiscard]] double number_of(const Figure& figure);

/// The figure of a replay.
[[nodiscard]] Figure figure_of(const report::MetricValue& value);

/// As a person reads it, in the unit of its metric: `5.59 GiB`, `96.05 %`, `1.25 s`, `12,345`; `-` for none.
[[nodiscard]] std::string in_words(const Figure& figure, report::Unit unit);

/// To the last digit, as JSON has it; `null` for none.
[[nodiscard]] std::string in_digits(const Figure& figure);

/// How far `now` is from `before`: `+2.31 %`, `-1 %`, `+3` where it was 0; `=` where they are equal; empty where one of
/// them has no value.
[[nodiscard]] std::string change(const Figure& before, const Figure& now, report::Unit unit);

class Figures {
 public:
  Figures() = default;

  /// What a replay came to, beside report::metrics().
  explicit Figures(const std::vector<report::MetricValue>& values);

  void add(std::string metric, Figure figure) { entries_.emplace_back(std::move(metric), figure); }

  /// Null where there is no such metric.
  [[nodiscard]] const Figure* find(std::string_view metric) const;

  [[nodiscard]] const std::vector<std::pair<std::string, Figure>>& entries() const { return entries_; }

  /// An object of numbers; null where there is no value.
  [[nodiscard]] report::Json json() const;

  /// Reads what `json` or a report's `metrics` wrote. Throws traces::InputError (bad_value) that names `where` and the
  /// metric.
  [[nodiscard]] static Figures from_json(const report::Json& object, const std::string& where);

 private:
  std::vector<std::pair<std::string, Figure>> entries_;
};

}  // namespace arenasim::sim::compare
