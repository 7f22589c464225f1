#include "sim/sweep/table.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "sim/compare/comparison.hpp"
#include "sim/compare/grid.hpp"

namespace arenasim::sim::sweep {
namespace {

using compare::Grid;
using report::Mark;

constexpr std::size_t kMostRows = 40;
constexpr std::size_t kFrontMetrics = 3;

using Point = std::array<double, kFrontMetrics>;

Point point_of(const compare::Cell& cell) {
  Point point{};
  const auto metrics = front_metrics();
  for (std::size_t at = 0; at < kFrontMetrics; ++at) {
    const compare::Figure* figure = cell.figures.find(metrics[at]->name);
    point[at] = figure == nullptr ? 0 : compare::number_of(*figure);
  }
  return point;
}

bool beats(const Point& left, const Point& right) {
  bool better = false;
  for (std::size_t at = 0; at < kFrontMetrics; ++at) {
    if (left[at] > right[at]) {
      return false;
    }
    better = better || left[at] < right[at];
  }
  return better;
}

/// Names of traces in order of first appearance.
std::vector<std::string> traces_of(const std::vector<Line>& lines) {
  std::vector<std::string> traces;
  for (const Line& line : lines) {
    if (std::find(traces.begin(), traces.end(), line.cell.trace) == traces.end()) {
      traces.push_back(line.cell.trace);
    }
  }
  return traces;
}

/// Keys that some line sets, in order of first appearance; those of a policy's options stand in its name already.
std::vector<std::string> keys_of(const std::vector<Line>& lines) {
  std::vector<std::string> keys;
  for (const Line& line : lines) {
    for (const auto& [key, value] : line.set) {
      if (key.find(':') == std::string::npos && std::find(keys.begin(), keys.end(), key) == keys.end()) {
        keys.push_back(key);
      }
    }
  }
  return keys;
}

std::string value_of(const Line& line, const std::string& key) {
  const auto found =
      std::find_if(line.set.begin(), line.set.end(), [&key](const auto& set) { return set.first == key; });
  return found == line.set.end() ? std::string() : found->second;
}

std::vector<Grid::Field> row_of(const Line& line, bool front, const std::vector<std::string>& keys,
                                const std::vector<const report::Metric*>& columns) {
  const bool failed = line.cell.failed();
  const Mark mark = failed ? Mark::bad : front ? Mark::good : Mark::plain;
  std::vector<Grid::Field> row{{line.cell.policy + (failed ? " !" : ""), mark, front}};
  for (const std::string& key : keys) {
    row.push_back({value_of(line, key)});
  }
  for (const report::Metric* metric : columns) {
    const compare::Figure* figure = line.cell.figures.find(metric->name);
    row.push_back({figure == nullptr ? "-" : compare::in_words(*figure, metric->unit)});
  }
  return row;
}

}  // namespace

std::vector<const report::Metric*> front_metrics() {
  return {report::find_metric("peak_reserved_bytes"), report::find_metric("moved_bytes"),
          report::find_metric("stall_ns")};
}

std::vector<bool> on_front(const std::vector<Line>& lines) {
  std::vector<Point> points;
  points.reserve(lines.size());
  for (const Line& line : lines) {
    points.push_back(point_of(line.cell));
  }
  std::vector<bool> front(lines.size());
  for (std::size_t at = 0; at < lines.size(); ++at) {
    front[at] = !lines[at].cell.failed();
    for (std::size_t other = 0; other < lines.size() && front[at]; ++other) {
      front[at] = lines[other].cell.trace != lines[at].cell.trace || lines[other].cell.failed() ||
                  !beats(points[other], points[at]);
    }
  }
  return front;
}

std::string sweep_text(const std::vector<Line>& lines, const std::vector<const report::Metric*>& columns,
                       report::Colors colors) {
  const std::vector<bool> front = on_front(lines);
  const std::vector<std::string> keys = keys_of(lines);
  std::vector<std::string> heads{"policy"};
  heads.insert(heads.end(), keys.begin(), keys.end());
  for (const report::Metric* metric : columns) {
    heads.push_back(compare::head_of(*metric));
  }
  std::string out;
  for (const std::string& trace : traces_of(lines)) {
    const auto cells =
        std::count_if(lines.begin(), lines.end(), [&trace](const Line& line) { return line.cell.trace == trace; });
    const bool cut = static_cast<std::size_t>(cells) > kMostRows;
    Grid grid(heads, 1 + keys.size());
    std::size_t shown = 0;
    for (std::size_t at = 0; at < lines.size(); ++at) {
      if (lines[at].cell.trace == trace && (front[at] || !cut)) {
        grid.add(row_of(lines[at], front[at], keys, columns));
        ++shown;
      }
    }
    out += fmt::format("{}{}\n\n", out.empty() ? "" : "\n", trace) + grid.text(colors);
    if (cut) {
      out +=
          fmt::format("{} more cells are beaten by one of these, or fail\n", static_cast<std::size_t>(cells) - shown);
    }
  }
  out += "\n* no other cell has less of one of peak reserved, moved and stall without having more of another\n";
  return out;
}

}  // namespace arenasim::sim::sweep
