// `--policy NAME:key=value,…`: which policy, and its options.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/options.hpp"
#include "core/policies/policy.hpp"

namespace arenasim::sim::cli {

struct PolicyArgument {
  const core::Policy* policy = nullptr;
  core::Options options;
  std::string text;                ///< as it was given
  std::vector<std::string> notes;  ///< on settings of a recording that mean nothing to it
};

/// Throws UsageError: an unknown name or option, with the nearest right one; a value that is not of its type.
[[nodiscard]] PolicyArgument parse_policy(std::string_view text);

/// Writes out what options stand for. The settings of a recorded allocator, where they are not null, are the defaults
/// of options that were not given, where the policy knows them. Throws UsageError where the policy cannot have them.
void adopt(PolicyArgument& policy, const std::map<std::string, std::string>* recorded);

}  // namespace arenasim::sim::cli
