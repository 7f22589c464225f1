// Simulated time on the command line: timing, costs, lags, timers (spec/timing.md).
#pragma once

#include <string>

#include "sim/engine_settings.hpp"

namespace CLI {
class App;
}

namespace arenasim::sim::cli {

class TimingOptions {
 public:
  void describe(CLI::App& app);

  /// Settings of an engine, the policy's name and where to stop left to the caller.
  [[nodiscard]] const EngineSettings& settings() const { return settings_; }

  /// The name of the cost model, as a report shows it.
  [[nodiscard]] const std::string& cost_model() const { return cost_model_; }

 private:
  void take_cost_model(const std::string& text);

  EngineSettings settings_;
  std::string cost_model_ = "free";
};

}  // namespace arenasim::sim::cli
