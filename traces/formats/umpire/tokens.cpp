#include "traces/formats/umpire/tokens.hpp"

#include <string>

#include <fmt/format.h>

#include "traces/formats/umpire/malformed.hpp"
#include "traces/numbers.hpp"

namespace arenasim::traces::umpire {
namespace {

[[noreturn]] void refuse(ErrorClass error_class, std::string_view token, std::string_view expected,
                         std::string_view field) {
  throw Malformed{error_class, 0,
                  error_class == ErrorClass::range ? fmt::format("{} does not fit", quoted(token))
                                                   : fmt::format("{} is no {}", quoted(token), expected),
                  std::string(field)};
}

void expect_some(std::string_view token, std::string_view field) {
  if (token.empty()) {
    throw Malformed{ErrorClass::missing_field, 0, fmt::format("`{}` is missing", field), std::string(field)};
  }
}

}  // namespace

std::uint64_t take_number(std::string_view token, std::string_view field) {
  expect_some(token, field);
  const auto number = parse_unsigned(token);
  if (!number || token.starts_with("0x")) {
    refuse(number ? ErrorClass::bad_value : number.error(), token, "unsigned number", field);
  }
  return *number;
}

std::uint64_t take_pointer(std::string_view token, std::string_view field) {
  expect_some(token, field);
  if (token.size() < 2 || token.front() != '"' || token.back() != '"') {
    refuse(ErrorClass::bad_value, token, "pointer in quotes", field);
  }
  const std::string_view text = token.substr(1, token.size() - 2);
  if (text != "0" && !text.starts_with("0x")) {
    refuse(ErrorClass::bad_value, token, "pointer: 0x and hex digits, or 0", field);
  }
  const auto pointer = parse_unsigned(text);
  if (!pointer) {
    refuse(pointer.error(), token, "pointer: 0x and hex digits, or 0", field);
  }
  return *pointer;
}

}  // namespace arenasim::traces::umpire
