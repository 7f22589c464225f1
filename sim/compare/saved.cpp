#include "sim/compare/saved.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sim/json_file.hpp"
#include "sim/text_file.hpp"
#include "sim/text_lines.hpp"

namespace arenasim::sim::compare {
namespace {

using report::Json;

constexpr const char* kInspection = "inspect";  // in the place of a policy

Cell report_cell(const Json& report) {
  const Json& trace = object_member(report, "trace", {});
  const Json& policy = object_member(report, "policy", {});
  Cell cell;
  cell.trace = text_member(trace, "name", "trace");
  cell.sha256 = text_member(trace, "sha256", "trace");
  cell.policy = text_member(policy, "name", "policy");
  cell.options = object_member(policy, "options", "policy");
  cell.settings = object_member(report, "device", {});
  cell.settings["timing"] = object_member(report, "timing", {});
  const Json& run = object_member(report, "run", {});
  for (const char* key : {"streams", "repeat", "faults"}) {
    cell.settings[key] = run.value(key, Json(nullptr));
  }
  cell.figures = Figures::from_json(object_member(report, "metrics", {}), "metrics");
  return cell;
}

/// Every number below `value`, by its place: `devices[0].peak_bytes`.
void flatten(const Json& value, const std::string& place, Json& into) {
  if (value.is_number()) {
    into[place] = value;
  } else if (value.is_object()) {
    for (const auto& [key, inner] : value.items()) {
      flatten(inner, place.empty() ? key : fmt::format("{}.{}", place, key), into);
    }
  } else if (value.is_array()) {
    for (std::size_t at = 0; at < value.size(); ++at) {
      flatten(value[at], fmt::format("{}[{}]", place, at), into);
    }
  }
}

Cell inspect_cell(const Json& inspection) {
  Json numbers = Json::object();
  flatten(inspection, {}, numbers);
  numbers.erase("schema_version");
  Cell cell;
  cell.trace = "trace";
  cell.policy = kInspection;
  cell.figures = Figures::from_json(numbers, {});
  return cell;
}

std::vector<Cell> listed_cells(const Json& document) {
  std::vector<Cell> cells;
  for (const Json& entry : list_member(document, "cells", {})) {
    cells.push_back(cell_from_json(entry, fmt::format("cells[{}]", cells.size())));
  }
  return cells;
}

/// A sweep is a document a line: what it is in the first, a cell in each other.
std::vector<Cell> sweep_cells(const std::string& text) {
  TextLines lines(text);
  static_cast<void>(lines.next());
  std::vector<Cell> cells;
  while (const auto line = lines.next()) {
    Cell cell = cell_from_json(parse_json_object(std::string(line->text)), fmt::format("line {}", line->number));
    cells.push_back(std::move(cell));
  }
  return cells;
}

std::vector<Cell> cells_of(const std::string& text) {
  const std::string first = text.substr(0, text.find('\n'));
  const bool lines = first.starts_with("{\"schema\":\"sweep\"");
  const Json document = parse_json_object(lines ? first : text);
  const std::string schema = schema_of(document, {"report", "compare", "baseline", "sweep", "inspect"});
  if (schema == "report") {
    return {report_cell(document)};
  }
  if (schema == "inspect") {
    return {inspect_cell(document)};
  }
  return schema == "sweep" ? sweep_cells(text) : listed_cells(document);
}

/// Cells of a sweep may differ in their settings alone.
bool same(const Cell& left, const Cell& right) {
  return left.trace == right.trace && left.policy == right.policy && left.settings == right.settings;
}

bool alike(const Cell& left, const Cell& right) {
  return left.trace == right.trace && left.policy == right.policy;
}

const Cell* partner(const std::vector<Cell>& cells, const Cell& of) {
  auto found = std::find_if(cells.begin(), cells.end(), [&of](const Cell& cell) { return same(cell, of); });
  if (found == cells.end()) {
    found = std::find_if(cells.begin(), cells.end(), [&of](const Cell& cell) { return alike(cell, of); });
  }
  return found == cells.end() ? nullptr : &*found;
}

bool inspects(const std::vector<Cell>& cells) {
  return cells.size() == 1 && cells.front().policy == kInspection;
}

[[noreturn]] void fail(const std::string& path, const std::string& text) {
  traces::InputError error(traces::ErrorClass::inconsistent, traces::WholeFile{}, text);
  error.set_file(shown_name(path));
  throw traces::InputError(error);
}

}  // namespace

std::vector<Cell> read_cells(const std::string& path) {
  try {
    return cells_of(read_text(path));
  } catch (traces::InputError& error) {
    error.set_file(shown_name(path));
    throw;
  }
}

std::vector<Pair> paired(const std::vector<Cell>& before, const std::vector<Cell>& now, const std::string& path) {
  if (inspects(before) != inspects(now)) {
    fail(path, "one file counts what is in a trace, the other holds what replays cost: there is nothing to compare");
  }
  if (before.size() == 1 && now.size() == 1) {
    return {{&before.front(), &now.front()}};
  }
  std::vector<Pair> pairs;
  for (const Cell& cell : now) {
    const Cell* earlier = partner(before, cell);
    if (earlier == nullptr) {
      fail(path, fmt::format("{} is here and not in the earlier file", cell.title()));
    }
    pairs.push_back({earlier, &cell});
  }
  for (const Cell& cell : before) {
    if (partner(now, cell) == nullptr) {
      fail(path, fmt::format("{} is in the earlier file and not here", cell.title()));
    }
  }
  return pairs;
}

}  // namespace arenasim::sim::compare
