// `--metrics`: which columns a table of several replays has.
#pragma once

#include <string>
#include <vector>

#include "sim/report/metric.hpp"

namespace CLI {
class App;
}

namespace arenasim::sim::cli {

class MetricOptions {
 public:
  void describe(CLI::App& app);

  /// Throws UsageError that offers the nearest name.
  [[nodiscard]] std::vector<const report::Metric*> metrics() const;

 private:
  std::vector<std::string> names_;
};

/// Adds a repeated `--policy`.
void add_policies(CLI::App& app, std::vector<std::string>& into, const std::string& sentence);

}  // namespace arenasim::sim::cli
