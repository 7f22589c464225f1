#include "traces/json_integers.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <system_error>

#include <fmt/format.h>
#include <simdjson.h>

namespace arenasim::traces {
namespace {

bool is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}

bool is_space(char byte) {
  return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
}

template <class Number>
Parsed<Number> parse(std::string_view token) {
  const std::string_view digits = token.substr(token.starts_with('-') ? 1 : 0);
  const bool leading_zero = digits.size() > 1 && digits[0] == '0';
  if (digits.empty() || leading_zero || !std::all_of(digits.begin(), digits.end(), is_digit)) {
    return tl::unexpected(ErrorClass::bad_value);
  }
  Number number = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), number);
  if (error != std::errc{}) {
    return tl::unexpected(ErrorClass::range);
  }
  return number;
}

}  // namespace

Parsed<std::int64_t> parse_json_integer(std::string_view token) {
  return parse<std::int64_t>(token);
}

Parsed<std::uint64_t> parse_json_unsigned(std::string_view token) {
  return token.starts_with('-') ? Parsed<std::uint64_t>(tl::unexpected(ErrorClass::range))
                                : parse<std::uint64_t>(token);
}

std::string_view trimmed_token(std::string_view token) {
  while (!token.empty() && is_space(token.back())) {
    token.remove_suffix(1);
  }
  return token;
}

class JsonIntegerArrays::Parser {
 public:
  simdjson::ondemand::parser parser;
};

JsonIntegerArrays::JsonIntegerArrays() : parser_(std::make_unique<Parser>()) {}

JsonIntegerArrays::~JsonIntegerArrays() = default;

const std::vector<std::int64_t>& JsonIntegerArrays::read(const JsonText& array, const std::string& path,
                                                         std::string_view field) {
  numbers_.clear();
  const auto error = [&](ErrorClass error_class, std::string_view token) {
    const std::uint64_t offset = array.offset + static_cast<std::uint64_t>(token.data() - array.text.data());
    return number_error(error_class, OffsetPosition{offset, path}, token, "a whole number", std::string(field));
  };
  if (array.kind != JsonKind::array) {
    throw error(ErrorClass::syntax, array.text);
  }
  try {
    const std::size_t capacity = array.text.size() + simdjson::SIMDJSON_PADDING;
    auto document =
        parser_->parser.iterate(simdjson::padded_string_view(array.text.data(), array.text.size(), capacity));
    for (auto value : document.get_array()) {
      const std::string_view token = trimmed_token(value.raw_json_token());
      const auto number = parse_json_integer(token);
      if (!number) {
        throw error(number.error() == ErrorClass::range ? ErrorClass::range : ErrorClass::syntax, token);
      }
      numbers_.push_back(*number);
    }
  } catch (const simdjson::simdjson_error& broken) {
    throw InputError(ErrorClass::syntax, OffsetPosition{array.offset, path}, broken.what(), std::string(field));
  }
  return numbers_;
}

}  // namespace arenasim::traces
