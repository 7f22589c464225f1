// What went wrong or took time: failed requests, second tries, stalls, and how the recording fared.
#include <cstddef>
#include <string>

#include "sim/report/metric_rows.hpp"
#include "sim/report/names.hpp"

namespace arenasim::sim::report {

namespace {

using statistics::Counters;
using Value = MetricValue;

constexpr Undefined kRecorded{"nothing shifts in recorded timing"};

template <auto Member>
Value counter(const ReportInput& input, std::uint32_t) {
  return core::Uint128{input.results.counters.*Member};
}

Value failures(const ReportInput& input, std::uint32_t) {
  return core::Uint128{input.results.counters.failures()};
}

Value failures_for(const ReportInput& input, std::uint32_t reason) {
  return core::Uint128{input.results.counters.failures_by_reason[reason]};
}

Value first_failure(const ReportInput& input, std::uint32_t) {
  const auto& event = input.results.counters.first_failure_event;
  return event ? Value{core::Uint128{*event}} : Value{Undefined{"no request failed"}};
}

Value stall(const ReportInput& input, std::uint32_t) {
  core::Uint128 sum = 0;
  for (const core::Uint128 cause : input.results.stalls.by_cause) {
    sum += cause;
  }
  return sum;
}

Value stall_for(const ReportInput& input, std::uint32_t cause) {
  return input.results.stalls.by_cause[cause];
}

bool closed(const ReportInput& input) {
  return input.timing.settings.timing == Timing::closed;
}

Value slowdown(const ReportInput& input, std::uint32_t) {
  if (!closed(input)) {
    return kRecorded;
  }
  return quotient(input.results.host_end.time_since_epoch().count(),
                  input.results.trace_end.time_since_epoch().count());
}

Value max_stall(const ReportInput& input, std::uint32_t) {
  return closed(input) ? Value{core::Uint128{input.results.stalls.max_ns}} : Value{kRecorded};
}

Value p99_stall(const ReportInput& input, std::uint32_t) {
  return closed(input) ? Value{core::Uint128{input.results.stalls.p99_ns}} : Value{kRecorded};
}

void add(std::vector<Metric>& table, std::string name, Unit unit, Better better, std::string sentence,
         Value (*value)(const ReportInput&, std::uint32_t), std::uint32_t argument = 0) {
  table.push_back({std::move(name), unit, better, std::move(sentence), value, argument});
}

void add_failures(std::vector<Metric>& table) {
  add(table, "retries_count", Unit::count, Better::less, "requests that were tried a second time",
      counter<&Counters::retries>);
  add(table, "rescued_count", Unit::count, Better::neither, "requests that the second try served",
      counter<&Counters::rescued>);
  add(table, "failures_count", Unit::count, Better::less, "requests that were not served", failures);
  for (const core::Refusal reason : core::kRefusals) {
    add(table, "failures_" + std::string(core::name(reason)) + "_count", Unit::count, Better::less,
        "requests that were not served, reason " + std::string(core::name(reason)), failures_for,
        static_cast<std::uint32_t>(reason));
  }
  add(table, "failed_bytes", Unit::bytes, Better::less, "bytes of requests that were not served",
      counter<&Counters::failed_bytes>);
  add(table, "first_failure_event", Unit::event, Better::more, "the event of the first request that was not served",
      first_failure);
}

void add_stalls(std::vector<Metric>& table) {
  add(table, "stall_ns", Unit::nanoseconds, Better::less, "what the host waited for or was charged", stall);
  for (const StallCause cause : kStallCauses) {
    add(table, "stall_" + std::string(name(cause)) + "_ns", Unit::nanoseconds, Better::less,
        "what the host waited for or was charged, cause " + std::string(name(cause)), stall_for,
        static_cast<std::uint32_t>(cause));
  }
  add(table, "slowdown_ratio", Unit::ratio, Better::less, "closed duration over recorded duration", slowdown);
  add(table, "max_stall_ns", Unit::nanoseconds, Better::less, "the longest stall of one event", max_stall);
  add(table, "p99_stall_ns", Unit::nanoseconds, Better::less,
      "what 99 of 100 events that stalled did not pass, nearest rank", p99_stall);
}

}  // namespace

void add_trouble_metrics(std::vector<Metric>& table) {
  add_failures(table);
  add_stalls(table);
  add(table, "recorded_failures_count", Unit::count, Better::neither, "requests that failed in the recording",
      counter<&Counters::recorded_failures>);
  add(table, "failed_while_recorded_ok_count", Unit::count, Better::neither,
      "requests that failed here and were served in the recording", failures);
  add(table, "ok_while_recorded_failed_count", Unit::count, Better::neither,
      "requests that failed in the recording and would be served here", counter<&Counters::ok_while_recorded_failed>);
}

}  // namespace arenasim::sim::report
