#include "sim/report/report.hpp"

#include <utility>
#include <variant>

#include "sim/report/metric.hpp"
#include "sim/report/sections.hpp"

namespace arenasim::sim::report {

namespace {

constexpr int kSchemaVersion = 1;

/// `metrics` and `undefined`.
void add_metrics(Json& report, const ReportInput& input) {
  Json values = Json::object();
  Json undefined = Json::object();
  for (const Metric& metric : metrics()) {
    const MetricValue value = metric.of(input);
    if (const auto* why = std::get_if<Undefined>(&value)) {
      values[metric.name] = nullptr;
      undefined[metric.name] = std::string(why->reason);
    } else if (const auto* whole = std::get_if<core::Uint128>(&value)) {
      values[metric.name] = number(*whole);
    } else {
      values[metric.name] = std::get<double>(value);
    }
  }
  report["metrics"] = std::move(values);
  report["undefined"] = std::move(undefined);
}

}  // namespace

std::string report_json(const ReportInput& input) {
  const statistics::Results& results = input.results;
  Json report = {{"schema", "report"},
                 {"schema_version", kSchemaVersion},
                 {"tool", {{"name", input.tool.name}, {"version", input.tool.version}}}};
  report["trace"] = trace_section(input.trace, results.trace_end.time_since_epoch());
  report["device"] = device_section(input.device);
  report["policy"] = policy_section(input);
  report["timing"] = timing_section(input.timing);
  report["run"] = run_section(input);
  add_metrics(report, input);
  report["phases"] = phases_section(results, *input.trace.strings);
  report["streams"] = streams_section(results);
  report["pools"] = pools_section(input.description);
  report["growth"] = growth_section(results);
  report["relocations"] = relocations_section(results);
  report["failures"] = failures_section(results);
  if (input.recorded) {
    report["recorded"] = recorded_section(*input.recorded);
  }
  report["series"] = series_section(results);
  report["histograms"] = histograms_section(results);
  report["measured"] = measured_section(input);
  return to_text(report);
}

}  // namespace arenasim::sim::report
