// `--policy NAME:key=value,…`: which policy, and its options.
#pragma once

#include <string>
#include <string_view>

#include "core/options.hpp"
#include "core/policies/policy.hpp"

namespace arenasim::sim::cli {

struct PolicyArgument {
  const core::Policy* policy = nullptr;
  core::Options options;
  std::string text;  ///< as it was given
};

/// Throws UsageError: an unknown name or option, with the nearest right one; a value that is not of its type.
[[nodiscard]] PolicyArgument parse_policy(std::string_view text);

}  // namespace arenasim::sim::cli
