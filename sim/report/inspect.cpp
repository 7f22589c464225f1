#include "sim/report/inspect.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "sim/report/hints.hpp"
#include "sim/report/metric_rows.hpp"
#include "sim/report/sections.hpp"
#include "sim/report/trace_events.hpp"
#include "sim/report/words.hpp"

namespace arenasim::sim::report {

class Inspection::Parts {
 public:
  TraceEvents events;
};

Inspection::Inspection() : parts_(std::make_unique<Parts>()) {}

Inspection::~Inspection() = default;

void Inspection::take(std::span<const traces::Event> events) {
  for (const traces::Event& event : events) {
    parts_->events.take(event);
  }
}

namespace {

constexpr int kSchemaVersion = 1;
constexpr std::size_t kMostTags = 10;
constexpr std::size_t kLongestLabel = 40;

Json device_object(const traces::DeviceCount& device) {
  Json object = {{"device", device.device.number()}};
  if (device.type) {
    object["type"] = *device.type;
  }
  object.update(Json{{"selected", device.selected},
                     {"alloc_count", device.allocs},
                     {"free_count", device.frees},
                     {"realloc_count", device.reallocs},
                     {"unmatched_frees_count", device.unmatched_frees},
                     {"double_allocs_count", device.double_allocs},
                     {"zero_sizes_count", device.zero_sizes},
                     {"peak_bytes", number(device.peak_bytes)},
                     {"end_bytes", number(device.end_bytes)},
                     {"end_count", device.end_count},
                     {"max_size_bytes", number(device.max_size)},
                     {"distinct_sizes_count", device.distinct_sizes},
                     {"not_multiple_of_512_ratio", quotient(device.not_multiple_of_512, device.allocs)},
                     {"streams_count", device.streams}});
  return object;
}

Json tag_list(const TraceEvents& events, const traces::StringTable& strings) {
  Json list = Json::array();
  for (const TagCount& tag : events.tags()) {
    list.push_back({{"tag", std::string(strings.text(tag.tag))},
                    {"allocations_count", tag.allocations},
                    {"allocated_bytes", number(tag.bytes)}});
  }
  return list;
}

Json holder_list(const TraceEvents& events, const traces::StringTable& strings) {
  Json list = Json::array();
  for (const statistics::HolderAtPeak& holder : events.holders_at_peak()) {
    list.push_back({{"size_bytes", number(holder.size)},
                    {"tag", std::string(strings.text(holder.tag))},
                    {"count", holder.count},
                    {"bytes", number(holder.bytes)}});
  }
  return list;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    text += (text.empty() ? "" : ", ") + word;
  }
  return text.empty() ? "none" : text;
}

void add_devices(Lines& lines, const traces::Import& import) {
  for (const traces::DeviceCount& device : import.devices) {
    const std::string type = device.type ? fmt::format("{}:", *device.type) : std::string();
    lines.row(fmt::format("device {}{}", type, device.device.number()),
              fmt::format("{}{}, {}, {}, peak {}, {} ({}) live at the end", device.selected ? "" : "not taken: ",
                          counted(device.allocs, "allocation"), counted(device.frees, "free"),
                          counted(device.streams, "stream"), binary_and_decimal(device.peak_bytes),
                          counted(device.end_count, "allocation"), binary(device.end_bytes)));
    if (device.allocs != 0) {
      lines.row("  sizes", fmt::format("{} different, the largest {}, {} not a multiple of 512",
                                       grouped(device.distinct_sizes), binary(device.max_size.count()),
                                       percent(quotient(device.not_multiple_of_512, device.allocs))));
    }
  }
}

void add_events(Lines& lines, const traces::Import& import) {
  std::string kinds;
  for (const traces::EventKind kind : traces::kEventKinds) {
    const std::uint64_t count = import.events[static_cast<std::size_t>(kind)];
    if (count != 0) {
      kinds += fmt::format("{}{} {}", kinds.empty() ? "" : ", ", grouped(count), name(kind));
    }
  }
  lines.row("events", kinds.empty() ? "none" : kinds);
}

void add_counts(Lines& lines, const std::string& label, const std::map<std::string, std::uint64_t>& counts) {
  for (const auto& [what, count] : counts) {
    if (count == 0) {
      continue;
    }
    lines.row(label, fmt::format("{} {}", grouped(count), what));
  }
}

void add_repairs(Lines& lines, const traces::Repairs& repairs) {
  add_counts(lines, "repaired",
             {{"unmatched_frees", repairs.unmatched_frees},
              {"unmatched_requests", repairs.unmatched_requests},
              {"double_allocs", repairs.double_allocs},
              {"duplicate_events", repairs.duplicate_events},
              {"size_mismatches", repairs.size_mismatches},
              {"reallocs", repairs.reallocs},
              {"resorted_events", repairs.resorted_events},
              {"clamped_times", repairs.clamped_times}});
}

void add_histogram(Lines& lines, const statistics::Histogram& sizes) {
  lines.blank();
  lines.text("sizes", Mark::heading);
  for (std::size_t i = 0; i < statistics::Histogram::kBuckets; ++i) {
    const statistics::Histogram::Bucket& bucket = sizes.buckets()[i];
    if (bucket.count != 0) {
      lines.row("  from " + binary(statistics::Histogram::from(i)),
                fmt::format("{:>12}  {}", grouped(bucket.count), binary(bucket.bytes)));
    }
  }
}

void add_tags(Lines& lines, const TraceEvents& events, const traces::StringTable& strings) {
  const std::vector<TagCount> tags = events.tags();
  if (tags.empty() || (tags.size() == 1 && tags.front().tag == traces::Tag{})) {
    return;
  }
  lines.blank();
  lines.text(fmt::format("tags ({})", grouped(tags.size())), Mark::heading);
  for (std::size_t i = 0; i < std::min(tags.size(), kMostTags); ++i) {
    const std::string_view tag = strings.text(tags[i].tag).substr(0, kLongestLabel);
    lines.row(tag.empty() ? "  (no tag)" : "  " + std::string(tag),
              fmt::format("{:>12}  {}", grouped(tags[i].allocations), binary(tags[i].bytes)));
  }
}

void add_holders(Lines& lines, const TraceEvents& events, const traces::StringTable& strings) {
  lines.blank();
  lines.text(fmt::format("live at the peak, event {}", events.peak_event()), Mark::heading);
  for (const statistics::HolderAtPeak& holder : events.holders_at_peak()) {
    const std::string_view tag = strings.text(holder.tag).substr(0, kLongestLabel);
    lines.row("  " + binary(holder.size.count()),
              fmt::format("{:>12}  {}{}{}", grouped(holder.count), binary(holder.bytes), tag.empty() ? "" : "  ", tag));
  }
}

}  // namespace

