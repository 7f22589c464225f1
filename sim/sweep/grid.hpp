// Every combination of some settings, numbered; a random part of them, and shares of that for several machines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace arenasim::sim::sweep {

/// A setting and the values that are tried: `capacity` or `arena:min-page`.
struct Axis {
  std::string key;
  std::vector<std::string> values;
};

/// One combination: a value's index for each axis.
using Combination = std::vector<std::size_t>;

/// All of them, the last axis changing fastest; one empty combination where there are no axes.
[[nodiscard]] std::vector<Combination> combinations(const std::vector<Axis>& axes);

/// `count` different numbers below `total`, rising, drawn from a seed; all of them where there are no more.
[[nodiscard]] std::vector<std::size_t> drawn(std::size_t total, std::size_t count, std::uint64_t seed);

/// `--shard I/N`: every Nth cell, the Ith first.
struct Shard {
  std::uint64_t index = 1;  ///< from 1 to count
  std::uint64_t count = 1;

  [[nodiscard]] bool has(std::uint64_t cell) const { return cell % count == index - 1; }
};

/// `1/3`. Nothing for anything else.
[[nodiscard]] std::optional<Shard> parse_shard(const std::string& text);

/// The values of `a,[b,c],'d,e'`, brackets and quotes taken off. Nothing where one is empty or open.
[[nodiscard]] std::optional<std::vector<std::string>> split_values(const std::string& text);

}  // namespace arenasim::sim::sweep
