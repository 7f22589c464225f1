// The section of wall-clock figures: of the replay, and of each kind of work that a real device did for it.
#include <cstddef>
#include <string>
#include <utility>

#include "sim/report/sections.hpp"

namespace arenasim::sim::report {

namespace {

double per_second(double amount, std::uint64_t nanoseconds) {
  return nanoseconds == 0 ? 0 : amount / (static_cast<double>(nanoseconds) / 1e9);
}

Json histogram_of(const backends::WorkTimes& times) {
  Json buckets = Json::array();
  for (std::size_t i = 0; i < backends::WorkTimes::kBuckets; ++i) {
    if (times.counts_by_log2_ns[i] != 0) {
      const std::uint64_t from = std::uint64_t{1} << i;
      buckets.push_back({{"from", i == 0 ? 0 : from}, {"to", from - 1 + from}, {"count", times.counts_by_log2_ns[i]}});
    }
  }
  return buckets;
}

Json work_section(const backends::WorkTimes& times) {
  return {{"count", times.count},
          {"bytes", number(times.bytes)},
          {"total_ns", times.total_ns},
          {"most_ns", times.most_ns},
          {"bytes_per_second", per_second(static_cast<double>(times.bytes), times.total_ns)},
          {"histogram_ns", histogram_of(times)}};
}

Json device_work(const backends::Measurements* measurements) {
  Json works = Json::object();
  if (measurements != nullptr) {
    for (const backends::Work work : backends::kWorks) {
      works[std::string{backends::name(work)}] = work_section(measurements->of(work));
    }
  }
  return works;
}

}  // namespace

Json measured_section(const ReportInput& input) {
  const Measured& measured = input.measured;
  const auto moments = static_cast<double>(input.results.counters.moments);
  Json section = {{"wall_ns", measured.wall_ns},
                  {"events_per_second", per_second(moments, measured.wall_ns)},
                  {"peak_rss_bytes", measured.peak_rss_bytes}};
  section["device"] = device_work(measured.device);
  return section;
}

}  // namespace arenasim::sim::report
