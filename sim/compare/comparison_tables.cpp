// Comparisons for a person: the terminal's table and Markdown's.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "sim/compare/comparison.hpp"
#include "sim/compare/grid.hpp"

namespace arenasim::sim::compare {
namespace {

using report::Mark;

/// The cells of one trace, and those of the baseline beside them.
struct Group {
  std::vector<const Cell*> cells;
  std::vector<const Cell*> before;
};

std::vector<Group> groups_of(const Comparison& comparison) {
  std::vector<Group> groups;
  std::size_t at = 0;
  for (std::vector<const Cell*>& cells : by_trace(comparison.cells)) {
    Group group{.cells = std::move(cells), .before = {}};
    for (std::size_t row = 0; row < group.cells.size(); ++row, ++at) {
      group.before.push_back(comparison.before.empty() ? nullptr : comparison.before[at]);
    }
    groups.push_back(std::move(group));
  }
  return groups;
}

bool is_broken(const Comparison& comparison, const Cell& cell, const report::Metric& metric) {
  return std::any_of(comparison.verdicts.begin(), comparison.verdicts.end(), [&](const Verdict& verdict) {
    return verdict.broken && verdict.cell == &cell && verdict.rule->metric == &metric;
  });
}

std::string figure_text(const Cell& cell, const Cell* before, const report::Metric& metric) {
  const Figure* figure = cell.figures.find(metric.name);
  std::string text = figure == nullptr ? "-" : in_words(*figure, metric.unit);
  const Figure* was = before == nullptr ? nullptr : before->figures.find(metric.name);
  if (figure != nullptr && was != nullptr) {
    const std::string far = change(*was, *figure, metric.unit);
    text += far.empty() || far == "=" ? std::string() : fmt::format(" ({})", far);
  }
  return text;
}

Grid grid_of(const Comparison& comparison, const Group& group) {
  std::vector<std::string> heads{"policy"};
  for (const report::Metric* metric : comparison.columns) {
    heads.push_back(head_of(*metric));
  }
  std::vector<std::vector<Grid::Field>> rows;
  rows.reserve(group.cells.size());
  for (const Cell* cell : group.cells) {
    rows.push_back({{cell->policy + (cell->failed() ? " !" : ""), cell->failed() ? Mark::bad : Mark::plain}});
  }
  for (const report::Metric* metric : comparison.columns) {
    const std::vector<std::size_t> best = best_of(group.cells, *metric);
    for (std::size_t row = 0; row < rows.size(); ++row) {
      const Cell& cell = *group.cells[row];
      const bool is_best = std::find(best.begin(), best.end(), row) != best.end();
      const Mark mark = is_broken(comparison, cell, *metric) ? Mark::bad : is_best ? Mark::good : Mark::plain;
      rows[row].push_back({figure_text(cell, group.before[row], *metric), mark, is_best});
    }
  }
  Grid grid(std::move(heads), 1);
  for (std::vector<Grid::Field>& row : rows) {
    grid.add(std::move(row));
  }
  return grid;
}

std::string device_words(const Cell& cell) {
  const report::Json capacity = cell.settings.value("capacity_bytes", report::Json(nullptr));
  return capacity.is_number_unsigned()
             ? fmt::format("capacity {}", report::binary_and_decimal(capacity.get<std::uint64_t>()))
             : "no capacity";
}

std::vector<std::string> failures_of(const Group& group) {
  std::vector<std::string> lines;
  for (const Cell* cell : group.cells) {
    if (cell->failed()) {
      lines.push_back(fmt::format("{}: {}", cell->policy, cell->first_failure));
    }
  }
  return lines;
}

constexpr const char* kFailedNote =
    "! some requests failed, so its figures look better than they are, and none of them is called best";

std::string rules_line(const Comparison& comparison, std::size_t broken_count) {
  return broken_count == 0
             ? fmt::format("All {} checks of rules hold.", comparison.verdicts.size())
             : fmt::format("{} of {} checks of rules are broken.", broken_count, comparison.verdicts.size());
}

}  // namespace

std::vector<const report::Metric*> usual_columns() {
  constexpr std::array kNames{"peak_reserved_bytes", "peak_efficiency_ratio", "mean_stranded_bytes",
                              "page_grants_count",   "moved_bytes",           "stall_ns",
                              "failures_count"};
  std::vector<const report::Metric*> columns;
  columns.reserve(kNames.size());
  for (const char* name : kNames) {
    columns.push_back(report::find_metric(name));
  }
  return columns;
}

std::string head_of(const report::Metric& metric) {
  std::string name = metric.name;
  for (const char* unit : {"_bytes", "_count", "_ratio", "_ns"}) {
    if (name.ends_with(unit)) {
      name.resize(name.size() - std::string(unit).size());
      break;
    }
  }
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

std::string terminal_text(const Comparison& comparison, report::Colors colors) {
  std::string out;
  for (const Group& group : groups_of(comparison)) {
    const Cell& first = *group.cells.front();
    out += fmt::format("{}{}, {}\n\n", out.empty() ? "" : "\n", first.trace, device_words(first));
    out += grid_of(comparison, group).text(colors);
    const std::vector<std::string> failures = failures_of(group);
    if (!failures.empty()) {
      out += fmt::format("\n{}\n", kFailedNote);
      for (const std::string& line : failures) {
        out += fmt::format("  {}\n", line);
      }
    }
  }
  if (!comparison.verdicts.empty()) {
    out += fmt::format("\n{}\n", rules_line(comparison, broken(comparison.verdicts).size()));
  }
  return out;
}

std::string markdown_text(const Comparison& comparison) {
  std::string out = "## Allocator policies compared\n";
  if (!comparison.verdicts.empty()) {
    const std::vector<Verdict> bad = broken(comparison.verdicts);
    out += fmt::format("\n**{}**\n", rules_line(comparison, bad.size()));
    out += bad.empty() ? "" : "\n";
    for (const Verdict& verdict : bad) {
      out += fmt::format("- {}\n", escaped_markdown(sentence(verdict)));
    }
  }
  for (const Group& group : groups_of(comparison)) {
    const Cell& first = *group.cells.front();
    out += fmt::format("\n### {}\n\n{}\n\n", escaped_markdown(first.trace), device_words(first));
    out += grid_of(comparison, group).markdown();
    const std::vector<std::string> failures = failures_of(group);
    if (!failures.empty()) {
      out += fmt::format("\n{}:\n\n", kFailedNote);
      for (const std::string& line : failures) {
        out += fmt::format("- {}\n", escaped_markdown(line));
      }
    }
  }
  out += "\nBold: the best of its column.";
  out += comparison.before.empty() ? "" : " In brackets: the change from the baseline.";
  return out + "\n";
}

}  // namespace arenasim::sim::compare
