#include "sim/cli/fit_target.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "sim/cli/failures.hpp"
#include "sim/cli/values.hpp"
#include "sim/compare/verdict.hpp"

namespace arenasim::sim::cli {
namespace {

constexpr int kMostDoublings = 6;

std::optional<std::uint64_t> parse_number(const std::string& text, core::OptionType type) {
  if (type == core::OptionType::count) {
    return core::parse_count(text);
  }
  const auto bytes = core::parse_bytes(text);
  return bytes ? std::optional(bytes->count()) : std::nullopt;
}

const core::OptionSpec& spec_named(const std::string& name, const PolicyArgument& policy) {
  std::vector<std::string_view> names;
  for (const core::OptionSpec& spec : policy.policy->options) {
    if (spec.name == name) {
      if (spec.type != core::OptionType::bytes && spec.type != core::OptionType::count) {
        throw UsageError{"--option: '" + name + "' is no number, and has no smallest value"};
      }
      return spec;
    }
    names.push_back(spec.name);
  }
  throw UsageError{"--option: policy '" + std::string{policy.policy->name} + "' has no option '" + name + "'" +
                   did_you_mean(name, names)};
}

std::uint64_t round_up(std::uint64_t value, std::uint64_t step) {
  const std::uint64_t above = value % step;
  return above == 0 || value > std::numeric_limits<std::uint64_t>::max() - step ? value : value + (step - above);
}

std::uint64_t bytes_of(const compare::Cell& cell, const char* metric) {
  const compare::Figure* figure = cell.figures.find(metric);
  const auto* whole = std::get_if<core::Uint128>(figure);
  return whole == nullptr ? 0 : static_cast<std::uint64_t>(*whole);
}

}  // namespace

FitOption parse_fit_option(const std::string& text, const PolicyArgument& policy) {
  const auto equals = text.find('=');
  const auto dots = text.find("..", equals == std::string::npos ? 0 : equals);
  const UsageError malformed{"--option: '" + text + "' is not NAME=FROM..TO[/STEP], such as min-page=1MiB..64MiB/1MiB"};
  if (equals == std::string::npos || dots == std::string::npos) {
    throw UsageError{malformed};
  }
  FitOption option{.spec = &spec_named(text.substr(0, equals), policy), .range = {}};
  const auto slash = text.find('/', dots);
  const auto from = parse_number(text.substr(equals + 1, dots - equals - 1), option.spec->type);
  const auto to =
      parse_number(text.substr(dots + 2, slash == std::string::npos ? slash : slash - dots - 2), option.spec->type);
  if (!from || !to || *from > *to) {
    throw UsageError{malformed};
  }
  const bool bytes = option.spec->type == core::OptionType::bytes;
  const auto step = slash == std::string::npos
                        ? std::optional<std::uint64_t>{bytes ? std::max<std::uint64_t>(*from, 1) : 1}
                        : parse_number(text.substr(slash + 1), option.spec->type);
  if (!step || *step == 0) {
    throw UsageError{malformed};
  }
  if (*from < option.spec->least || *to > option.spec->most) {
    throw UsageError{"--option: '" + text + "' goes out of what the option '" + std::string{option.spec->name} +
                     "' can be"};
  }
  option.range = {.least = *from, .most = *to, .step = *step};
  return option;
}

std::vector<compare::Rule> parse_fit_rules(const std::string& text) {
  std::vector<compare::Rule> rules;
  try {
    rules = compare::parse_rules(text);
  } catch (const compare::RuleError& error) {
    throw UsageError{error.what()};
  }
  for (const compare::Rule& rule : rules) {
    if (rule.relative()) {
      throw UsageError{"rule '" + rule.text + "' goes by a baseline, and fit has none"};
    }
  }
  return rules;
}

compare::Cell FitTarget::cell(const experiment::Setup& setup) {
  compare::Cell made = run_task({.trace = question_.trace, .setup = setup});
  question_.tried(++tried_);
  return made;
}

bool FitTarget::good(const compare::Cell& cell) const {
  return compare::broken(compare::judge(question_.rules, {cell}, {})).empty();
}

experiment::Setup FitTarget::with_capacity(std::optional<core::Bytes> capacity) const {
  experiment::Setup setup = question_.base;
  setup.device.limits.capacity = capacity;
  setup.device.limits.without_capacity = !capacity;
  return setup;
}

bool FitTarget::enough(std::uint64_t capacity) {
  return good(cell(with_capacity(core::Bytes{capacity})));
}

search::FitResult FitTarget::fit_capacity(std::optional<core::Bytes> step, std::uint64_t probes, Jobs jobs) {
  const compare::Cell unbounded = cell(with_capacity(std::nullopt));
  search::FitResult result{.policy = question_.policy.text, .target = "capacity"};
  const std::uint64_t bound = bytes_of(unbounded, "lower_bound_bytes");
  result.lower_bound = core::Bytes{bound};
  const std::uint64_t alignment = unbounded.settings.at("alignment_bytes").get<std::uint64_t>();
  result.range.step = std::max<std::uint64_t>(step ? step->count() : alignment, 1);
  result.range.least = round_up(bound, result.range.step);
  result.range.most =
      std::max(round_up(bytes_of(unbounded, "peak_reserved_bytes"), result.range.step), result.range.least);
  if (!good(unbounded)) {
    result.why_not = unbounded.first_failure;
    return result;
  }
  for (int doubling = 0; doubling < kMostDoublings && !enough(result.range.most); ++doubling) {
    const std::uint64_t most = result.range.most;
    result.range.most =
        most > std::numeric_limits<std::uint64_t>::max() / 2 ? most : round_up(most * 2, result.range.step);
  }
  result.found = search::smallest(result.range, probes, jobs, [this](std::uint64_t value) { return enough(value); });
  return result;
}

search::FitResult FitTarget::fit_option(const FitOption& option, std::uint64_t probes, Jobs jobs) {
  search::FitResult result{.policy = question_.policy.text, .target = std::string{option.spec->name}};
  result.unit = option.spec->type == core::OptionType::bytes ? report::Unit::bytes : report::Unit::count;
  result.range = option.range;
  result.found = search::smallest(option.range, probes, jobs, [this, &option](std::uint64_t value) {
    experiment::Setup setup = question_.base;
    if (const auto taken = setup.options.set(option.spec->name, std::to_string(value)); !taken) {
      throw UsageError{"policy '" + question_.policy.text + "': " + taken.error().text};
    }
    return good(cell(setup));
  });
  return result;
}

}  // namespace arenasim::sim::cli
