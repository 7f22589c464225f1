// The sections that say what the trace is and what its import made of it.
#include <algorithm>
#include <cstddef>
#include <map>

#include "sim/report/sections.hpp"

namespace arenasim::sim::report {

namespace {

using traces::EventKind;
using traces::Import;

std::uint64_t count(const Import& import, EventKind kind) {
  return import.events[static_cast<std::size_t>(kind)];
}

std::uint64_t streams(const Import& import) {
  std::uint64_t sum = 0;
  for (const traces::DeviceCount& device : import.devices) {
    sum += device.selected ? device.streams : 0;
  }
  return sum;
}

Json devices(const Import& import) {
  Json list = Json::array();
  for (const traces::DeviceCount& device : import.devices) {
    Json item = {{"device", device.device.number()}};
    if (device.type) {
      item["type"] = *device.type;
    }
    item["events"] = device.events;
    item["selected"] = device.selected;
    list.push_back(std::move(item));
  }
  return list;
}

Json events(const Import& import) {
  Json object = Json::object();
  for (const EventKind kind : traces::kEventKinds) {
    object[std::string(name(kind))] = count(import, kind);
  }
  return object;
}

Json repairs(const traces::Repairs& repairs) {
  return {{"unmatched_frees", repairs.unmatched_frees},
          {"unmatched_requests", repairs.unmatched_requests},
          {"double_allocs", repairs.double_allocs},
          {"duplicate_events", repairs.duplicate_events},
          {"zero_sizes", repairs.zero_sizes},
          {"size_mismatches", repairs.size_mismatches},
          {"reallocs", repairs.reallocs},
          {"resorted_events", repairs.resorted_events},
          {"clamped_times", repairs.clamped_times},
          {"pending_at_end", repairs.pending_at_end},
          {"truncated_ring", repairs.truncated_ring},
          {"truncated_tail", repairs.truncated_tail}};
}

Json records(const traces::Records& records) {
  return {{"read", records.read},       {"as_events", records.as_events}, {"as_facts", records.as_facts},
          {"skipped", records.skipped}, {"dropped", records.dropped},     {"overhead", records.overhead}};
}

template <class Value>
Json object_of(const std::map<std::string, Value>& values) {
  Json object = Json::object();
  for (const auto& [name, value] : values) {
    object[name] = value;
  }
  return object;
}

}  // namespace

Json import_section(const Import& import) {
  return {{"file", import.file},
          {"format", import.format},
          {"containers", import.containers},
          {"clock", import.clock},
          {"size_kind", import.size_kind},
          {"pairing", import.pairing},
          {"devices", devices(import)},
          {"events", events(import)},
          {"repairs", repairs(import.repairs)},
          {"skipped", object_of(import.skipped)},
          {"facts", object_of(import.facts)},
          {"live",
           {{"peak_bytes", number(import.live_peak_bytes)},
            {"end_bytes", number(import.live_end_bytes)},
            {"end_count", import.live_end_count}}},
          {"records", records(import.records)},
          {"counters", object_of(import.counters)},
          {"ignored_columns", import.ignored_columns},
          {"stream_names", object_of(import.stream_names)}};
}

TraceFigures trace_figures(const TraceInfo& trace, core::SimDuration replayed) {
  const Import& import = *trace.import;
  TraceFigures figures;
  for (const std::uint64_t events_of_kind : import.events) {
    figures.events += events_of_kind;
  }
  figures.allocations = count(import, EventKind::alloc);
  figures.frees = count(import, EventKind::free) + count(import, EventKind::free_completed);
  figures.streams = streams(import);
  figures.duration = trace.duration.value_or(replayed);
  return figures;
}

Json trace_section(const TraceInfo& trace, core::SimDuration duration) {
  const Import& import = *trace.import;
  const TraceFigures figures = trace_figures(trace, duration);
  return {{"name", import.file},
          {"sha256", trace.sha256},
          {"format", import.format},
          {"events_count", figures.events},
          {"allocations_count", figures.allocations},
          {"frees_count", figures.frees},
          {"streams_count", figures.streams},
          {"duration_ns", figures.duration.count()},
          {"peak_live_bytes", number(import.live_peak_bytes)},
          {"import", import_section(import)}};
}

}  // namespace arenasim::sim::report
