#include "sim/compare/difference.hpp"

#include <fmt/format.h>

#include "sim/compare/grid.hpp"

namespace arenasim::sim::compare {
namespace {

using report::Better;
using report::Json;
using report::Mark;

/// Metrics that only another version has are counts as far as this one knows.
report::Unit unit_of(const report::Metric* metric) {
  return metric == nullptr ? report::Unit::count : metric->unit;
}

Grid::Field judgement(const report::Metric* metric, const Figure& before, const Figure& now) {
  if (metric == nullptr || metric->better == Better::neither || !has_value(before) || !has_value(now)) {
    return {"", Mark::plain};
  }
  const bool less = number_of(now) < number_of(before);
  const bool better = less == (metric->better == Better::less);
  return better ? Grid::Field{"better", Mark::plain} : Grid::Field{"worse", Mark::bad};
}

void add_settings(const Json& before, const Json& now, const std::string& place, std::string& out) {
  for (const auto& [key, value] : now.items()) {
    const Json was = before.value(key, Json(nullptr));
    if (value.is_object() && was.is_object()) {
      add_settings(was, value, place + key + ".", out);
    } else if (value != was) {
      out += fmt::format("  {}{}: {}, now {}\n", place, key, was.dump(), value.dump());
    }
  }
}

std::string heading(const Pair& pair) {
  std::string out = pair.now->title() + "\n";
  if (pair.before->title() != pair.now->title()) {
    out = fmt::format("{}, now {}\n", pair.before->title(), out.substr(0, out.size() - 1));
  }
  if (pair.before->sha256 != pair.now->sha256) {
    out += fmt::format("  the traces differ: SHA-256 {}, now {}\n", pair.before->sha256, pair.now->sha256);
  }
  add_settings(pair.before->options, pair.now->options, "option ", out);
  add_settings(pair.before->settings, pair.now->settings, "", out);
  return out;
}

std::string pair_text(const Pair& pair, report::Colors colors) {
  Grid grid({"metric", "", "before", "now", "change"}, 2);
  std::size_t equal = 0;
  std::size_t different = 0;
  std::string missing;
  for (const auto& [name, now] : pair.now->figures.entries()) {
    const Figure* before = pair.before->figures.find(name);
    if (before == nullptr) {
      missing += fmt::format("  {} is only in the later file\n", name);
    } else if (*before == now) {
      ++equal;
    } else {
      const report::Metric* metric = report::find_metric(name);
      grid.add({{name},
                judgement(metric, *before, now),
                {in_words(*before, unit_of(metric))},
                {in_words(now, unit_of(metric))},
                {change(*before, now, unit_of(metric))}});
      ++different;
    }
  }
  for (const auto& [name, before] : pair.before->figures.entries()) {
    missing += pair.now->figures.find(name) == nullptr ? fmt::format("  {} is only in the earlier file\n", name) : "";
  }
  std::string out = heading(pair) + missing;
  out += different == 0 ? std::string() : "\n" + grid.text(colors);
  return out + fmt::format("{}{} metrics are equal\n", different == 0 ? "" : "\n", equal);
}

}  // namespace

std::string difference_text(const std::vector<Pair>& pairs, report::Colors colors) {
  std::string out;
  for (const Pair& pair : pairs) {
    out += out.empty() ? "" : "\n";
    out += pair_text(pair, colors);
  }
  return out;
}

}  // namespace arenasim::sim::compare
