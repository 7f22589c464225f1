// The sections that say what came of a replay: phases, streams, pools, growths, relocations, failures, series.
#include <cstddef>
#include <utility>

#include "sim/report/names.hpp"
#include "sim/report/sections.hpp"

namespace arenasim::sim::report {

namespace {

using statistics::CutList;
using statistics::Results;

std::uint64_t ns(core::SimTime time) {
  return time.time_since_epoch().count();
}

template <class Item, class Show>
Json cut_list(const CutList<Item>& list, Show show) {
  Json items = Json::array();
  for (const Item& item : list.items) {
    items.push_back(show(item));
  }
  return {{"items", std::move(items)}, {"dropped_count", list.dropped_count}};
}

Json difference(const RecordedComparison::Difference& difference) {
  return {{"event", difference.event},
          {"size_bytes", number(difference.size)},
          {"recorded", difference.recorded},
          {"predicted", difference.predicted},
          {"reason", difference.reason}};
}

}  // namespace

Json phases_section(const Results& results, const traces::StringTable& strings) {
  bool first = true;
  return cut_list(results.phases, [&](const statistics::Phase& phase) -> Json {
    const std::string marker = std::exchange(first, false) ? "start" : std::string(strings.text(phase.marker));
    return {{"marker", marker},
            {"event", phase.event},
            {"time_ns", ns(phase.time)},
            {"allocations_count", phase.allocations_count},
            {"failures_count", phase.failures_count},
            {"grants_count", phase.grants_count},
            {"releases_count", phase.releases_count},
            {"growths_count", phase.growths_count},
            {"moved_bytes", number(phase.moved_bytes)},
            {"peak_live_bytes", phase.peak_live_bytes},
            {"peak_reserved_bytes", phase.peak_reserved_bytes},
            {"end_live_bytes", phase.end_live_bytes},
            {"end_reserved_bytes", phase.end_reserved_bytes}};
  });
}

Json streams_section(const Results& results) {
  Json list = Json::array();
  for (const statistics::StreamResult& stream : results.streams) {
    list.push_back({{"stream", stream.stream.number()},
                    {"peak_live_bytes", stream.peak_live_bytes},
                    {"peak_reserved_bytes", stream.peak_reserved_bytes},
                    {"end_reserved_bytes", stream.end_reserved_bytes},
                    {"failures_count", stream.failures_count}});
  }
  return list;
}

Json pools_section(const core::Description& description) {
  Json list = Json::array();
  for (const core::PoolDescription& pool : description.pools) {
    list.push_back({{"stream", pool.stream.number()},
                    {"index", pool.index},
                    {"kind", std::string(pool.kind)},
                    {"page_size_bytes", pool.page_size ? number(*pool.page_size) : Json(nullptr)},
                    {"pages_count", pool.pages_count},
                    {"pages_peak_count", pool.pages_peak_count},
                    {"largest_allocation_bytes", number(pool.largest_allocation)},
                    {"held_count", pool.held_count},
                    {"held_bytes", number(pool.held_bytes)},
                    {"padding_bytes", number(pool.padding_bytes)},
                    {"reserved_bytes", number(pool.reserved_bytes)},
                    {"lost_bytes", number(pool.lost_bytes)}});
  }
  return list;
}

Json growth_section(const Results& results) {
  return cut_list(results.growths, [](const statistics::Growth& growth) -> Json {
    return {{"event", growth.event},
            {"time_ns", ns(growth.time)},
            {"stream", growth.stream.number()},
            {"request_bytes", number(growth.request)},
            {"from_page_bytes", number(growth.from_page)},
            {"to_page_bytes", number(growth.to_page)},
            {"outdated_pages_count", growth.outdated_pages_count}};
  });
}

Json relocations_section(const Results& results) {
  return cut_list(results.relocations, [](const statistics::Relocation& relocation) -> Json {
    return {{"event", relocation.event},
            {"time_ns", ns(relocation.time)},
            {"stream", relocation.stream.number()},
            {"reason", std::string(name(relocation.reason))},
            {"moves_count", relocation.moves_count},
            {"moved_bytes", number(relocation.moved_bytes)},
            {"pages_freed_count", relocation.pages_freed_count},
            {"freed_bytes", number(relocation.freed_bytes)},
            {"outcome", std::string(name(relocation.outcome))},
            {"duration_ns", relocation.duration_ns}};
  });
}

Json failures_section(const Results& results) {
  return cut_list(results.failures, [](const statistics::Failure& failure) -> Json {
    return {{"event", failure.event},
            {"id", failure.id},
            {"stream", failure.stream.number()},
            {"size_bytes", number(failure.size)},
            {"reason", std::string(core::name(failure.reason))},
            {"class", std::string(statistics::name(failure.failure_class))},
            {"free_bytes", failure.free_bytes},
            {"largest_free_bytes", failure.largest_free_bytes},
            {"reserved_bytes", failure.reserved_bytes},
            {"recorded", failure.recorded}};
  });
}

Json recorded_section(const RecordedComparison& recorded) {
  return {{"placements_count", recorded.placements_count},
          {"placements_equal_count", recorded.placements_equal_count},
          {"segments_count", recorded.segments_count},
          {"segments_equal_count", recorded.segments_equal_count},
          {"settled_count", recorded.settled_count},
          {"open_count", recorded.open_count},
          {"first_difference", recorded.first_difference ? difference(*recorded.first_difference) : Json(nullptr)}};
}

Json series_section(const Results& results) {
  Json rows = Json::array();
  for (const statistics::SeriesRow& row : results.series) {
    rows.push_back(Json::array({row.event, ns(row.time), row.live_bytes, row.reserved_bytes, row.largest_free_bytes,
                                row.free_bytes, row.pending_bytes, row.lost_bytes, row.pages_count}));
  }
  return {{"columns",
           {"event", "time_ns", "live_bytes", "reserved_bytes", "largest_free_bytes", "free_bytes", "pending_bytes",
            "lost_bytes", "pages_count"}},
          {"rows", std::move(rows)}};
}

Json histogram(const statistics::Histogram& histogram) {
  Json buckets = Json::array();
  for (std::size_t i = 0; i < statistics::Histogram::kBuckets; ++i) {
    const statistics::Histogram::Bucket& bucket = histogram.buckets()[i];
    if (bucket.count != 0) {
      buckets.push_back({{"from", statistics::Histogram::from(i)},
                         {"to", statistics::Histogram::to(i)},
                         {"count", bucket.count},
                         {"bytes", number(bucket.bytes)}});
    }
  }
  return buckets;
}

Json histograms_section(const Results& results) {
  const statistics::Histograms& histograms = results.histograms;
  return {{"request_bytes", histogram(histograms.request_bytes)},
          {"lifetime_events", histogram(histograms.lifetime_events)},
          {"lifetime_ns", histogram(histograms.lifetime_ns)},
          {"page_bytes", histogram(histograms.page_bytes)},
          {"move_bytes", histogram(histograms.move_bytes)},
          {"idle_page_age_events", histogram(histograms.idle_page_age_events)}};
}

}  // namespace arenasim::sim::report
