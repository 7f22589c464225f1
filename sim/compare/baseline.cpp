#include "sim/compare/baseline.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sim/json_file.hpp"
#include "sim/text_file.hpp"

namespace arenasim::sim::compare {
namespace {

using report::Json;

const Cell* find_cell(const std::vector<Cell>& cells, const Cell& like) {
  const auto found = std::find_if(cells.begin(), cells.end(), [&like](const Cell& cell) {
    return cell.trace == like.trace && cell.policy == like.policy;
  });
  return found == cells.end() ? nullptr : &*found;
}

[[noreturn]] void fail(const std::string& path, const std::string& text) {
  traces::InputError error(traces::ErrorClass::inconsistent, traces::WholeFile{}, text);
  error.set_file(shown_name(path));
  throw traces::InputError(error);
}

/// The first setting that differs, with both values: `capacity_bytes: 4096 now, null in the baseline`.
std::string difference(const Json& now, const Json& before) {
  for (const auto& [key, value] : now.items()) {
    const Json was = before.value(key, Json(nullptr));
    if (value == was) {
      continue;
    }
    return value.is_object() && was.is_object() ? key + "." + difference(value, was)
                                                : fmt::format("{}: {} now, {} then", key, value.dump(), was.dump());
  }
  return "something it no longer has";
}

const Cell& match(const std::vector<Cell>& baseline, const Cell& cell, const std::string& path) {
  const Cell* before = find_cell(baseline, cell);
  if (before == nullptr) {
    fail(path, fmt::format("the baseline has no cell for {}; --update-baseline writes it anew", cell.title()));
  }
  if (before->sha256 != cell.sha256) {
    fail(path, fmt::format("{} is not the trace that the baseline saw: its SHA-256 is {}, was {}", cell.trace,
                           cell.sha256, before->sha256));
  }
  if (before->settings != cell.settings) {
    fail(path, fmt::format("{} ran under other settings than in the baseline: {}", cell.title(),
                           difference(cell.settings, before->settings)));
  }
  return *before;
}

}  // namespace

std::string baseline_json(const std::vector<Cell>& cells) {
  Json list = Json::array();
  for (const Cell& cell : cells) {
    list.push_back({{"trace", cell.trace},
                    {"sha256", cell.sha256},
                    {"policy", cell.policy},
                    {"settings", cell.settings},
                    {"metrics", cell.figures.json()}});
  }
  return report::to_text({{"schema", "baseline"}, {"schema_version", 1}, {"cells", std::move(list)}});
}

std::vector<Cell> read_baseline(const std::string& path) {
  try {
    const Json document = parse_json_object(read_text(path));
    static_cast<void>(schema_of(document, {"baseline"}));
    std::vector<Cell> cells;
    for (const Json& entry : list_member(document, "cells", {})) {
      cells.push_back(cell_from_json(entry, fmt::format("cells[{}]", cells.size())));
    }
    return cells;
  } catch (traces::InputError& error) {
    error.set_file(shown_name(path));
    throw;
  }
}

std::vector<const Cell*> matched(const std::vector<Cell>& baseline, const std::vector<Cell>& cells,
                                 const std::string& path) {
  std::vector<const Cell*> before;
  before.reserve(cells.size());
  for (const Cell& cell : cells) {
    before.push_back(&match(baseline, cell, path));
  }
  return before;
}

std::vector<std::string> left_over(const std::vector<Cell>& baseline, const std::vector<Cell>& cells) {
  std::vector<std::string> titles;
  for (const Cell& cell : baseline) {
    if (find_cell(cells, cell) == nullptr) {
      titles.push_back(cell.title());
    }
  }
  return titles;
}

}  // namespace arenasim::sim::compare
