#include "sim/cli/listings.hpp"

#include <array>
#include <limits>
#include <ostream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "backends/backends.hpp"
#include "backends/device_info.hpp"
#include "core/options.hpp"
#include "core/policies/policy.hpp"
#include "sim/cli/text_table.hpp"
#include "sim/cost_model.hpp"
#include "sim/generate/kind.hpp"
#include "sim/report/metric.hpp"
#include "traces/formats.hpp"

namespace arenasim::sim::cli {
namespace {

/// What may stand behind `key=`.
std::string values_of(const core::OptionSpec& spec) {
  if (!spec.choices.empty()) {
    return std::string{spec.choices};
  }
  const bool bounded = spec.most != std::numeric_limits<std::uint64_t>::max();
  const bool numeric = spec.type == core::OptionType::bytes || spec.type == core::OptionType::count;
  const auto shown = [&spec](std::uint64_t value) {
    return spec.type == core::OptionType::bytes ? core::to_text(core::Bytes{value}) : std::to_string(value);
  };
  std::string text{core::name(spec.type)};
  if (numeric && bounded) {
    return text + " " + shown(spec.least) + " to " + shown(spec.most);
  }
  return numeric && spec.least > 0 ? text + " from " + shown(spec.least) : text;
}

/// One plug-in with its options below.
void print_plugin(std::ostream& out, std::string_view name, std::string_view sentence,
                  std::span<const core::OptionSpec> options) {
  out << fmt::format("{:<16} {}\n", name, sentence);
  TextTable table{{"    option", "values", "default", ""}};
  for (const core::OptionSpec& spec : options) {
    table.add({"    " + std::string{spec.name}, values_of(spec),
               spec.fallback.empty() ? "not set" : std::string{spec.fallback}, std::string{spec.sentence}});
  }
  if (!options.empty()) {
    table.print(out);
  }
}

void print_policies(std::ostream& out) {
  for (const core::Policy* policy : core::policies()) {
    print_plugin(out, policy->name, fmt::format("{} (as {})", policy->sentence, policy->source), policy->options);
  }
}

void print_formats(std::ostream& out) {
  for (const traces::Format* format : traces::formats()) {
    const traces::Knows& knows = format->knows;
    std::string known;
    for (const auto& [has, what] : {std::pair{knows.time, "time"},
                                    {knows.streams, "streams"},
                                    {knows.devices, "devices"},
                                    {knows.addresses, "addresses"},
                                    {knows.two_step_frees, "two-step frees"}}) {
      if (has) {
        known += (known.empty() ? "" : ", ") + std::string{what};
      }
    }
    print_plugin(out, format->name, fmt::format("{} (knows: {})", format->sentence, known.empty() ? "sizes" : known),
                 format->options);
  }
}

void print_kinds(std::ostream& out) {
  for (const generate::Kind* kind : generate::kinds()) {
    print_plugin(out, kind->name, kind->sentence, kind->options);
  }
}

void print_backends(std::ostream& out) {
  TextTable table{{"backend", "what it is"}};
  for (const backends::Backend& backend : backends::backends()) {
    table.add({std::string{backend.name}, std::string{backend.sentence}});
  }
  table.print(out);
}

void print_metrics(std::ostream& out) {
  TextTable table{{"metric", "unit", "better", "what it is"}};
  for (const report::Metric& metric : report::metrics()) {
    table.add({metric.name, std::string{report::name(metric.unit)}, std::string{report::name(metric.better)},
               metric.sentence});
  }
  table.print(out);
}

/// What a device states, and what the backend makes of it: the last three columns are its limits in a replay.
/// Returns why there are none where there are none.
std::string add_opencl_devices(TextTable& table) {
  const auto shown = [](std::size_t index, const std::string& name) { return fmt::format("{}: {}", index, name); };
  std::vector<backends::DeviceInfo> devices;
  try {
    devices = backends::opencl_devices();
  } catch (const backends::DeviceError& error) {
    return error.what();
  }
  for (const backends::DeviceInfo& device : devices) {
    const core::Limits& limits = device.limits;
    table.add({"opencl", shown(device.platform_index, device.platform), shown(device.device_index, device.name),
               device.type, device.driver, core::to_text(device.memory), core::to_text(device.largest_page),
               fmt::format("{} bits", device.alignment_bits),
               limits.capacity ? core::to_text(*limits.capacity) : std::string{"none"},
               core::to_text(limits.largest_page), core::to_text(limits.alignment.bytes())});
  }
  return devices.empty() ? "no OpenCL device (is a driver installed, such as pocl-opencl-icd?)" : "";
}

void print_devices(std::ostream& out) {
  TextTable table{{"backend", "platform", "device", "type", "driver", "memory", "largest buffer", "base alignment",
                   "capacity", "largest page", "alignment"}};
  for (const backends::Backend& backend : backends::backends()) {
    if (backend.name != "opencl") {
      table.add({std::string{backend.name}, "-", "-", "-", "-", "-", "-", "-", "none", "1 TiB", "256 B"});
    }
  }
  const std::string missing = backends::find_backend("opencl") != nullptr ? add_opencl_devices(table) : "";
  table.print(out);
  if (!missing.empty()) {
    out << "opencl: " << missing << '\n';
  }
}

void print_cost_models(std::ostream& out) {
  TextTable table{
      {"cost model", "grant", "per MiB", "refuse", "release", "waits", "copy", "bytes/us", "wait", "what it is"}};
  for (const NamedCostModel& row : cost_models()) {
    const CostModel& model = row.model;
    table.add({row.name, fmt::format("{} ns", model.grant_ns), fmt::format("{} ns", model.grant_ns_per_mib),
               fmt::format("{} ns", model.refuse_ns), fmt::format("{} ns", model.release_ns),
               model.release_waits_device ? "yes" : "no", fmt::format("{} ns", model.copy_ns),
               model.copy_bytes_per_us == 0 ? "instant" : fmt::format("{}", model.copy_bytes_per_us),
               fmt::format("{} ns", model.wait_ns), row.sentence});
  }
  table.print(out);
}

constexpr std::array kListings{
    Listing{"policies", print_policies}, Listing{"formats", print_formats}, Listing{"backends", print_backends},
    Listing{"metrics", print_metrics},   Listing{"devices", print_devices}, Listing{"cost-models", print_cost_models},
    Listing{"kinds", print_kinds},
};

}  // namespace

std::span<const Listing> listings() {
  return kListings;
}

}  // namespace arenasim::sim::cli
