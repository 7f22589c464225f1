// Small pickles, written opcode by opcode.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace arenasim::tests {

/// A string of bytes given as numbers.
[[nodiscard]] inline std::string bytes(std::initializer_list<int> numbers) {
  std::string made;
  for (const int number : numbers) {
    made += static_cast<char>(number);
  }
  return made;
}

/// PROTO 4.
[[nodiscard]] inline std::string proto() {
  return bytes({0x80, 4});
}

/// SHORT_BINUNICODE.
[[nodiscard]] inline std::string text(std::string_view value) {
  return bytes({0x8C, static_cast<int>(value.size())}) + std::string(value);
}

/// LONG1 of 8 bytes.
[[nodiscard]] inline std::string number(std::int64_t value) {
  std::string made = bytes({0x8A, 8});
  for (unsigned at = 0; at < 8; ++at) {
    made += static_cast<char>(static_cast<std::uint64_t>(value) >> 8 * at);
  }
  return made;
}

/// EMPTY_LIST filled with items that are already written.
[[nodiscard]] inline std::string list(std::initializer_list<std::string> items) {
  std::string made = "](";
  for (const std::string& item : items) {
    made += item;
  }
  return made + "e";
}

/// EMPTY_DICT filled with keys and values in turn; keys are texts, values are already written.
[[nodiscard]] inline std::string dict(std::initializer_list<std::string> pairs) {
  std::string made = "}(";
  bool is_key = true;
  for (const std::string& part : pairs) {
    made += is_key ? text(part) : part;
    is_key = !is_key;
  }
  return made + "u";
}

/// The whole pickle of one value.
[[nodiscard]] inline std::string pickled(std::string_view value) {
  return proto() + std::string(value) + ".";
}

}  // namespace arenasim::tests
