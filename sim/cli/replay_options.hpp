// What `replay` can be told.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/cli/device_options.hpp"
#include "sim/cli/output_options.hpp"
#include "sim/cli/rule_options.hpp"
#include "sim/cli/timing_options.hpp"
#include "sim/cli/trace_options.hpp"

namespace arenasim::sim::cli {

struct ReplayOptions {
  TraceOptions trace;
  std::string policy = "arena";
  DeviceOptions device;
  TimingOptions timing;
  RuleOptions rules;
  SpeechOptions speech;
  OutputPath json;
  OutputPath facts;
  OutputPath placements;
  std::uint64_t repeat = 1;
  std::uint64_t list_limit = 1000;
  std::uint64_t series_rows = 2000;
  std::optional<std::uint64_t> at;       ///< the event to stop after
  std::optional<std::uint64_t> explain;  ///< the event to explain
  bool against_recorded = false;
  bool cache = false;  ///< read through a converted trace kept beside the file

  void describe(CLI::App& app);

  /// The options that a report shows nowhere else, where they are not the default.
  [[nodiscard]] report::Settings not_default() const;
};

}  // namespace arenasim::sim::cli
