// Every sampled figure has all five statistics, in front of its name (spec/report.md).
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "sim/report/metric_rows.hpp"
#include "sim/statistics/figures.hpp"

namespace arenasim::sim::report {

namespace {

using statistics::Level;
using statistics::LevelFigure;
using statistics::Ratio;
using statistics::RatioFigure;
using statistics::Results;

enum class Statistic : std::uint8_t { peak, mean, time_mean, end, least };

struct StatisticName {
  std::string_view prefix;
  std::string_view words;
};

constexpr std::array<StatisticName, 5> kStatistics{{{"peak_", "the greatest after any event"},
                                                    {"mean_", "on average over events"},
                                                    {"time_mean_", "on average over time"},
                                                    {"end_", "after the last event"},
                                                    {"min_", "the least after any event"}}};

struct Sampled {
  std::string_view sentence;
  Better better{};
};

constexpr std::array<Sampled, statistics::kLevels> kLevelRows{
    {{"bytes live as requested, those waiting to be freed included", Better::neither},
     {"live bytes that their owner has let go and that cannot be used again yet", Better::neither},
     {"bytes of pages granted by the device", Better::less},
     {"free bytes on pages that hold something", Better::less},
     {"bytes of pages that hold nothing", Better::less},
     {"page bytes that no slice describes", Better::less},
     {"the largest free range in bytes", Better::more},
     {"pages of pools that a growth left behind", Better::less},
     {"bytes of pages of pools that a growth left behind", Better::less}}};

constexpr std::array<Sampled, statistics::kRatios> kRatioRows{
    {{"part of the free bytes that lies outside the largest free range", Better::less},
     {"how far free bytes are from being one range: 1 - the sum of squares over the square of the sum", Better::less},
     {"part of the held bytes that nobody asked for", Better::less}}};

constexpr Undefined kNoEvents{"the trace has no allocation or free event"};
constexpr Undefined kNoTime{"no time passes between the events"};

std::uint32_t pack(std::size_t what, std::size_t statistic) {
  return static_cast<std::uint32_t>(what * kStatistics.size() + statistic);
}

MetricValue level_value(const ReportInput& input, std::uint32_t packed) {
  const Results& results = input.results;
  const LevelFigure& figure = results.levels[packed / kStatistics.size()];
  if (results.counters.moments == 0) {
    return kNoEvents;
  }
  switch (static_cast<Statistic>(packed % kStatistics.size())) {
    case Statistic::peak:
      return core::Uint128{figure.peak};
    case Statistic::mean:
      return quotient(figure.sum, results.counters.moments);
    case Statistic::time_mean:
      return results.sampled_ns == 0 ? MetricValue{kNoTime} : quotient(figure.time_sum, results.sampled_ns);
    case Statistic::end:
      return core::Uint128{figure.end};
    case Statistic::least:
      break;
  }
  return core::Uint128{figure.least};
}

MetricValue ratio_value(const ReportInput& input, std::uint32_t packed) {
  const Results& results = input.results;
  const RatioFigure& figure = results.ratios[packed / kStatistics.size()];
  if (results.counters.moments == 0) {
    return kNoEvents;
  }
  switch (static_cast<Statistic>(packed % kStatistics.size())) {
    case Statistic::peak:
      return figure.peak;
    case Statistic::mean:
      return figure.mean;
    case Statistic::time_mean:
      return results.sampled_ns == 0 ? MetricValue{kNoTime} : MetricValue{figure.time_mean};
    case Statistic::end:
      return figure.end;
    case Statistic::least:
      break;
  }
  return figure.least;
}

void add_row(std::vector<Metric>& table, std::string_view name, Unit unit, const Sampled& row, std::size_t what,
             MetricValue (*value)(const ReportInput&, std::uint32_t)) {
  for (std::size_t statistic = 0; statistic < kStatistics.size(); ++statistic) {
    const StatisticName& words = kStatistics[statistic];
    table.push_back({std::string(words.prefix) + std::string(name), unit, row.better,
                     std::string(row.sentence) + ", " + std::string(words.words), value, pack(what, statistic)});
  }
}

}  // namespace

void add_sampled_metrics(std::vector<Metric>& table) {
  for (std::size_t level = 0; level < statistics::kLevels; ++level) {
    const Unit unit = static_cast<Level>(level) == Level::outdated_pages ? Unit::count : Unit::bytes;
    add_row(table, name(static_cast<Level>(level)), unit, kLevelRows[level], level, level_value);
  }
  for (std::size_t ratio = 0; ratio < statistics::kRatios; ++ratio) {
    add_row(table, name(static_cast<Ratio>(ratio)), Unit::ratio, kRatioRows[ratio], ratio, ratio_value);
  }
}

}  // namespace arenasim::sim::report
