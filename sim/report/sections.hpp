// The sections a report is put together from.
#pragma once

#include <cstdint>

#include "core/sim_time.hpp"
#include "sim/report/json_values.hpp"
#include "sim/report/report_input.hpp"

namespace arenasim::sim::report {

// What was asked for.
[[nodiscard]] Json device_section(const DeviceInfo& device);
[[nodiscard]] Json policy_section(const ReportInput& input);
[[nodiscard]] Json timing_section(const TimingInfo& timing);
[[nodiscard]] Json run_section(const ReportInput& input);

/// What a trace holds by itself, whatever a replay made of it; of one pass.
struct TraceFigures {
  std::uint64_t events = 0;
  std::uint64_t allocations = 0;
  std::uint64_t frees = 0;
  std::uint64_t streams = 0;
  core::SimDuration duration{};
};

/// `replayed`: how long what was replayed took, where the trace's own duration is not known.
[[nodiscard]] TraceFigures trace_figures(const TraceInfo& trace, core::SimDuration replayed);

// What the trace is. `duration`: of what was replayed, where the trace's own is not known.
[[nodiscard]] Json trace_section(const TraceInfo& trace, core::SimDuration duration);
/// spec/formats.md 0.7.
[[nodiscard]] Json import_section(const traces::Import& import);

// What came of it.
[[nodiscard]] Json phases_section(const statistics::Results& results, const traces::StringTable& strings);
[[nodiscard]] Json streams_section(const statistics::Results& results);
[[nodiscard]] Json pools_section(const core::Description& description);
[[nodiscard]] Json growth_section(const statistics::Results& results);
[[nodiscard]] Json relocations_section(const statistics::Results& results);
[[nodiscard]] Json failures_section(const statistics::Results& results);
[[nodiscard]] Json recorded_section(const RecordedComparison& recorded);
[[nodiscard]] Json series_section(const statistics::Results& results);
[[nodiscard]] Json histograms_section(const statistics::Results& results);
[[nodiscard]] Json histogram(const statistics::Histogram& histogram);

// What it took on this machine: never compared.
[[nodiscard]] Json measured_section(const ReportInput& input);

}  // namespace arenasim::sim::report
