// Everything a report says, gathered: the trace, the device, the policy, the settings, and what came of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "backends/measurements.hpp"
#include "core/allocator.hpp"
#include "core/options.hpp"
#include "core/storage.hpp"
#include "sim/engine_settings.hpp"
#include "sim/statistics/results.hpp"
#include "traces/import.hpp"
#include "traces/string_table.hpp"

namespace arenasim::sim::report {

/// One value of a list of settings, as JSON has them. monostate is null.
using Setting = std::variant<std::monostate, bool, std::uint64_t, double, std::string>;
using Settings = std::vector<std::pair<std::string, Setting>>;  ///< in the order they are printed

struct ToolInfo {
  std::string name = "arenasim";
  std::string version;
};

/// Both must outlive the input.
struct TraceInfo {
  const traces::Import* import = nullptr;
  const traces::StringTable* strings = nullptr;
  std::string sha256;                         ///< of the file's bytes, in hex
  std::optional<core::SimDuration> duration;  ///< of one pass; nothing: of what was replayed
};

struct DeviceInfo {
  std::string backend = "bookkeeping";
  std::string name;
  core::Limits limits;
};

struct PolicyInfo {
  std::string name;
  const core::Options* options = nullptr;  ///< null: the policy has none
};

/// How the engine ran, and what its cost model is called.
struct TimingInfo {
  EngineSettings settings;
  std::string cost_model = "free";
};

struct RunInfo {
  std::uint64_t repeat = 1;
  std::optional<std::uint64_t> seed;
  Settings faults;  ///< `fail_page`: `3+1`
  std::string verify = "none";
  Settings options_not_default;  ///< every other option that was given
};

/// How the placements of a recording compare with what the policy did (`--against-recorded`).
struct RecordedComparison {
  struct Difference {
    std::uint64_t event = 0;
    core::Bytes size;
    std::string recorded;
    std::string predicted;
    std::string reason;
  };
  std::uint64_t placements_count = 0;
  std::uint64_t placements_equal_count = 0;
  std::uint64_t segments_count = 0;
  std::uint64_t segments_equal_count = 0;
  std::uint64_t settled_count = 0;
  std::uint64_t open_count = 0;
  std::optional<Difference> first_difference;
};

/// Wall-clock figures: never compared.
struct Measured {
  std::uint64_t wall_ns = 0;
  std::uint64_t peak_rss_bytes = 0;
  const backends::Measurements* device = nullptr;  ///< null: the backend measures nothing; outlives the input
};

struct ReportInput {
  ToolInfo tool;
  TraceInfo trace;
  DeviceInfo device;
  PolicyInfo policy;
  TimingInfo timing;
  RunInfo run;
  statistics::Results results;
  core::Description description;  ///< Allocator::describe() at the end
  std::optional<RecordedComparison> recorded;
  Measured measured;
};

}  // namespace arenasim::sim::report
