// What passed between the policy and the device: pages granted and given back, growths, and what relocations moved.
#include <array>
#include <cstddef>
#include <string>

#include "sim/report/metric_rows.hpp"
#include "sim/report/names.hpp"

namespace arenasim::sim::report {

namespace {

using statistics::Counters;
using Value = MetricValue;

/// A count that is a member of the counters.
template <auto Member>
Value counter(const ReportInput& input, std::uint32_t) {
  return core::Uint128{input.results.counters.*Member};
}

Value reuse(const ReportInput& input, std::uint32_t) {
  const Counters& counters = input.results.counters;
  const std::uint64_t reservations = counters.allocations + counters.preexisting;
  return reservations == 0 ? 0.0 : 1 - quotient(counters.page_grants, reservations);
}

Value relocations(const ReportInput& input, std::uint32_t) {
  core::Uint128 sum = 0;
  for (const std::uint64_t count : input.results.counters.relocations_by_reason) {
    sum += count;
  }
  return sum;
}

Value relocations_for(const ReportInput& input, std::uint32_t reason) {
  return core::Uint128{input.results.counters.relocations_by_reason[reason]};
}

Value relocations_ended(const ReportInput& input, std::uint32_t outcome) {
  return core::Uint128{input.results.counters.relocations_by_outcome[outcome]};
}

Value freed_per_moved(const ReportInput& input, std::uint32_t) {
  return quotient(input.results.counters.freed_by_relocation_bytes, input.results.counters.moved_bytes);
}

Value moved_per_allocated(const ReportInput& input, std::uint32_t) {
  return quotient(input.results.counters.moved_bytes, input.results.counters.allocated_bytes);
}

Value moves_per_1000_events(const ReportInput& input, std::uint32_t) {
  return quotient(core::Uint128{input.results.counters.moves} * 1000, input.results.counters.moments);
}

void add(std::vector<Metric>& table, std::string name, Unit unit, Better better, std::string sentence,
         Value (*value)(const ReportInput&, std::uint32_t), std::uint32_t argument = 0) {
  table.push_back({std::move(name), unit, better, std::move(sentence), value, argument});
}

void add_device_traffic(std::vector<Metric>& table) {
  add(table, "page_grants_count", Unit::count, Better::less, "pages the device granted",
      counter<&Counters::page_grants>);
  add(table, "page_releases_count", Unit::count, Better::less, "pages given back to the device",
      counter<&Counters::page_releases>);
  add(table, "page_refusals_count", Unit::count, Better::less, "pages the device refused",
      counter<&Counters::page_refusals>);
  add(table, "granted_bytes", Unit::bytes, Better::less, "bytes of all pages granted",
      counter<&Counters::granted_bytes>);
  add(table, "reuse_ratio", Unit::ratio, Better::more, "1 - pages granted over requests", reuse);
  add(table, "growths_count", Unit::count, Better::less, "how often the arena went to larger pages",
      counter<&Counters::growths>);
}

void add_relocations(std::vector<Metric>& table) {
  add(table, "relocations_count", Unit::count, Better::less, "relocations asked for", relocations);
  for (const core::RelocationReason reason : kRelocationReasons) {
    add(table, "relocations_" + std::string(name(reason)) + "_count", Unit::count, Better::less,
        "relocations asked for, reason " + std::string(name(reason)), relocations_for,
        static_cast<std::uint32_t>(reason));
  }
  add(table, "relocations_abandoned_count", Unit::count, Better::less,
      "relocations given up because a copy or the wait for it failed", relocations_ended,
      static_cast<std::uint32_t>(core::RelocationOutcome::abandoned));
  add(table, "relocations_empty_count", Unit::count, Better::less, "relocations that found nothing to move",
      relocations_ended, static_cast<std::uint32_t>(core::RelocationOutcome::nothing));
}

void add_moves(std::vector<Metric>& table) {
  add(table, "moves_count", Unit::count, Better::less, "copies made and committed", counter<&Counters::moves>);
  add(table, "moved_bytes", Unit::bytes, Better::less, "bytes of copies made and committed",
      counter<&Counters::moved_bytes>);
  add(table, "max_moved_bytes_in_one", Unit::bytes, Better::less, "the most bytes one relocation moved",
      counter<&Counters::max_moved_bytes_in_one>);
  add(table, "freed_by_relocation_bytes", Unit::bytes, Better::more, "bytes of pages given back thanks to relocations",
      counter<&Counters::freed_by_relocation_bytes>);
  add(table, "freed_per_moved_ratio", Unit::ratio, Better::more, "bytes given back over bytes moved", freed_per_moved);
  add(table, "moved_per_allocated_ratio", Unit::ratio, Better::less, "bytes moved over bytes allocated",
      moved_per_allocated);
  add(table, "moves_per_1000_events", Unit::ratio, Better::less, "copies for each 1000 allocation and free events",
      moves_per_1000_events);
  add(table, "blocked_by_guard_pages", Unit::count, Better::less,
      "outdated pages that relocations left because they are guarded", counter<&Counters::blocked_by_guard_pages>);
  add(table, "blocked_by_binding_pages", Unit::count, Better::less,
      "outdated pages that relocations left because something on them is bound",
      counter<&Counters::blocked_by_binding_pages>);
}

}  // namespace

void add_traffic_metrics(std::vector<Metric>& table) {
  add_device_traffic(table);
  add_relocations(table);
  add_moves(table);
}

}  // namespace arenasim::sim::report
