// Every figure that an independent model computed is in our report, to nine digits.
#include <catch2/catch.hpp>

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "sim/device_line.hpp"
#include "sim/report/metric.hpp"
#include "tests/metrics/replayed.hpp"
#include "tests/support/shared.hpp"
#include "traces/file_source.hpp"
#include "traces/unwrap.hpp"

namespace arenasim::tests {

namespace {

struct GoldenFigure {
  std::string metric;
  double value = 0;
};

using Replays = std::map<std::pair<std::string, std::string>, std::vector<GoldenFigure>>;

/// `failures.OutOfMemory` is `failures_out_of_memory_count` (spec/report.md).
std::string counted_reason(const std::string& family, const std::string& reason) {
  std::string name = family;
  for (const char letter : reason) {
    if (letter >= 'A' && letter <= 'Z') {
      name += '_';
      name += static_cast<char>(letter - 'A' + 'a');
    } else {
      name += letter;
    }
  }
  return name + "_count";
}

std::string our_name(const std::string& golden) {
  const std::size_t dot = golden.find('.');
  if (dot == std::string::npos) {
    return golden;
  }
  const std::string family = golden.substr(0, dot);
  const std::string rest = golden.substr(dot + 1);
  if (family == "failures" || family == "relocations") {
    return counted_reason(family, rest);
  }
  return rest + "_" + family + (family == "outdated_pages" ? "_count" : "");
}

Replays read_golden(const std::string& path) {
  Replays replays;
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);  // header
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    std::string trace;
    std::string config;
    std::string metric;
    std::string value;
    std::getline(fields, trace, '\t');
    std::getline(fields, config, '\t');
    std::getline(fields, metric, '\t');
    std::getline(fields, value, '\t');
    replays[{trace, config}].push_back({our_name(metric), std::stod(value)});
  }
  return replays;
}

/// The device a golden file was made on, from its first line.
ReplaySettings settings_of(const std::string& golden_file) {
  traces::FileSource file(golden_file);
  traces::Unwrapped unwrapped(file, std::uint64_t{1} << 30U);
  std::string line;
  for (char next = '\0'; next != '\n'; line += next) {
    REQUIRE(unwrapped.bytes().read(std::as_writable_bytes(std::span(&next, 1))) == 1);
  }
  line.pop_back();
  const sim::DeviceLine device = sim::parse_device_line(line, 1);
  ReplaySettings settings;
  settings.limits = device.limits;
  const std::string policy = device.policy_with_mode();
  const std::size_t colon = policy.find(':');
  settings.policy = policy.substr(0, colon);
  settings.options = colon == std::string::npos ? "" : policy.substr(colon + 1);
  return settings;
}

double value_of(const sim::report::MetricValue& value) {
  if (const auto* whole = std::get_if<core::Uint128>(&value)) {
    return static_cast<double>(*whole);
  }
  const auto* real = std::get_if<double>(&value);
  return real != nullptr ? *real : std::nan("");
}

}  // namespace

TEST_CASE("Every figure of the golden metrics is equal to nine digits") {
  const std::string golden = (require_shared() / "golden").string();
  const Replays replays = read_golden(golden + "/metrics.tsv");
  REQUIRE(replays.size() == 32);
  for (const auto& [replay, figures] : replays) {
    const std::string stem = golden + "/traces/" + replay.first;
    const Replayed replayed = replay_file(stem + ".csv.gz", settings_of(stem + "." + replay.second + ".golden.gz"));
    for (const GoldenFigure& figure : figures) {
      CAPTURE(replay.first, replay.second, figure.metric);
      const sim::report::Metric* const metric = sim::report::find_metric(figure.metric);
      REQUIRE(metric != nullptr);
      CHECK(value_of(metric->of(replayed.input)) == Approx(figure.value).epsilon(1e-9).margin(1e-15));
    }
  }
}

}  // namespace arenasim::tests
