// How memory was used on the whole: efficiency, waste and the distance to the least that could have done.
#include "sim/report/metric_rows.hpp"

namespace arenasim::sim::report {

namespace {

using statistics::Level;
using statistics::LevelFigure;
using statistics::Results;
using Value = MetricValue;

Value peak_aligned_live(const ReportInput& input, std::uint32_t) {
  return core::Uint128{input.results.peak_aligned_live_bytes};
}

Value reserved_before(const ReportInput& input, std::uint32_t) {
  return core::Uint128{input.results.reserved_before_first_allocation_bytes};
}

Value peak_efficiency(const ReportInput& input, std::uint32_t) {
  return quotient(input.results.level(Level::live).peak, input.results.level(Level::reserved).peak);
}

Value fragmentation(const ReportInput& input, std::uint32_t) {
  const std::uint64_t reserved = input.results.level(Level::reserved).peak;
  return reserved == 0 ? 0.0 : 1 - quotient(input.results.level(Level::live).peak, reserved);
}

Value reserved_at_peak_live(const ReportInput& input, std::uint32_t) {
  return quotient(input.results.reserved_at_peak_live_bytes, input.results.level(Level::live).peak);
}

Value live_at_peak_reserved(const ReportInput& input, std::uint32_t) {
  return quotient(input.results.live_at_peak_reserved_bytes, input.results.level(Level::reserved).peak);
}

Value waste(const ReportInput& input, std::uint32_t) {
  const LevelFigure& live = input.results.level(Level::live);
  return quotient(input.results.level(Level::reserved).sum - live.sum, live.sum);
}

Value time_waste(const ReportInput& input, std::uint32_t) {
  const LevelFigure& live = input.results.level(Level::live);
  return quotient(input.results.level(Level::reserved).time_sum - live.time_sum, live.time_sum);
}

Value gap_to_lower_bound(const ReportInput& input, std::uint32_t) {
  const std::uint64_t bound = input.results.peak_aligned_live_bytes;
  return bound == 0 ? 0.0 : quotient(input.results.level(Level::reserved).peak, bound) - 1;
}

Value page_size(const ReportInput& input, std::uint32_t) {
  core::Uint128 greatest = 0;
  for (const core::PoolDescription& pool : input.description.pools) {
    if (pool.kind == "arena" && pool.page_size && pool.page_size->count() > greatest) {
      greatest = pool.page_size->count();
    }
  }
  return greatest == 0 ? Value{Undefined{"the policy has no arena"}} : Value{greatest};
}

Value preexisting(const ReportInput& input, std::uint32_t) {
  return core::Uint128{input.results.counters.preexisting};
}

}  // namespace

void add_usage_metrics(std::vector<Metric>& table) {
  const auto add = [&table](const char* name, Unit unit, Better better, const char* sentence,
                            Value (*value)(const ReportInput&, std::uint32_t)) {
    table.push_back({name, unit, better, sentence, value});
  };
  add("peak_efficiency_ratio", Unit::ratio, Better::more, "the most bytes live over the most reserved",
      peak_efficiency);
  add("fragmentation_ratio", Unit::ratio, Better::less, "1 - the most bytes live over the most reserved",
      fragmentation);
  add("reserved_at_peak_live_ratio", Unit::ratio, Better::less, "reserved over live when most is live",
      reserved_at_peak_live);
  add("live_at_peak_reserved_ratio", Unit::ratio, Better::more, "live over reserved when most is reserved",
      live_at_peak_reserved);
  add("waste_ratio", Unit::ratio, Better::less, "reserved but not live over live, summed over events", waste);
  add("time_waste_ratio", Unit::ratio, Better::less, "reserved but not live over live, summed over time", time_waste);
  add("peak_aligned_live_bytes", Unit::bytes, Better::neither,
      "the most bytes live with each size rounded up to the alignment", peak_aligned_live);
  add("lower_bound_bytes", Unit::bytes, Better::neither,
      "what no policy can do without: the most bytes live, each size rounded up to the alignment", peak_aligned_live);
  add("gap_to_lower_bound_ratio", Unit::ratio, Better::less, "the most reserved over the lower bound, less 1",
      gap_to_lower_bound);
  add("reserved_before_first_allocation_bytes", Unit::bytes, Better::neither,
      "bytes reserved before anything was asked for", reserved_before);
  add("page_size_bytes", Unit::bytes, Better::neither, "the arena's last page size, the greatest over streams",
      page_size);
  add("preexisting_count", Unit::count, Better::neither, "allocations that were live before the trace began",
      preexisting);
}

}  // namespace arenasim::sim::report
