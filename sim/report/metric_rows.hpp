// The parts that the table of metrics is put together from, one for each family.
#pragma once

#include <vector>

#include "sim/report/metric.hpp"

namespace arenasim::sim::report {

/// What is sampled after each allocation and free event, five statistics of each.
void add_sampled_metrics(std::vector<Metric>& table);

/// How memory was used on the whole.
void add_usage_metrics(std::vector<Metric>& table);

/// Traffic with the device, growth and relocation.
void add_traffic_metrics(std::vector<Metric>& table);

/// Failures and stalls.
void add_trouble_metrics(std::vector<Metric>& table);

/// A quotient as metrics have it: 0 where nothing is below the line.
[[nodiscard]] double quotient(core::Uint128 above, core::Uint128 below);

}  // namespace arenasim::sim::report
