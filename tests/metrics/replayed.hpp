// One replay with all statistics, for tests of what reports say.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "core/allocator.hpp"
#include "core/options.hpp"
#include "core/storage.hpp"
#include "sim/report/report_input.hpp"
#include "traces/event.hpp"
#include "traces/read_trace.hpp"

namespace arenasim::tests {

/// How a replay runs; the defaults are the program's.
struct ReplaySettings {
  core::Limits limits{.capacity = {}, .largest_page = core::Bytes{std::uint64_t{1} << 40U}, .alignment = {}};
  std::string policy = "arena";
  std::string options;  ///< `key=value,…`
  sim::EngineSettings engine;
  std::uint64_t list_limit = 1000;
  std::uint64_t series_rows = 2000;

  /// Alignment 256, no capacity.
  [[nodiscard]] static ReplaySettings standard();
};

/// What came of it. Keeps alive what the report's input points to.
struct Replayed {
  std::unique_ptr<traces::TraceContents> trace;
  std::unique_ptr<core::Options> options;
  sim::report::ReportInput input;
};

[[nodiscard]] Replayed replay_file(const std::string& path, const ReplaySettings& settings);

/// The same for events that no file holds.
[[nodiscard]] Replayed replay_events(std::span<const traces::Event> events, const ReplaySettings& settings);

}  // namespace arenasim::tests
