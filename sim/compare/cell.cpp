#include "sim/compare/cell.hpp"

#include <algorithm>
#include <utility>

#include "sim/json_file.hpp"
#include "sim/report/sections.hpp"

namespace arenasim::sim::compare {
namespace {

using report::Json;

Json settings_of(const experiment::Setup& setup, const core::Limits& limits) {
  Json settings = report::device_section({.backend = std::string(setup.backend->name), .name = {}, .limits = limits});
  settings.erase("name");
  settings["timing"] = report::timing_section({.settings = setup.engine, .cost_model = setup.cost_model});
  settings["streams"] = setup.engine.streams == StreamUse::shared ? "shared" : "own";
  settings["repeat"] = setup.repeat;
  settings["faults"] = report::object_of(setup.faults);
  return settings;
}

Json options_of(const core::Options& options) {
  report::ReportInput input;
  input.policy.options = &options;
  return report::policy_section(input)["options"];
}

bool less_is_better(const report::Metric& metric) {
  return metric.better == report::Better::less;
}

}  // namespace

bool Cell::failed() const {
  const Figure* failures = figures.find("failures_count");
  return failures != nullptr && number_of(*failures) > 0;
}

Cell cell_of(std::string trace, const traces::ParsedTrace& parsed, const experiment::Setup& setup,
             const experiment::Outcome& outcome) {
  Cell cell;
  cell.trace = std::move(trace);
  cell.sha256 = parsed.contents().sha256;
  cell.policy = setup.label;
  cell.options = options_of(setup.options);
  cell.settings = settings_of(setup, outcome.limits);
  cell.figures = Figures(outcome.metrics);
  for (std::size_t at = 0; at < outcome.metrics.size(); ++at) {
    if (const auto* why = std::get_if<report::Undefined>(&outcome.metrics[at])) {
      cell.undefined[report::metrics()[at].name] = std::string(why->reason);
    }
  }
  cell.first_failure = outcome.first_failure;
  cell.notes = outcome.notes;
  return cell;
}

Cell cell_of(const report::ReportInput& input) {
  Cell cell;
  cell.trace = input.trace.import->file;
  cell.sha256 = input.trace.sha256;
  cell.policy = input.policy.name;
  for (const report::Metric& metric : report::metrics()) {
    cell.figures.add(metric.name, figure_of(metric.of(input)));
  }
  return cell;
}

Json to_json(const Cell& cell) {
  Json json = {{"trace", cell.trace},
               {"sha256", cell.sha256},
               {"policy", cell.policy},
               {"options", cell.options},
               {"settings", cell.settings}};
  json["metrics"] = cell.figures.json();
  json["undefined"] = cell.undefined;
  json["first_failure"] = cell.first_failure.empty() ? Json(nullptr) : Json(cell.first_failure);
  json["notes"] = cell.notes;
  return json;
}

Cell cell_from_json(const Json& object, const std::string& where) {
  Cell cell;
  cell.trace = text_member(object, "trace", where);
  cell.sha256 = text_member(object, "sha256", where);
  cell.policy = text_member(object, "policy", where);
  cell.settings = object_member(object, "settings", where);
  cell.figures = Figures::from_json(object_member(object, "metrics", where), where + ".metrics");
  cell.options = object.value("options", Json::object());
  cell.undefined = object.value("undefined", Json::object());
  if (const auto failure = object.find("first_failure"); failure != object.end() && failure->is_string()) {
    cell.first_failure = failure->get<std::string>();
  }
  if (const auto notes = object.find("notes"); notes != object.end() && notes->is_array()) {
    for (const Json& note : *notes) {
      cell.notes.push_back(note.is_string() ? note.get<std::string>() : note.dump());
    }
  }
  return cell;
}

std::vector<std::size_t> best_of(const std::vector<const Cell*>& cells, const report::Metric& metric) {
  std::vector<std::pair<std::size_t, Figure>> candidates;
  for (std::size_t at = 0; at < cells.size(); ++at) {
    const Figure* figure = cells[at]->figures.find(metric.name);
    if (figure != nullptr && has_value(*figure) && !cells[at]->failed()) {
      candidates.emplace_back(at, *figure);
    }
  }
  if (candidates.size() < 2 || metric.better == report::Better::neither) {
    return {};
  }
  const auto worse = [&metric](const auto& left, const auto& right) {
    const double a = number_of(left.second);
    const double b = number_of(right.second);
    return less_is_better(metric) ? a > b : a < b;
  };
  const Figure top = std::max_element(candidates.begin(), candidates.end(), worse)->second;
  std::vector<std::size_t> best;
  for (const auto& [at, figure] : candidates) {
    if (figure == top) {
      best.push_back(at);
    }
  }
  return best.size() == candidates.size() ? std::vector<std::size_t>{} : best;
}

std::vector<std::vector<const Cell*>> by_trace(const std::vector<Cell>& cells) {
  std::vector<std::vector<const Cell*>> groups;
  for (const Cell& cell : cells) {
    if (groups.empty() || groups.back().front()->trace != cell.trace) {
      groups.emplace_back();
    }
    groups.back().push_back(&cell);
  }
  return groups;
}

}  // namespace arenasim::sim::compare
