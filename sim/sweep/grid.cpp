#include "sim/sweep/grid.hpp"

#include <algorithm>
#include <set>

#include "core/values.hpp"
#include "sim/generate/random.hpp"

namespace arenasim::sim::sweep {

std::vector<Combination> combinations(const std::vector<Axis>& axes) {
  std::vector<Combination> all{Combination{}};
  for (const Axis& axis : axes) {
    std::vector<Combination> longer;
    for (const Combination& shorter : all) {
      for (std::size_t value = 0; value < axis.values.size(); ++value) {
        longer.push_back(shorter);
        longer.back().push_back(value);
      }
    }
    all = std::move(longer);
  }
  return all;
}

std::vector<std::size_t> drawn(std::size_t total, std::size_t count, std::uint64_t seed) {
  // Floyd's way to draw without a list of all: each draw that is taken already gives its place to the newest number.
  generate::Random random(seed);
  std::set<std::size_t> chosen;
  for (std::size_t newest = total - std::min(total, count); newest < total; ++newest) {
    const auto draw = static_cast<std::size_t>(random.below(newest + 1));
    chosen.insert(chosen.contains(draw) ? newest : draw);
  }
  return {chosen.begin(), chosen.end()};
}

std::optional<Shard> parse_shard(const std::string& text) {
  const auto slash = text.find('/');
  const auto index = core::parse_count(text.substr(0, slash));
  const auto count = slash == std::string::npos ? std::nullopt : core::parse_count(text.substr(slash + 1));
  if (!index || !count || *index == 0 || *index > *count) {
    return std::nullopt;
  }
  return Shard{.index = *index, .count = *count};
}

std::optional<std::vector<std::string>> split_values(const std::string& text) {
  std::vector<std::string> values(1);
  char closing = '\0';
  bool quoted = false;
  for (const char c : text) {
    if (closing != '\0') {
      if (c == closing) {
        closing = '\0';
      } else {
        values.back() += c;
      }
    } else if (values.back().empty() && !quoted && (c == '[' || c == '\'')) {
      closing = c == '[' ? ']' : '\'';
      quoted = true;
    } else if (c == ',') {
      values.emplace_back();
      quoted = false;
    } else {
      values.back() += c;
    }
  }
  const bool holes = std::any_of(values.begin(), values.end(), [](const std::string& value) { return value.empty(); });
  return closing != '\0' || holes ? std::nullopt : std::optional(std::move(values));
}

}  // namespace arenasim::sim::sweep
