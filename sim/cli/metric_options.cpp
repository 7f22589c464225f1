#include "sim/cli/metric_options.hpp"

#include <string_view>

#include <CLI/CLI.hpp>

#include "sim/cli/values.hpp"
#include "sim/compare/comparison.hpp"

namespace arenasim::sim::cli {

void MetricOptions::describe(CLI::App& app) {
  add_repeated(app, "--metrics", names_, "NAME,...", "the columns of the table (list metrics)")->delimiter(',');
}

std::vector<const report::Metric*> MetricOptions::metrics() const {
  if (names_.empty()) {
    return compare::usual_columns();
  }
  std::vector<const report::Metric*> columns;
  for (const std::string& name : names_) {
    const report::Metric* metric = report::find_metric(name);
    if (metric == nullptr) {
      throw UsageError{"there is no metric '" + name + "'" + did_you_mean(name, report::metric_names())};
    }
    columns.push_back(metric);
  }
  return columns;
}

void add_policies(CLI::App& app, std::vector<std::string>& into, const std::string& sentence) {
  add_repeated(app, "--policy", into, "NAME[:key=value,...]", sentence);
}

}  // namespace arenasim::sim::cli
