#include "sim/words.hpp"

#include <algorithm>
#include <charconv>
#include <string>

#include <fmt/format.h>

#include "traces/input_error.hpp"

namespace arenasim::sim {
namespace {

constexpr std::size_t kShownBytes = 40;

bool is_blank(char letter) {
  return letter == ' ' || letter == '\t';
}

/// The word as a message shows it: cut, and nothing in it that moves a terminal.
std::string shown(std::string_view text) {
  std::string result(text.substr(0, kShownBytes));
  std::replace_if(
      result.begin(), result.end(), [](char letter) { return static_cast<unsigned char>(letter) < 0x20; }, '?');
  return text.size() > kShownBytes ? result + "..." : result;
}

}  // namespace

Words::Words(std::string_view text, std::uint64_t line, std::uint64_t first_column)
    : rest_(text), line_(line), column_(first_column) {
  while (!rest_.empty() && is_blank(rest_.back())) {
    rest_.remove_suffix(1);
  }
  skip_blanks();
}

void Words::skip_blanks() {
  const auto blanks = static_cast<std::size_t>(std::find_if_not(rest_.begin(), rest_.end(), is_blank) - rest_.begin());
  rest_.remove_prefix(blanks);
  column_ += blanks;
}

Word Words::next(std::string_view what) {
  if (rest_.empty()) {
    throw traces::InputError(traces::ErrorClass::missing_field, traces::LinePosition{line_, column_},
                             fmt::format("expected {}", what));
  }
  const auto length = static_cast<std::size_t>(std::find_if(rest_.begin(), rest_.end(), is_blank) - rest_.begin());
  const Word word{rest_.substr(0, length), column_};
  rest_.remove_prefix(length);
  column_ += length;
  skip_blanks();
  return word;
}

Word Words::remainder(std::string_view what) {
  if (rest_.empty()) {
    return next(what);
  }
  const Word word{rest_, column_};
  rest_ = {};
  return word;
}

std::uint64_t Words::next_count(std::string_view what) {
  return count_of(next(what), what);
}

core::StreamId Words::next_stream() {
  const Word word = next("a stream");
  std::int32_t number = 0;
  const char* const end = word.text.data() + word.text.size();
  const auto [stop, error] = std::from_chars(word.text.data(), end, number);
  if (error != std::errc{} || stop != end) {
    reject(word, "stream", "a stream, from -2147483648 to 2147483647");
  }
  return core::StreamId{number};
}

void Words::expect_end() {
  if (!rest_.empty()) {
    throw traces::InputError(traces::ErrorClass::syntax, traces::LinePosition{line_, column_},
                             fmt::format("found \"{}\", expected the end of the line", shown(rest_)));
  }
}

std::uint64_t Words::count_of(Word word, std::string_view what) const {
  std::uint64_t number = 0;
  const char* const end = word.text.data() + word.text.size();
  const auto [stop, error] = std::from_chars(word.text.data(), end, number);
  if (error == std::errc::result_out_of_range && stop == end) {
    throw traces::InputError(traces::ErrorClass::range, traces::LinePosition{line_, word.column},
                             fmt::format("found {}, expected at most 18446744073709551615", shown(word.text)),
                             std::string(what));
  }
  if (error != std::errc{} || stop != end) {
    reject(word, what, "a whole number");
  }
  return number;
}

void Words::reject(Word word, std::string_view what, std::string_view expected) const {
  throw traces::InputError(traces::ErrorClass::bad_value, traces::LinePosition{line_, word.column},
                           fmt::format("found \"{}\", expected {}", shown(word.text), expected), std::string(what));
}

}  // namespace arenasim::sim
