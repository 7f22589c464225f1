#include "sim/cli/device_options.hpp"

#include <array>
#include <utility>

#include <CLI/CLI.hpp>

#include "sim/cli/plugin_argument.hpp"
#include "sim/cli/values.hpp"

namespace arenasim::sim::cli {
namespace {

constexpr std::array<std::pair<std::string_view, std::optional<Verify>>, kVerifies.size()> kVerifyWords{
    {{"none", Verify::none}, {"moves", Verify::moves}, {"all", Verify::all}}};

constexpr ValueKind kCapacity{"SIZE|none|1.05x", "a size such as 24GiB, none, or a multiple of the peak such as 1.05x"};
constexpr ValueKind kAlignment{"SIZE", "a power of two such as 256"};
constexpr ValueKind kShare{"RATIO", "a part such as 0.8 or 80%, above 0 and at most 1"};
constexpr ValueKind kFault{"N[+K]", "a number from 1, or such a number and how many more: 3 or 3+1"};

std::optional<core::Alignment> parse_alignment(const std::string& text) {
  const auto bytes = core::parse_bytes(text);
  return bytes ? core::Alignment::of(*bytes) : std::nullopt;
}

std::optional<core::Fraction> parse_share(const std::string& text) {
  const auto share = core::parse_ratio(text);
  return share && share->numerator > 0 && share->numerator <= share->denominator ? share : std::nullopt;
}

}  // namespace

std::optional<CapacityChoice> parse_capacity(std::string_view text) {
  if (text == "none") {
    return CapacityChoice{};
  }
  if (text.ends_with('x')) {
    const auto times = core::parse_decimal(text.substr(0, text.size() - 1));
    return times ? std::optional<CapacityChoice>{*times} : std::nullopt;
  }
  const auto bytes = core::parse_bytes(text);
  return bytes ? std::optional<CapacityChoice>{*bytes} : std::nullopt;
}

std::optional<backends::FaultRange> parse_fault_range(std::string_view text) {
  const auto plus = text.find('+');
  const auto first = core::parse_count(text.substr(0, plus));
  const auto more =
      plus == std::string_view::npos ? std::optional<std::uint64_t>{0} : core::parse_count(text.substr(plus + 1));
  if (!first || *first == 0 || !more) {
    return std::nullopt;
  }
  return backends::FaultRange{.first = *first, .more = *more};
}

void DeviceOptions::describe(CLI::App& app) {
  describe_backend(app);
  add_value(app, "--capacity", capacity_, parse_capacity, kCapacity,
            "the device's memory (default none: not bounded; on OpenCL --device-share of the device's own)");
  add_value(app, "--max-page", request_.limits.largest_page, core::parse_bytes, kSize,
            "the largest page (default 1TiB; on OpenCL the device's own)");
  add_value(app, "--alignment", request_.limits.alignment, parse_alignment, kAlignment,
            "of every place (default 256; on OpenCL the device's own)");
}

void DeviceOptions::describe_backend(CLI::App& app) {
  app.add_option_function<std::string>(
         "--backend", [this](const std::string& text) { backend_ = &find_row(backends::backends(), text, "backend"); },
         "what grants the pages (list backends; default " + std::string{backend_->name} + ")")
      ->type_name("NAME");
  app.add_option("--cl-platform", request_.platform, "the OpenCL platform: its index or a part of its name")
      ->type_name("NAME|N");
  app.add_option("--cl-device", request_.device, "the OpenCL device: its index or a part of its name")
      ->type_name("NAME|N");
  add_value(app, "--device-share", share_, parse_share, kShare,
            "the part of a real device's memory that pages may take together (default 0.8)");
  add_choice<std::optional<Verify>>(
      app, "--verify", verify_, kVerifyWords,
      "moves: a pattern is written at placement and checked after each move; all: before each free too "
      "(default moves where pages hold bytes)");
  const auto add_fault = [&app](const std::string& name, Fault& fault, const std::string& sentence) {
    const auto take = [&fault](const std::string& text) {
      fault.text = text;
      return parse_fault_range(text);
    };
    add_value(app, name, fault.range, take, kFault, sentence);
  };
  add_fault("--fail-page", page_, "refuse the Nth page asked for, and K more");
  add_fault("--fail-copy", copy_, "refuse the Nth copy, and K more");
  add_fault("--fail-wait", wait_, "fail the Nth wait for copies, and K more");
}

Verify DeviceOptions::verify() const {
  if (verify_.value_or(Verify::none) != Verify::none && !backend_->holds_bytes) {
    throw UsageError{"--verify: pages of backend '" + std::string{backend_->name} + "' hold no bytes to look at"};
  }
  return verify_.value_or(backend_->holds_bytes ? Verify::moves : Verify::none);
}

backends::DeviceRequest DeviceOptions::request(std::optional<core::Bytes> capacity) const {
  backends::DeviceRequest request = request_;
  request.limits.capacity = capacity;
  request.share = share_.value_or(request.share);
  request.limits.without_capacity = capacity_ && !capacity;
  return request;
}

void DeviceOptions::arm(backends::Faults& faults) const {
  if (page_.range) {
    faults.fail_page(*page_.range);
  }
  if (copy_.range) {
    faults.fail_copy(*copy_.range);
  }
  if (wait_.range) {
    faults.fail_wait(*wait_.range);
  }
}

report::Settings DeviceOptions::faults() const {
  report::Settings settings;
  for (const auto& [name, fault] : {std::pair{"fail_page", &page_}, {"fail_copy", &copy_}, {"fail_wait", &wait_}}) {
    if (fault->range) {
      settings.emplace_back(name, fault->text);
    }
  }
  return settings;
}

report::Settings DeviceOptions::not_default() const {
  report::Settings settings;
  if (!request_.platform.empty()) {
    settings.emplace_back("cl_platform", request_.platform);
  }
  if (!request_.device.empty()) {
    settings.emplace_back("cl_device", request_.device);
  }
  if (share_) {
    settings.emplace_back("device_share", share_->value());
  }
  return settings;
}

}  // namespace arenasim::sim::cli
