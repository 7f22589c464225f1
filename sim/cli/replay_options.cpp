#include "sim/cli/replay_options.hpp"

#include <CLI/CLI.hpp>

#include "sim/cli/values.hpp"

namespace arenasim::sim::cli {
namespace {

constexpr ValueKind kTimes{"N", "a whole number from 1"};

std::optional<std::uint64_t> parse_times(const std::string& text) {
  const auto count = core::parse_count(text);
  return count && *count > 0 ? count : std::nullopt;
}

}  // namespace

void ReplayOptions::describe(CLI::App& app) {
  trace.describe(app);
  app.add_flag("--cache", cache, "keep the converted trace beside the file, and read that the next time");
  app.add_option_function<std::string>(
         "--policy", [this](const std::string& text) { policy = text; },
         "the policy, with options (list policies; default arena)")
      ->type_name("NAME[:key=value,...]");
  device.describe(app);
  timing.describe(app);
  add_value(app, "--repeat", repeat, parse_times, kTimes, "so many times over, nothing freed between");
  add_value(app, "--at", at, core::parse_count, {"EVENT", "the number of an event"},
            "stop after this event and draw the pages");
  add_value(app, "--explain", explain, core::parse_count, {"EVENT", "the number of an event"},
            "say what the policy saw and chose at this event");
  app.add_flag("--against-recorded", against_recorded, "hold each placement against where the recording had it");
  add_output(app, "--json", json, "write the report");
  add_output(app, "--facts", facts, "write each command and what came of it");
  add_output(app, "--placements", placements, "write every buffer with its place, as an interval CSV");
  add_value(app, "--series", series_rows, core::parse_count, {"ROWS", "a whole number"},
            "rows of the report's series (default 2000; 0: none)");
  add_value(app, "--list-limit", list_limit, core::parse_count, kCount,
            "items of each list of the report (default 1000)");
  rules.describe(app);
  speech.describe(app);
}

report::Settings ReplayOptions::not_default() const {
  report::Settings settings = trace.not_default();
  const report::Settings of_device = device.not_default();
  settings.insert(settings.end(), of_device.begin(), of_device.end());
  const ReplayOptions usual;
  if (timing.settings().audit) {
    settings.emplace_back("audit", true);
  }
  if (at) {
    settings.emplace_back("at", *at);
  }
  if (against_recorded) {
    settings.emplace_back("against_recorded", true);
  }
  if (series_rows != usual.series_rows) {
    settings.emplace_back("series", series_rows);
  }
  if (list_limit != usual.list_limit) {
    settings.emplace_back("list_limit", list_limit);
  }
  return settings;
}

}  // namespace arenasim::sim::cli
