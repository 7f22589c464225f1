// The one table of metrics: what each is called, in which unit, which way is better, and what it is. JSON, terminal,
// Markdown and `list metrics` render it (spec/report.md).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/units.hpp"
#include "sim/report/report_input.hpp"

namespace arenasim::sim::report {

enum class Better : std::uint8_t { neither, less, more };
enum class Unit : std::uint8_t { bytes, nanoseconds, count, ratio, event };

[[nodiscard]] std::string_view name(Better better);
[[nodiscard]] std::string_view name(Unit unit);

/// Why a metric has no value.
struct Undefined {
  std::string_view reason;
};

using MetricValue = std::variant<Undefined, core::Uint128, double>;

struct Metric {
  std::string name;
  Unit unit{};
  Better better{};
  std::string sentence;
  MetricValue (*value)(const ReportInput& input, std::uint32_t argument);
  std::uint32_t argument = 0;  ///< what `value` needs to tell alike metrics apart

  [[nodiscard]] MetricValue of(const ReportInput& input) const { return value(input, argument); }
};

/// Every metric, in the order they are reported.
[[nodiscard]] std::span<const Metric> metrics();

/// Null for a name that is not in the table.
[[nodiscard]] const Metric* find_metric(std::string_view name);

/// What to say of such a name: the nearest one that is.
[[nodiscard]] std::string no_such_metric(std::string_view name);

/// What every metric is called, in the same order.
[[nodiscard]] std::vector<std::string_view> metric_names();

}  // namespace arenasim::sim::report
