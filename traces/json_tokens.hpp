// What a single token of a JSON document is: the few questions that have to be answered before a value is handed to a
// JSON library.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace arenasim::traces {

/// What a value is, as its first byte tells.
enum class JsonKind : std::uint8_t { object, array, string, scalar };

[[nodiscard]] constexpr JsonKind json_kind(char first) {
  switch (first) {
    case '{':
      return JsonKind::object;
    case '[':
      return JsonKind::array;
    case '"':
      return JsonKind::string;
    default:
      return JsonKind::scalar;
  }
}

/// True of a number, `true`, `false` or `null`.
[[nodiscard]] bool is_json_scalar(std::string_view token);

/// The text of a string that stands in its quotes, escapes resolved; none where an escape is broken.
[[nodiscard]] std::optional<std::string> unescaped_json(std::string_view quoted);

}  // namespace arenasim::traces
