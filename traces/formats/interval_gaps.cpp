#include "traces/formats/interval_gaps.hpp"

#include <limits>

#include "traces/formats/line_records.hpp"
#include "traces/numbers.hpp"

namespace arenasim::traces {
namespace {

std::int64_t tick(const Field& field, std::string_view text) {
  const auto parsed = parse_signed(text);
  if (!parsed) {
    throw number_error(parsed.error(), field.position, text, "a tick", "gaps");
  }
  return *parsed;
}

[[noreturn]] void refuse(const Field& field, std::string_view word) {
  throw InputError{ErrorClass::bad_value, field.position, quoted(word) + " is no gap lo-hi or lo-hi@wlo:whi", "gaps"};
}

}  // namespace

std::vector<Gap> parse_gaps(const Field& field, bool inclusive) {
  std::vector<Gap> gaps;
  std::string_view rest = trimmed(field.text);
  for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest)) {
    std::string_view window = word;
    const std::string_view ticks = take_until(window, '@');
    const std::size_t dash = ticks.find('-', 1);  // a dash before the first digit is a sign
    if (dash == std::string_view::npos) {
      refuse(field, word);
    }
    Gap gap{.lower = tick(field, ticks.substr(0, dash)),
            .upper = tick(field, ticks.substr(dash + 1)),
            .windowed = ticks.size() != word.size()};
    if (inclusive && gap.upper != std::numeric_limits<std::int64_t>::max()) {
      ++gap.upper;
    }
    if (gap.lower > gap.upper || (gap.windowed && window.find(':') == std::string_view::npos)) {
      refuse(field, word);
    }
    gaps.push_back(gap);
  }
  return gaps;
}

}  // namespace arenasim::traces
