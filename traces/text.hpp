// Whether a text can be kept: its length, and that it is UTF-8 (spec/formats.md 0.6).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "traces/input_error.hpp"

namespace arenasim::traces {

inline constexpr std::size_t kMaxTagBytes = 4096;

struct TextFault {
  ErrorClass error_class{};  ///< `encoding` or `limit`
  std::size_t byte = 0;      ///< the first one that is wrong
  std::string text;
};

/// What is wrong with a text that is to be kept, if anything.
[[nodiscard]] std::optional<TextFault> text_fault(std::string_view text, std::size_t max_bytes);

/// The first byte that is not part of a well-formed UTF-8 character (no surrogates, no overlong forms, at most
/// U+10FFFF), or npos.
[[nodiscard]] std::size_t find_invalid_utf8(std::string_view text);

}  // namespace arenasim::traces
