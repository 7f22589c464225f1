// Whole numbers of JSON documents, read from their text: a stamp above 2^53 stays what it is (spec/formats.md 0.6).
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "traces/json_windows.hpp"
#include "traces/numbers.hpp"

namespace arenasim::traces {

/// `bad_value` for any other JSON value, fractions and exponents included; `range` where it does not fit.
[[nodiscard]] Parsed<std::int64_t> parse_json_integer(std::string_view token);
[[nodiscard]] Parsed<std::uint64_t> parse_json_unsigned(std::string_view token);

/// The token without the white space behind it.
[[nodiscard]] std::string_view trimmed_token(std::string_view token);

/// Reads arrays of whole numbers.
class JsonIntegerArrays {
 public:
  JsonIntegerArrays();
  ~JsonIntegerArrays();
  JsonIntegerArrays(const JsonIntegerArrays&) = delete;
  JsonIntegerArrays& operator=(const JsonIntegerArrays&) = delete;

  /// The numbers of the array, valid until the next call. Throws InputError with the position of what is no array of
  /// whole numbers: `syntax`, or `range` for a number over 64 bits, in field `field`.
  [[nodiscard]] const std::vector<std::int64_t>& read(const JsonText& array, const std::string& path,
                                                      std::string_view field);

 private:
  class Parser;
  std::unique_ptr<Parser> parser_;
  std::vector<std::int64_t> numbers_;
};

}  // namespace arenasim::traces
