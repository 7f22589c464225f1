#include "sim/search/fit_result.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sim/compare/grid.hpp"
#include "sim/report/json_values.hpp"

namespace arenasim::sim::search {
namespace {

using report::Json;

std::string shown(std::uint64_t value, report::Unit unit) {
  return unit == report::Unit::bytes ? report::binary(value) : report::grouped(value);
}

/// To the last digit, where rounding would hide it.
std::string exactly(std::uint64_t value, report::Unit unit) {
  return unit == report::Unit::bytes ? report::grouped(value) + " B" : report::grouped(value);
}

std::string over_bound(const FitResult& result) {
  if (!result.lower_bound || !result.found.value || result.lower_bound->count() == 0) {
    return "-";
  }
  const auto bound = static_cast<double>(result.lower_bound->count());
  return report::percent(static_cast<double>(*result.found.value) / bound - 1);
}

std::vector<compare::Grid::Field> row(const FitResult& result) {
  const auto& value = result.found.value;
  return {{result.policy},
          {result.target},
          {value ? shown(*value, result.unit) : "none"},
          {value ? exactly(*value, result.unit) : "-"},
          {over_bound(result)},
          {report::grouped(result.found.probes.size())}};
}

std::string remark(const FitResult& result) {
  std::string out;
  if (!result.found.value) {
    out += fmt::format("{}: no {} up to {} is enough{}{}\n", result.policy, result.target,
                       shown(result.range.most, result.unit), result.why_not.empty() ? "." : ". ", result.why_not);
  }
  const std::vector<std::uint64_t>& above = result.found.fails_above;
  if (!above.empty()) {
    out += fmt::format(
        "{}: not monotonic. More is not always better: above {} it fails again at {} of the values tried, {} the least "
        "and {} the greatest of them. A smaller value than the one found may do, too: --probes tries more.\n",
        result.policy, exactly(*result.found.value, result.unit), above.size(), exactly(above.front(), result.unit),
        exactly(above.back(), result.unit));
  }
  return out;
}

Json result_json(const FitResult& result) {
  Json probes = Json::array();
  for (const Probe& probe : result.found.probes) {
    probes.push_back({{"value", probe.value}, {"holds", probe.holds}});
  }
  return {{"policy", result.policy},
          {"target", result.target},
          {"unit", std::string(name(result.unit))},
          {"least", result.range.least},
          {"most", result.range.most},
          {"step", result.range.step},
          {"smallest", result.found.value ? Json(*result.found.value) : Json(nullptr)},
          {"monotonic", result.found.fails_above.empty()},
          {"lower_bound_bytes", result.lower_bound ? Json(result.lower_bound->count()) : Json(nullptr)},
          {"probes", std::move(probes)}};
}

}  // namespace

std::string fit_text(const std::string& trace, const std::vector<FitResult>& results) {
  compare::Grid grid({"policy", "of", "smallest", "exactly", "over the lower bound", "values tried"}, 2);
  std::string remarks;
  for (const FitResult& result : results) {
    grid.add(row(result));
    remarks += remark(result);
  }
  std::string out = trace + "\n\n" + grid.text(report::Colors::off);
  out += remarks.empty() ? std::string() : "\n" + remarks;
  return out;
}

std::string fit_json(const std::string& trace, const std::vector<FitResult>& results) {
  Json list = Json::array();
  for (const FitResult& result : results) {
    list.push_back(result_json(result));
  }
  return report::to_text({{"schema", "fit"}, {"schema_version", 1}, {"trace", trace}, {"results", std::move(list)}});
}

}  // namespace arenasim::sim::search
