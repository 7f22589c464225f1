// What a search for the smallest capacity or option value came to, for a person and for programs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/units.hpp"
#include "sim/report/metric.hpp"
#include "sim/search/smallest.hpp"

namespace arenasim::sim::search {

struct FitResult {
  std::string policy;
  std::string target;  ///< `capacity`, or the option's name
  report::Unit unit = report::Unit::bytes;
  Range range{};
  Smallest found{};
  std::optional<core::Bytes> lower_bound{};  ///< of a capacity: what no policy can do without
  std::string why_not{};                     ///< why nothing was found: the sentence of a failure
};

/// A line for each policy, and what must be known before it is believed.
[[nodiscard]] std::string fit_text(const std::string& trace, const std::vector<FitResult>& results);

/// sim/report/fit.schema.json.
[[nodiscard]] std::string fit_json(const std::string& trace, const std::vector<FitResult>& results);

}  // namespace arenasim::sim::search
