#include "sim/cli/timing_options.hpp"

#include <array>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "sim/cli/values.hpp"
#include "sim/cost_model_file.hpp"

namespace arenasim::sim::cli {
namespace {

constexpr std::array<std::pair<std::string_view, Timing>, 2> kTimings{
    {{"recorded", Timing::recorded}, {"closed", Timing::closed}}};
constexpr std::array<std::pair<std::string_view, OnFull>, 2> kOnFull{{{"fail", OnFull::fail}, {"wait", OnFull::wait}}};
constexpr std::array<std::pair<std::string_view, StreamUse>, 2> kStreamUses{
    {{"own", StreamUse::own}, {"shared", StreamUse::shared}}};

constexpr ValueKind kFreeLag{"DURATION|stream", "a duration such as 250us, or stream"};
constexpr ValueKind kPeriod{"DURATION", "a duration of at least 1ns"};

std::optional<FreeLag> parse_free_lag(const std::string& text) {
  if (text == "stream") {
    return FreeBehindStream{};
  }
  const auto duration = core::parse_duration(text);
  return duration ? std::optional<FreeLag>{*duration} : std::nullopt;
}

std::optional<core::SimDuration> parse_period(const std::string& text) {
  const auto duration = core::parse_duration(text);
  return duration && duration->count() > 0 ? duration : std::nullopt;
}

}  // namespace

void TimingOptions::describe(CLI::App& app) {
  add_choice<StreamUse>(app, "--streams", settings_.streams, kStreamUses,
                        "whether the policy sees the trace's streams");
  add_choice<Timing>(app, "--timing", settings_.timing, kTimings,
                     "recorded: events happen when the trace says; closed: the host waits for what it causes");
  app.add_option_function<std::string>(
         "--cost-model", [this](const std::string& text) { take_cost_model(text); },
         "what slow operations cost (list cost-models; default free)")
      ->type_name("NAME|FILE");
  add_value(app, "--lag", settings_.lag, core::parse_duration, kDuration,
            "how far the device trails the host (default 0ns)");
  add_value(app, "--free-lag", settings_.free_lag, parse_free_lag, kFreeLag, "a free takes effect so much later");
  add_choice<OnFull>(app, "--on-full", settings_.on_full, kOnFull, "whether a failing request waits for pending frees");
  const auto add_period = [&app](const std::string& name, std::optional<core::SimDuration>& into,
                                 const std::string& sentence) {
    add_value(app, name, into, parse_period, kPeriod, sentence);
  };
  add_period("--cleanup-every", settings_.cleanup_every, "clean up every stream at this period");
  add_period("--sample-every", settings_.sample_every, "a row of the series at this period");
  app.add_flag("--audit", settings_.audit, "check the policy's books after every event");
}

void TimingOptions::take_cost_model(const std::string& text) {
  const NamedCostModel* known = find_cost_model(text);
  std::error_code unknown;
  if (known == nullptr && !std::filesystem::exists(text, unknown)) {
    std::vector<std::string_view> names;
    for (const NamedCostModel& row : cost_models()) {
      names.emplace_back(row.name);
    }
    throw UsageError{"--cost-model: there is no cost model and no file '" + text + "'" + did_you_mean(text, names)};
  }
  const NamedCostModel model = known != nullptr ? *known : read_cost_model(text);
  settings_.cost_model = model.model;
  cost_model_ = model.name;
}

}  // namespace arenasim::sim::cli