std::string Inspection::json(const traces::Import& import, const traces::StringTable& strings,
                             const std::string& sha256) const {
  const TraceEvents& events = parts_->events;
  TraceInfo trace;
  trace.import = &import;
  trace.strings = &strings;
  trace.sha256 = sha256;
  Json document = {{"schema", "inspect"}, {"schema_version", kSchemaVersion}};
  document["trace"] = trace_section(trace, events.last_time().time_since_epoch());
  document["import"] = std::exchange(document["trace"]["import"], Json());
  document["trace"].erase("import");
  document["devices"] = Json::array();
  for (const traces::DeviceCount& device : import.devices) {
    document["devices"].push_back(device_object(device));
  }
  document["size_histogram"] = histogram(events.sizes());
  document["tags"] = tag_list(events, strings);
  document["top_at_peak"] = holder_list(events, strings);
  document["hints"] = hints(import);
  return to_text(document);
}

std::string Inspection::text(const traces::Import& import, const traces::StringTable& strings, Colors colors) const {
  const TraceEvents& events = parts_->events;
  Lines lines(colors);
  lines.text(import.file, Mark::heading);
  lines.row("format", fmt::format("{}, containers {}, clock {}, sizes as {}, paired by {}", import.format,
                                  joined(import.containers), import.clock, import.size_kind, import.pairing));
  lines.row("time", fmt::format("{} from the first event to the last",
                                duration((events.last_time() - events.first_time()).count())));
  add_events(lines, import);
  lines.row("live",
            fmt::format("at most {}, {} at the end", binary_and_decimal(events.peak_live()), binary(events.live())));
  add_devices(lines, import);
  add_repairs(lines, import.repairs);
  add_counts(lines, "skipped", import.skipped);
  add_counts(lines, "kept aside", import.facts);
  if (events.allocations() != 0) {
    add_histogram(lines, events.sizes());
    add_tags(lines, events, strings);
    add_holders(lines, events, strings);
  }
  const std::vector<std::string> notes = hints(import);
  if (!notes.empty()) {
    lines.blank();
  }
  for (const std::string& note : notes) {
    lines.text("note: " + note);
  }
  return lines.finish();
}

}  // namespace arenasim::sim::report
