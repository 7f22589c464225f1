#include "sim/cli/policy_argument.hpp"

#include "sim/cli/plugin_argument.hpp"

namespace arenasim::sim::cli {

PolicyArgument parse_policy(std::string_view text) {
  const PluginArgument argument = split_plugin(text);
  const core::Policy& policy = find_row(core::policies(), argument.name, "policy");
  return {
      .policy = &policy, .options = parse_row_options(policy, argument.options, "policy"), .text = std::string{text}};
}

}  // namespace arenasim::sim::cli
