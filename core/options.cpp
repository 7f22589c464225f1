#include "core/options.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>

namespace arenasim::core {
namespace {

tl::unexpected<OptionError> error(std::string text) {
  return tl::make_unexpected(OptionError{std::move(text)});
}

std::string quoted(std::string_view text) {
  return '\'' + std::string{text} + '\'';
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const auto end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) {
      return parts;
    }
    text.remove_prefix(end + 1);
  }
}

std::string suggestion(std::string_view word, std::span<const std::string_view> candidates) {
  const std::string_view close = nearest(word, candidates);
  return close.empty() ? std::string{} : "; did you mean " + quoted(close) + "?";
}

/// The description that `key` names: its name, or that in kebab-case where a project spells it otherwise.
std::span<const OptionSpec>::iterator find_spec(std::span<const OptionSpec> specs, std::string_view key) {
  return std::find_if(specs.begin(), specs.end(), [key](const OptionSpec& spec) {
    return std::equal(spec.name.begin(), spec.name.end(), key.begin(), key.end(),
                      [](char name, char given) { return name == given || (name == '_' && given == '-'); });
  });
}

/// Flags may be spelled as Python does.
std::string_view canonical(const OptionSpec& spec, std::string_view value) {
  if (spec.type != OptionType::flag || (value != "True" && value != "False")) {
    return value;
  }
  return value == "True" ? "true" : "false";
}

bool in_range(const OptionSpec& spec, std::uint64_t value) {
  return value >= spec.least && value <= spec.most;
}

std::string range_text(const OptionSpec& spec) {
  const auto shown = [&](std::uint64_t value) {
    return spec.type == OptionType::bytes ? to_text(Bytes{value}) : std::to_string(value);
  };
  const bool bounded = spec.most != std::numeric_limits<std::uint64_t>::max();
  return bounded ? " from " + shown(spec.least) + " to " + shown(spec.most) : " of at least " + shown(spec.least);
}

/// What a value should have been, or nothing when it is right.
std::string expected_instead(const OptionSpec& spec, std::string_view value) {
  switch (spec.type) {
    case OptionType::bytes: {
      const auto bytes = parse_bytes(value);
      return bytes && in_range(spec, bytes->count()) ? "" : "a size" + range_text(spec);
    }
    case OptionType::count: {
      const auto count = parse_count(value);
      return count && in_range(spec, *count) ? "" : "a whole number" + range_text(spec);
    }
    case OptionType::ratio:
      return parse_ratio(value) ? "" : "a ratio such as 0.5 or 50%";
    case OptionType::flag:
      return canonical(spec, value) == "true" || canonical(spec, value) == "false" ? "" : "true or false";
    case OptionType::choice: {
      const auto choices = split(spec.choices, '|');
      const bool known = std::find(choices.begin(), choices.end(), value) != choices.end();
      return known ? "" : "one of " + std::string{spec.choices} + suggestion(value, choices);
    }
    case OptionType::text:
      return "";
  }
  return "";
}

/// Where the value that starts `text` ends; npos where its bracket or quote is never closed.
std::size_t value_end(std::string_view text) {
  if (text.starts_with('\'')) {
    const auto close = text.find('\'', 1);
    return close == std::string_view::npos ? close : close + 1;
  }
  std::size_t depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '[' ? 1U : 0U;
    depth -= text[i] == ']' && depth > 0 ? 1U : 0U;
    if (text[i] == ',' && depth == 0) {
      return i;
    }
  }
  return depth == 0 ? text.size() : std::string_view::npos;
}

std::string_view without_wrapping(std::string_view value) {
  const bool quotes = value.size() >= 2 && value.front() == '\'' && value.back() == '\'';
  const bool brackets = value.size() >= 2 && value.front() == '[' && value.back() == ']';
  return quotes || brackets ? value.substr(1, value.size() - 2) : value;
}

[[noreturn]] void unknown_name() {
  std::abort();
}

}  // namespace

std::string_view name(OptionType type) {
  constexpr std::array<std::string_view, 6> names{"size", "count", "ratio", "choice", "flag", "text"};
  return names[static_cast<std::size_t>(type)];
}

