#include "sim/report/summary.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include <fmt/format.h>

#include "sim/report/failure_sentence.hpp"
#include "sim/report/metric_rows.hpp"
#include "sim/report/names.hpp"
#include "sim/report/recorded_rows.hpp"
#include "sim/report/sections.hpp"
#include "sim/report/words.hpp"

namespace arenasim::sim::report {

namespace {

using statistics::Counters;
using statistics::HolderAtPeak;
using statistics::Level;
using statistics::LevelFigure;
using statistics::Ratio;
using statistics::Results;

constexpr std::size_t kMostRows = 5;
constexpr std::size_t kLongestLabel = 40;

std::string mean(const LevelFigure& figure, const Results& results) {
  return binary(results.counters.moments == 0 ? 0 : figure.sum / results.counters.moments);
}

void add_setting(Lines& lines, const ReportInput& input) {
  const traces::Import& import = *input.trace.import;
  const TraceFigures trace = trace_figures(input.trace, input.results.trace_end.time_since_epoch());
  lines.text(fmt::format("{} under {}", import.file, input.policy.name), Mark::heading);
  lines.row("trace", fmt::format("{}, {}, {}, {}, {}", import.format, counted(trace.allocations, "allocation"),
                                 counted(trace.frees, "free"), counted(trace.streams, "stream"),
                                 duration(trace.duration.count())));
  const core::Limits& limits = input.device.limits;
  lines.row("device", fmt::format("{}, capacity {}, largest page {}, alignment {}", input.device.backend,
                                  limits.capacity ? binary_and_decimal(limits.capacity->count()) : "none",
                                  binary(limits.largest_page.count()), binary(limits.alignment.bytes().count())));
}

void add_peaks(Lines& lines, const Results& results) {
  const LevelFigure& live = results.level(Level::live);
  const LevelFigure& reserved = results.level(Level::reserved);
  lines.blank();
  lines.row("peak live", fmt::format("{} at event {}", binary_and_decimal(live.peak), results.peak_live_event));
  lines.row("peak reserved",
            fmt::format("{} at event {}", binary_and_decimal(reserved.peak), results.peak_reserved_event));
  lines.row("efficiency", percent(quotient(live.peak, reserved.peak)) + " of the most reserved was live at the peak");
  lines.row("at the end", fmt::format("{} live, {} reserved", binary(live.end), binary(reserved.end)));
}

void add_losses(Lines& lines, const Results& results) {
  const auto row = [&](const char* label, Level level, const char* words) {
    const LevelFigure& figure = results.level(level);
    if (figure.peak != 0) {
      lines.row(label, fmt::format("at most {}, on average {}: {}", binary(figure.peak), mean(figure, results), words));
    }
  };
  lines.blank();
  lines.text("lost to", Mark::heading);
  row("  stranded", Level::stranded, "free beside something held");
  row("  empty pages", Level::idle, "kept, though nothing on them is held");
  const statistics::RatioFigure& inner = results.ratio(Ratio::internal_fragmentation);
  if (inner.peak != 0) {
    lines.row("  held unasked", fmt::format("at most {}, on average {} of what is held: padding and whole pages",
                                            percent(inner.peak), percent(inner.mean)));
  }
  row("  lost bytes", Level::lost, "no slice describes them");
  row("  outdated pages", Level::outdated, "left behind by a growth");
  const statistics::RatioFigure& outer = results.ratio(Ratio::external_fragmentation);
  lines.row("  fragmentation", fmt::format("at most {}, on average {} of what is free lies outside the largest range",
                                           percent(outer.peak), percent(outer.mean)));
}

std::string relocations(const Results& results) {
  std::string reasons;
  std::uint64_t asked = 0;
  for (const core::RelocationReason reason : kRelocationReasons) {
    const std::uint64_t count = results.counters.relocations_by_reason[static_cast<std::size_t>(reason)];
    asked += count;
    if (count != 0) {
      reasons += fmt::format("{}{} {}", reasons.empty() ? "" : ", ", name(reason), grouped(count));
    }
  }
  if (asked == 0) {
    return "none";
  }
  const Counters& counters = results.counters;
  return fmt::format("{} ({}): {}, {} moved, {} given back", grouped(asked), reasons, counted(counters.moves, "move"),
                     binary(counters.moved_bytes), binary(counters.freed_by_relocation_bytes));
}

std::string growths(const Results& results) {
  if (results.growths.items.empty()) {
    return "none";
  }
  const statistics::Growth& first = results.growths.items.front();
  const statistics::Growth& last = results.growths.items.back();
  return fmt::format("{}: pages of {} at first, {} at event {}", grouped(results.counters.growths),
                     binary(first.from_page.count()), binary(last.to_page.count()), last.event);
}

void add_traffic(Lines& lines, const Results& results) {
  const Counters& counters = results.counters;
  lines.blank();
  lines.row("pages", fmt::format("{} granted ({}), {} given back, {} refused", grouped(counters.page_grants),
                                 binary(counters.granted_bytes), grouped(counters.page_releases),
                                 grouped(counters.page_refusals)));
  lines.row("growths", growths(results));
  lines.row("relocations", relocations(results));
  core::Uint128 stalled = 0;
  for (const core::Uint128 cause : results.stalls.by_cause) {
    stalled += cause;
  }
  if (stalled != 0) {
    lines.row("stalls", fmt::format("{} in all, the longest {}", duration(stalled), duration(results.stalls.max_ns)));
  }
}

void add_failures(Lines& lines, const ReportInput& input) {
  const Results& results = input.results;
  const Counters& counters = results.counters;
  if (counters.failures() == 0) {
    lines.row("failures", "none", Mark::good);
  } else {
    lines.row(
        "failures",
        fmt::format("{} of {} ({})", grouped(counters.failures()),
                    counted(counters.allocations + counters.preexisting, "request"), binary(counters.failed_bytes)),
        Mark::bad);
  }
  if (counters.recorded_failures != 0) {
    lines.row("recorded failures",
              fmt::format("{}, of which {} would be served here", grouped(counters.recorded_failures),
                          grouped(counters.ok_while_recorded_failed)));
  }
  const auto first = std::find_if(results.failures.items.begin(), results.failures.items.end(),
                                  [](const statistics::Failure& failure) { return !failure.recorded; });
  if (first != results.failures.items.end()) {
    lines.blank();
    lines.text(failure_sentence(*first, input.device.limits), Mark::bad);
  }
}

void add_holders(Lines& lines, const ReportInput& input) {
  const Results& results = input.results;
  const std::uint64_t peak = results.level(Level::live).peak;
  const auto show = [&](const HolderAtPeak& holder, const std::string& label) {
    lines.row("  " + label, fmt::format("{} in {}, {} of the peak", binary(holder.bytes),
                                        counted(holder.count, "allocation"), percent(quotient(holder.bytes, peak))));
  };
  const auto first_rows = [](const auto& list) { return std::min(list.size(), kMostRows); };
  if (!results.sizes_at_peak.empty()) {
    lines.blank();
    lines.text("top sizes at the peak", Mark::heading);
  }
  for (std::size_t i = 0; i < first_rows(results.sizes_at_peak); ++i) {
    show(results.sizes_at_peak[i], binary(results.sizes_at_peak[i].size.count()));
  }
  const bool tagged = results.tags_at_peak.size() > 1 ||
                      (results.tags_at_peak.size() == 1 && results.tags_at_peak.front().tag != traces::Tag{});
  if (tagged) {
    lines.blank();
    lines.text("top tags at the peak", Mark::heading);
  }
  for (std::size_t i = 0; tagged && i < first_rows(results.tags_at_peak); ++i) {
    const std::string_view tag = input.trace.strings->text(results.tags_at_peak[i].tag);
    show(results.tags_at_peak[i], tag.empty() ? "(no tag)" : std::string(tag.substr(0, kLongestLabel)));
  }
}

}  // namespace

std::string summary(const ReportInput& input, Colors colors) {
  Lines lines(colors);
  add_setting(lines, input);
  add_peaks(lines, input.results);
  add_losses(lines, input.results);
  add_traffic(lines, input.results);
  add_failures(lines, input);
  if (input.recorded) {
    add_recorded(lines, *input.recorded);
  }
  add_holders(lines, input);
  for (const std::string& note : input.description.notes) {
    lines.text("note: " + note, Mark::faint);
  }
  return lines.finish();
}

}  // namespace arenasim::sim::report
