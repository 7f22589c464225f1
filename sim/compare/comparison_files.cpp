// Comparisons for programs: JSON, CSV, JUnit.
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/compare/comparison.hpp"
#include "traces/text.hpp"

namespace arenasim::sim::compare {
namespace {

using report::Json;

/// A field of RFC 4180: in quotes where it must be.
std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) {
    return text;
  }
  std::string out = "\"";
  for (const char c : text) {
    out += c == '"' ? "\"\"" : std::string(1, c);
  }
  return out + "\"";
}

/// A text in XML, whatever bytes a file's name holds.
std::string xml(std::string text) {
  for (auto at = traces::find_invalid_utf8(text); at != std::string::npos; at = traces::find_invalid_utf8(text)) {
    text[at] = '?';
  }
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;  // no control character may stand in XML
    }
  }
  return out;
}

Json verdict_json(const Verdict& verdict) {
  Figures values;
  values.add("value", verdict.now);
  values.add("baseline", verdict.was);
  Json json = {{"rule", verdict.rule->text},
               {"metric", verdict.rule->metric->name},
               {"trace", verdict.cell->trace},
               {"policy", verdict.cell->policy}};
  json.update(values.json());
  json["broken"] = verdict.broken;
  return json;
}

/// For each cell of a trace the metrics in which it is best.
std::vector<Json> best_by_row(const std::vector<const Cell*>& cells) {
  std::vector<Json> best(cells.size(), Json::array());
  for (const report::Metric& metric : report::metrics()) {
    for (const std::size_t row : best_of(cells, metric)) {
      best[row].push_back(metric.name);
    }
  }
  return best;
}

std::vector<const Verdict*> verdicts_of(const Comparison& comparison, const Cell& cell) {
  std::vector<const Verdict*> found;
  for (const Verdict& verdict : comparison.verdicts) {
    if (verdict.cell == &cell) {
      found.push_back(&verdict);
    }
  }
  return found;
}

std::string junit_case(const Cell& cell, const Verdict* verdict) {
  std::string out = fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"0\"", xml(cell.trace),
                                xml(verdict == nullptr ? cell.policy
                                                       : fmt::format("{}: {} ({})", cell.policy, verdict->rule->text,
                                                                     verdict->rule->metric->name)));
  if (verdict == nullptr || !verdict->broken) {
    return out + "/>\n";
  }
  const std::string text = xml(sentence(*verdict));
  return out +
         fmt::format(">\n      <failure type=\"rule\" message=\"{}\">{}</failure>\n    </testcase>\n", text, text);
}

}  // namespace

std::string json_text(const Comparison& comparison, const std::string& version) {
  Json metrics = Json::array();
  for (const report::Metric& metric : report::metrics()) {
    metrics.push_back({{"name", metric.name},
                       {"unit", std::string(name(metric.unit))},
                       {"better", std::string(name(metric.better))}});
  }
  Json cells = Json::array();
  for (const std::vector<const Cell*>& group : by_trace(comparison.cells)) {
    std::vector<Json> best = best_by_row(group);
    for (std::size_t row = 0; row < group.size(); ++row) {
      Json cell = to_json(*group[row]);
      cell["failed"] = group[row]->failed();
      cell["best"] = std::move(best[row]);
      cells.push_back(std::move(cell));
    }
  }
  Json verdicts = Json::array();
  for (const Verdict& verdict : comparison.verdicts) {
    verdicts.push_back(verdict_json(verdict));
  }
  return report::to_text({{"schema", "compare"},
                          {"schema_version", 1},
                          {"tool", {{"name", "arenasim"}, {"version", version}}},
                          {"metrics", std::move(metrics)},
                          {"cells", std::move(cells)},
                          {"verdicts", std::move(verdicts)}});
}

std::string csv_text(const std::vector<Cell>& cells) {
  std::string out = "trace,sha256,policy";
  for (const report::Metric& metric : report::metrics()) {
    out += "," + metric.name;
  }
  out += "\r\n";
  for (const Cell& cell : cells) {
    out += fmt::format("{},{},{}", csv_field(cell.trace), cell.sha256, csv_field(cell.policy));
    for (const report::Metric& metric : report::metrics()) {
      const Figure* figure = cell.figures.find(metric.name);
      out += ",";
      out += figure == nullptr || !has_value(*figure) ? std::string() : in_digits(*figure);
    }
    out += "\r\n";
  }
  return out;
}

std::string junit_text(const Comparison& comparison) {
  std::string suites;
  std::size_t tests = 0;
  std::size_t failures = 0;
  for (const std::vector<const Cell*>& group : by_trace(comparison.cells)) {
    std::string cases;
    std::size_t cases_count = 0;
    std::size_t broken_count = 0;
    for (const Cell* cell : group) {
      const std::vector<const Verdict*> verdicts = verdicts_of(comparison, *cell);
      for (const Verdict* verdict : verdicts.empty() ? std::vector<const Verdict*>{nullptr} : verdicts) {
        cases += junit_case(*cell, verdict);
        ++cases_count;
        broken_count += verdict != nullptr && verdict->broken ? 1 : 0;
      }
    }
    suites +=
        fmt::format("  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"0\" time=\"0\">\n",
                    xml(group.front()->trace), cases_count, broken_count);
    suites += cases + "  </testsuite>\n";
    tests += cases_count;
    failures += broken_count;
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites name=\"arenasim compare\" tests=\"{}\" failures=\"{}\" errors=\"0\" time=\"0\">\n{}</testsuites>\n",
      tests, failures, suites);
}

}  // namespace arenasim::sim::compare
