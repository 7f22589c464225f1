#include "sim/sweep/lines.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sim/json_file.hpp"
#include "sim/text_file.hpp"

namespace arenasim::sim::sweep {
namespace {

using report::Json;

std::string compact(const Json& document) {
  return document.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::uint64_t count_member(const Json& object, const std::string& key, const std::string& where) {
  const Json& value = member(object, key, where);
  if (!value.is_number_unsigned()) {
    reject_json(traces::ErrorClass::bad_value, key, fmt::format("found {}, expected a whole number", value.dump()));
  }
  return value.get<std::uint64_t>();
}

Plan plan_of(const Json& document) {
  static_cast<void>(schema_of(document, {"sweep"}));
  Plan plan;
  plan.cells_count = count_member(document, "cells_count", {});
  plan.settings = object_member(document, "plan", {});
  const Json& shard = member(document, "shard", {});
  if (!shard.is_null()) {
    plan.shard = Shard{.index = count_member(shard, "index", "shard"), .count = count_member(shard, "count", "shard")};
    if (plan.shard->index == 0 || plan.shard->index > plan.shard->count) {
      reject_json(traces::ErrorClass::bad_value, "shard", "its index is not from 1 to its count");
    }
  }
  return plan;
}

Line line_of(const Json& document, const std::string& where) {
  Line line{.number = count_member(document, "cell", where), .set = {}, .cell = {}, .text = {}};
  line.cell = compare::cell_from_json(document, where);
  for (const auto& [key, value] : object_member(document, "set", where).items()) {
    line.set.emplace_back(key, value.is_string() ? value.get<std::string>() : value.dump());
  }
  return line;
}

/// The cell that comes after `number` in a shard; the first one where there is none before.
std::uint64_t next_cell(const Plan& plan, const std::vector<Line>& lines) {
  const Shard shard = plan.shard.value_or(Shard{});
  return lines.empty() ? shard.index - 1 : lines.back().number + shard.count;
}

Read read_text_of_sweep(const std::string& text) {
  Read read;
  bool first = true;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    if (end == std::string::npos) {
      break;
    }
    const Json document = parse_json_object(text.substr(begin, end - begin));
    if (first) {
      read.plan = plan_of(document);
      first = false;
    } else {
      const std::string where = fmt::format("cell line {}", read.lines.size() + 1);
      Line line = line_of(document, where);
      if (line.number != next_cell(read.plan, read.lines) || line.number >= read.plan.cells_count) {
        reject_json(traces::ErrorClass::inconsistent, where,
                    fmt::format("found cell {}, expected cell {}", line.number, next_cell(read.plan, read.lines)));
      }
      line.text = text.substr(begin, end + 1 - begin);
      read.lines.push_back(std::move(line));
    }
    begin = end + 1;
    read.whole_bytes = begin;
  }
  if (first && !text.empty()) {
    throw traces::InputError(traces::ErrorClass::truncated, traces::WholeFile{}, "its first line is not complete");
  }
  return read;
}

[[noreturn]] void fail(const std::string& path, const std::string& text) {
  traces::InputError error(traces::ErrorClass::inconsistent, traces::WholeFile{}, text);
  error.set_file(path);
  throw traces::InputError(error);
}

void check_alike(const std::vector<std::pair<std::string, Read>>& shards) {
  const auto& [first_path, first] = shards.front();
  const std::uint64_t count = first.plan.shard.value_or(Shard{}).count;
  std::vector<std::string> seen(count);
  for (const auto& [path, read] : shards) {
    const Shard shard = read.plan.shard.value_or(Shard{});
    if (read.plan.settings != first.plan.settings || read.plan.cells_count != first.plan.cells_count ||
        shard.count != count) {
      fail(path, fmt::format("belongs to another sweep than {}", first_path));
    }
    std::string& place = seen[shard.index - 1];
    if (!place.empty()) {
      fail(path, fmt::format("is shard {}/{}, and so is {}", shard.index, count, place));
    }
    place = path;
  }
}

/// `shard 2/3 (no file of it is given)`, `shard 3/3 from cell 8 on (a.jsonl ends there)`.
std::string missing_parts(const std::vector<std::pair<std::string, Read>>& shards) {
  const std::uint64_t count = shards.front().second.plan.shard.value_or(Shard{}).count;
  std::string out;
  for (std::uint64_t index = 1; index <= count; ++index) {
    const auto found = std::find_if(shards.begin(), shards.end(), [index](const auto& shard) {
      return shard.second.plan.shard.value_or(Shard{}).index == index;
    });
    std::string part;
    if (found == shards.end()) {
      part = fmt::format("shard {}/{} (no file of it is given)", index, count);
    } else if (const std::uint64_t next = next_cell(found->second.plan, found->second.lines);
               next < found->second.plan.cells_count) {
      part = fmt::format("shard {}/{} from cell {} on ({} ends there)", index, count, next, found->first);
    }
    out += part.empty() || out.empty() ? part : ", " + part;
  }
  return out;
}

}  // namespace

std::string plan_line(const Plan& plan) {
  Json document = {{"schema", "sweep"}, {"schema_version", 1}, {"cells_count", plan.cells_count}};
  document["shard"] = plan.shard ? Json{{"index", plan.shard->index}, {"count", plan.shard->count}} : Json(nullptr);
  document["plan"] = plan.settings;
  return compact(document);
}

std::string cell_line(const Line& line) {
  if (!line.text.empty()) {
    return line.text;
  }
  Json set = Json::object();
  for (const auto& [key, value] : line.set) {
    set[key] = value;
  }
  Json document = {{"cell", line.number}, {"set", std::move(set)}};
  document.update(compare::to_json(line.cell));
  return compact(document);
}

Read read_sweep(const std::string& path) {
  try {
    return read_text_of_sweep(read_text(path));
  } catch (traces::InputError& error) {
    error.set_file(shown_name(path));
    throw;
  }
}

Read merged(const std::vector<std::pair<std::string, Read>>& shards) {
  check_alike(shards);
  const std::string missing = missing_parts(shards);
  if (!missing.empty()) {
    fail(shards.front().first, "the sweep is not complete, missing: " + missing);
  }
  Read whole;
  whole.plan = shards.front().second.plan;
  whole.plan.shard.reset();
  for (const auto& [path, read] : shards) {
    whole.lines.insert(whole.lines.end(), read.lines.begin(), read.lines.end());
  }
  std::sort(whole.lines.begin(), whole.lines.end(),
            [](const Line& left, const Line& right) { return left.number < right.number; });
  return whole;
}

}  // namespace arenasim::sim::sweep
