#include "sim/cli/sweep_points.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "sim/cli/failures.hpp"
#include "sim/cli/plugin_argument.hpp"
#include "sim/cli/values.hpp"

namespace arenasim::sim::cli {
namespace {

bool is_policy_option(const std::string& key) {
  return key.find(':') != std::string::npos;
}

/// `arena` of `arena:min-page`.
std::string policy_of(const std::string& key) {
  return key.substr(0, key.find(':'));
}

std::string option_of(const std::string& key) {
  return key.substr(key.find(':') + 1);
}

/// Options that stay out of a sweep: other backends mean other machines, and audits change nothing.
bool may_vary(const std::string& option) {
  return option != "help" && option != "backend" && option != "audit" && !option.starts_with("cl-");
}

/// A value of a policy's option as it must be written among others.
std::string protected_value(const std::string& value) {
  return value.find_first_of(",:") == std::string::npos ? value : "[" + value + "]";
}

void check_policy_key(const std::string& key) {
  const core::Policy& policy = find_row(core::policies(), policy_of(key), "policy");
  std::vector<std::string_view> names;
  for (const core::OptionSpec& spec : policy.options) {
    names.push_back(spec.name);
  }
  const std::string option = option_of(key);
  if (std::find(names.begin(), names.end(), option) == names.end()) {
    throw UsageError{"--set: policy '" + policy_of(key) + "' has no option '" + option + "'" +
                     did_you_mean(option, names)};
  }
}

void check_shared_key(const std::string& key) {
  DeviceOptions device;
  TimingOptions timing;
  CLI::App app;
  device.describe(app);
  timing.describe(app);
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    const std::vector<std::string>& own = option->get_lnames();
    std::copy_if(own.begin(), own.end(), std::back_inserter(names), may_vary);
  }
  if (std::find(names.begin(), names.end(), key) == names.end()) {
    throw UsageError{"--set: there is no setting '" + key + "' (POLICY:OPTION is one of a policy)" +
                     did_you_mean(key, std::vector<std::string_view>{names.begin(), names.end()})};
  }
}

sweep::Axis parse_axis(const std::string& text) {
  const auto equals = text.find('=');
  const auto values = equals == std::string::npos ? std::nullopt : sweep::split_values(text.substr(equals + 1));
  if (!values || equals == 0) {
    throw UsageError{"--set: '" + text + "' is not KEY=VALUE,VALUE..., such as arena:min-page=2MiB,8MiB"};
  }
  sweep::Axis axis{.key = text.substr(0, equals), .values = *values};
  is_policy_option(axis.key) ? check_policy_key(axis.key) : check_shared_key(axis.key);
  return axis;
}

/// The policy with its options set, named so that it can be given again.
PolicyArgument policy_with(const PolicyArgument& base, const SetValues& set) {
  std::string text = base.text;
  for (const auto& [key, value] : set) {
    if (is_policy_option(key)) {
      text += text.find(':') == std::string::npos ? ":" : ",";
      text += option_of(key) + "=" + protected_value(value);
    }
  }
  return parse_policy(text);
}

}  // namespace

std::vector<sweep::Axis> parse_axes(const std::vector<std::string>& texts) {
  std::vector<sweep::Axis> axes;
  for (const std::string& text : texts) {
    sweep::Axis axis = parse_axis(text);
    if (std::any_of(axes.begin(), axes.end(), [&axis](const sweep::Axis& other) { return other.key == axis.key; })) {
      throw UsageError{"--set: '" + axis.key + "' is given twice"};
    }
    axes.push_back(std::move(axis));
  }
  return axes;
}

SweepPoints::SweepPoints(const SweepSpace& space, const std::vector<LoadedTrace>& traces) {
  for (const sweep::Axis& axis : space.axes) {
    if (is_policy_option(axis.key) &&
        std::none_of(space.policies.begin(), space.policies.end(),
                     [&axis](const PolicyArgument& policy) { return policy.policy->name == policy_of(axis.key); })) {
      throw UsageError{"--set: '" + axis.key + "' is for policy '" + policy_of(axis.key) + "', which is not swept"};
    }
  }
  for (const LoadedTrace& trace : traces) {
    for (const PolicyArgument& policy : space.policies) {
      add(space, trace, policy);
    }
  }
}

void SweepPoints::add(const SweepSpace& space, const LoadedTrace& trace, const PolicyArgument& policy) {
  std::vector<sweep::Axis> axes;
  std::copy_if(space.axes.begin(), space.axes.end(), std::back_inserter(axes), [&policy](const sweep::Axis& axis) {
    return !is_policy_option(axis.key) || policy_of(axis.key) == policy.policy->name;
  });
  for (const sweep::Combination& combination : sweep::combinations(axes)) {
    SetValues set;
    SetValues shared;
    for (std::size_t at = 0; at < axes.size(); ++at) {
      set.emplace_back(axes[at].key, axes[at].values[combination[at]]);
      if (!is_policy_option(axes[at].key)) {
        shared.push_back(set.back());
      }
    }
    points_.push_back({&trace, policy_with(policy, set), &conditions_for(space, shared), std::move(set)});
  }
}

const SweepPoints::Conditions& SweepPoints::conditions_for(const SweepSpace& space, const SetValues& set) {
  const auto known = conditions_.find(set);
  if (known != conditions_.end()) {
    return known->second;
  }
  Conditions& made = conditions_.emplace(set, Conditions{space.device, space.timing}).first->second;
  CLI::App app;
  made.device.describe(app);
  made.timing.describe(app);
  std::vector<std::string> arguments;
  for (const auto& [key, value] : set) {
    arguments.insert(arguments.begin(), fmt::format("--{}={}", key, value));  // it takes them from the back
  }
  try {
    app.parse(arguments);
  } catch (const CLI::ParseError& error) {
    throw UsageError{std::string{"--set: "} + error.what()};
  }
  return made;
}

Task SweepPoints::task(std::size_t number) const {
  const Point& point = points_[number];
  return {.trace = point.trace,
          .setup = setup_for(point.policy, point.conditions->device, point.conditions->timing, *point.trace->parsed)};
}

}  // namespace arenasim::sim::cli
