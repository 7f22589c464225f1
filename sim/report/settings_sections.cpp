// The sections that say what was asked for: device, policy, timing, run.
#include <type_traits>
#include <variant>

#include "sim/report/sections.hpp"

namespace arenasim::sim::report {

namespace {

Json optional_ns(const std::optional<core::SimDuration>& duration) {
  return duration ? Json(duration->count()) : Json(nullptr);
}

Json option_value(const core::Options& options, const core::OptionSpec& spec) {
  if (!options.has(spec.name)) {
    return nullptr;
  }
  switch (spec.type) {
    case core::OptionType::bytes:
      return options.bytes(spec.name).count();
    case core::OptionType::count:
      return options.count(spec.name);
    case core::OptionType::ratio:
      return options.ratio(spec.name).value();
    case core::OptionType::flag:
      return options.flag(spec.name);
    case core::OptionType::choice:
    case core::OptionType::text:
      break;
  }
  return options.text(spec.name);
}

/// null: at once; `stream`; or nanoseconds.
Json free_lag(const FreeLag& lag) {
  if (std::holds_alternative<FreeBehindStream>(lag)) {
    return "stream";
  }
  const auto* duration = std::get_if<core::SimDuration>(&lag);
  return duration != nullptr ? Json(duration->count()) : Json(nullptr);
}

Json cost_fields(const CostModel& model) {
  return {{"grant_ns", model.grant_ns},
          {"grant_ns_per_mib", model.grant_ns_per_mib},
          {"refuse_ns", model.refuse_ns},
          {"release_ns", model.release_ns},
          {"release_waits_device", model.release_waits_device},
          {"copy_ns", model.copy_ns},
          {"copy_bytes_per_us", model.copy_bytes_per_us},
          {"wait_ns", model.wait_ns}};
}

}  // namespace

Json device_section(const DeviceInfo& device) {
  const core::Limits& limits = device.limits;
  return {{"backend", device.backend},
          {"name", device.name},
          {"capacity_bytes", limits.capacity ? number(*limits.capacity) : Json(nullptr)},
          {"max_page_bytes", number(limits.largest_page)},
          {"alignment_bytes", number(limits.alignment.bytes())}};
}

Json policy_section(const ReportInput& input) {
  Json options = Json::object();
  if (input.policy.options != nullptr) {
    for (const core::OptionSpec& spec : input.policy.options->specs()) {
      options[std::string(spec.name)] = option_value(*input.policy.options, spec);
    }
  }
  Json notes = Json::array();
  for (const std::string& note : input.description.notes) {
    notes.push_back(note);
  }
  if (input.results.saturated) {
    notes.push_back("some level passed 2^64 - 1 bytes and is shown as that");
  }
  return {{"name", input.policy.name}, {"options", std::move(options)}, {"notes", std::move(notes)}};
}

Json timing_section(const TimingInfo& timing) {
  const EngineSettings& settings = timing.settings;
  return {{"mode", settings.timing == Timing::closed ? "closed" : "recorded"},
          {"cost_model", {{"name", timing.cost_model}, {"fields", cost_fields(settings.cost_model)}}},
          {"lag_ns", settings.lag.count()},
          {"free_lag", free_lag(settings.free_lag)},
          {"on_full", settings.on_full == OnFull::wait ? "wait" : "fail"},
          {"cleanup_every_ns", optional_ns(settings.cleanup_every)},
          {"sample_every_ns", optional_ns(settings.sample_every)}};
}

Json run_section(const ReportInput& input) {
  const RunInfo& run = input.run;
  return {{"streams", input.timing.settings.streams == StreamUse::shared ? "shared" : "own"},
          {"repeat", run.repeat},
          {"seed", run.seed ? Json(*run.seed) : Json(nullptr)},
          {"faults", object_of(run.faults)},
          {"verify", run.verify},
          {"options", object_of(run.options_not_default)}};
}

}  // namespace arenasim::sim::report