std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates) {
  const auto edits = [word](std::string_view other) {
    std::vector<std::size_t> row(other.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= word.size(); ++i) {
      std::size_t diagonal = std::exchange(row[0], i);
      for (std::size_t j = 1; j <= other.size(); ++j) {
        const std::size_t changed = diagonal + (word[i - 1] == other[j - 1] ? 0U : 1U);
        diagonal = std::exchange(row[j], std::min({changed, row[j] + 1, row[j - 1] + 1}));
      }
    }
    return row.back();
  };
  const auto closest = std::min_element(candidates.begin(), candidates.end(),
                                        [&](auto left, auto right) { return edits(left) < edits(right); });
  return closest == candidates.end() ? std::string_view{} : *closest;
}

tl::expected<std::vector<std::pair<std::string, std::string>>, OptionError> split_options(
    std::string_view text, std::span<const OptionSpec> specs) {
  std::vector<std::pair<std::string, std::string>> pairs;
  while (!text.empty()) {
    const auto equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      return error("options are key=value, not " + quoted(text));
    }
    const std::string_view key = text.substr(0, equals);
    text.remove_prefix(equals + 1);
    const auto spec = find_spec(specs, key);
    const bool rest = spec != specs.end() && spec->takes_rest;
    const std::size_t end = rest ? text.size() : value_end(text);
    if (end == std::string_view::npos) {
      return error("the value of " + quoted(key) + " opens a bracket or quote and never closes it");
    }
    pairs.emplace_back(key, rest ? text : without_wrapping(text.substr(0, end)));
    text.remove_prefix(end);
    if (!text.empty() && !text.starts_with(',')) {
      return error("a comma must follow the value of " + quoted(key));
    }
    text.remove_prefix(text.empty() ? 0 : 1);
  }
  return pairs;
}

Options::Options(std::span<const OptionSpec> specs) : specs_(specs) {
  std::transform(specs.begin(), specs.end(), std::back_inserter(values_),
                 [](const OptionSpec& spec) { return std::string{spec.fallback}; });
}

tl::expected<Options, OptionError> Options::parse(std::span<const OptionSpec> specs, std::string_view text) {
  const auto pairs = split_options(text, specs);
  if (!pairs) {
    return tl::make_unexpected(pairs.error());
  }
  Options options{specs};
  std::vector<std::string_view> given;
  for (const auto& [key, value] : *pairs) {
    const auto spec = find_spec(specs, key);
    const std::string_view name = spec == specs.end() ? std::string_view{key} : spec->name;
    if (std::find(given.begin(), given.end(), name) != given.end()) {
      return error("option " + quoted(key) + " is given twice");
    }
    given.push_back(name);
    if (const auto done = options.set(key, value); !done) {
      return tl::make_unexpected(done.error());
    }
  }
  return options;
}

tl::expected<void, OptionError> Options::set(std::string_view name, std::string_view value) {
  const auto found = find_spec(specs_, name);
  if (found == specs_.end()) {
    std::vector<std::string_view> names;
    std::transform(specs_.begin(), specs_.end(), std::back_inserter(names),
                   [](const OptionSpec& spec) { return spec.name; });
    return error("there is no option " + quoted(name) + suggestion(name, names));
  }
  if (const std::string wanted = expected_instead(*found, value); !wanted.empty()) {
    return error("option " + quoted(name) + " is " + quoted(value) + ", expected " + wanted);
  }
  values_[static_cast<std::size_t>(found - specs_.begin())] = canonical(*found, value);
  return {};
}

std::size_t Options::index_of(std::string_view name) const {
  const auto found =
      std::find_if(specs_.begin(), specs_.end(), [&](const OptionSpec& spec) { return spec.name == name; });
  if (found == specs_.end()) {
    unknown_name();
  }
  return static_cast<std::size_t>(found - specs_.begin());
}

const std::string& Options::text(std::string_view name) const {
  return values_[index_of(name)];
}
Bytes Options::bytes(std::string_view name) const {
  return parse_bytes(text(name)).value_or(Bytes{});
}
std::uint64_t Options::count(std::string_view name) const {
  return parse_count(text(name)).value_or(0);
}
Fraction Options::ratio(std::string_view name) const {
  return parse_ratio(text(name)).value_or(Fraction{});
}
bool Options::flag(std::string_view name) const {
  return text(name) == "true";
}

}  // namespace arenasim::core
