#include "sim/cli/policy_argument.hpp"

#include <utility>

#include "sim/cli/plugin_argument.hpp"

namespace arenasim::sim::cli {

PolicyArgument parse_policy(std::string_view text) {
  const PluginArgument argument = split_plugin(text);
  const core::Policy& policy = find_row(core::policies(), argument.name, "policy");
  PolicyArgument parsed{.policy = &policy,
                        .options = parse_row_options(policy, argument.options, "policy"),
                        .text = std::string{text},
                        .notes = {}};
  adopt(parsed, nullptr);
  return parsed;
}

void adopt(PolicyArgument& policy, const std::map<std::string, std::string>* recorded) {
  if (policy.policy->complete == nullptr) {
    return;
  }
  auto options = policy.policy->complete(policy.options, recorded, policy.notes);
  if (!options) {
    throw UsageError{"policy '" + std::string{policy.policy->name} + "': " + options.error().text};
  }
  policy.options = std::move(*options);
}

}  // namespace arenasim::sim::cli
