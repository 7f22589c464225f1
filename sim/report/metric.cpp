#include "sim/report/metric.hpp"

#include <array>
#include <cstddef>
#include <vector>

#include <fmt/format.h>

#include "core/options.hpp"
#include "sim/report/metric_rows.hpp"

namespace arenasim::sim::report {

std::string_view name(Better better) {
  constexpr std::array<std::string_view, 3> names{"neither", "less", "more"};
  return names[static_cast<std::size_t>(better)];
}

std::string_view name(Unit unit) {
  constexpr std::array<std::string_view, 5> names{"bytes", "ns", "count", "ratio", "event"};
  return names[static_cast<std::size_t>(unit)];
}

double quotient(core::Uint128 above, core::Uint128 below) {
  return below == 0 ? 0 : static_cast<double>(above) / static_cast<double>(below);
}

std::span<const Metric> metrics() {
  static const std::vector<Metric> kTable = [] {
    std::vector<Metric> table;
    add_usage_metrics(table);
    add_sampled_metrics(table);
    add_traffic_metrics(table);
    add_trouble_metrics(table);
    return table;
  }();
  return kTable;
}

const Metric* find_metric(std::string_view name) {
  for (const Metric& metric : metrics()) {
    if (metric.name == name) {
      return &metric;
    }
  }
  return nullptr;
}

std::string no_such_metric(std::string_view name) {
  return fmt::format("there is no metric '{}'; did you mean '{}'?", name, core::nearest(name, metric_names()));
}

std::vector<std::string_view> metric_names() {
  std::vector<std::string_view> names;
  names.reserve(metrics().size());
  for (const Metric& metric : metrics()) {
    names.emplace_back(metric.name);
  }
  return names;
}

}  // namespace arenasim::sim::report
