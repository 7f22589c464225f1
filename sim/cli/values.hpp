// Options whose values have a form of their own: each is parsed once, and a wrong one is told what it should have been.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "core/options.hpp"
#include "core/values.hpp"
#include "sim/cli/failures.hpp"

namespace arenasim::sim::cli {

/// How a kind of value shows in the help, and in a message after "is not".
struct ValueKind {
  const char* shown;
  const char* sentence;
};

inline constexpr ValueKind kSize{"SIZE", "a size such as 4096 or 64MiB"};
inline constexpr ValueKind kDuration{"DURATION", "a duration such as 250us or 1.5s"};
inline constexpr ValueKind kCount{"N", "a whole number"};

/// The nearest of `names` as the end of a message, `; did you mean 'arena'?`.
[[nodiscard]] std::string did_you_mean(std::string_view word, std::span<const std::string_view> names);

/// An option whose text `parse` turns into an optional value. Throws UsageError from parsing where there is none.
/// `into` may be optional itself: it then stays empty where the option is not given.
template <class Value, class Parse>
CLI::Option* add_value(CLI::App& app, const std::string& names, Value& into, Parse parse, ValueKind kind,
                       const std::string& sentence) {
  const auto take = [&into, parse, kind, names](const std::string& text) {
    const auto value = parse(text);
    if (!value) {
      throw UsageError{names + ": '" + text + "' is not " + kind.sentence};
    }
    into = *value;
  };
  return app.add_option_function<std::string>(names, take, sentence)->type_name(kind.shown);
}

/// An option that may be given again and again, one value each time.
inline CLI::Option* add_repeated(CLI::App& app, const std::string& names, std::vector<std::string>& into,
                                 const std::string& type, const std::string& sentence) {
  return app.add_option(names, into, sentence)->type_name(type)->allow_extra_args(false);
}

template <class Value>
using Choices = std::span<const std::pair<std::string_view, Value>>;

/// An option that takes one of a few words. Throws UsageError from parsing for any other.
template <class Value>
CLI::Option* add_choice(CLI::App& app, const std::string& names, Value& into, Choices<Value> choices,
                        const std::string& sentence) {
  std::string shown;
  for (const auto& [word, value] : choices) {
    shown += (shown.empty() ? "" : "|") + std::string{word};
  }
  const auto take = [&into, choices, names, shown](const std::string& text) {
    std::vector<std::string_view> words;
    for (const auto& [word, value] : choices) {
      if (word == text) {
        into = value;
        return;
      }
      words.push_back(word);
    }
    throw UsageError{names + ": '" + text + "' is none of " + shown + did_you_mean(text, words)};
  };
  return app.add_option_function<std::string>(names, take, sentence)->type_name(shown);
}

}  // namespace arenasim::sim::cli
