#include "traces/formats/time_of_day.hpp"

#include <algorithm>

namespace arenasim::traces {
namespace {

constexpr std::uint64_t kSecond = 1'000'000'000;
constexpr std::uint64_t kHour = 3600 * kSecond;
constexpr std::size_t kFractionDigits = 9;

bool is_digit(char character) {
  return character >= '0' && character <= '9';
}

std::uint64_t digit(char character) {
  return static_cast<std::uint64_t>(character - '0');
}

/// One or two digits at the start of `text`, taken off it; over 99 where there are none.
std::uint64_t take_pair(std::string_view& text) {
  if (text.empty() || !is_digit(text[0])) {
    return 100;
  }
  std::uint64_t value = digit(text[0]);
  text.remove_prefix(1);
  if (!text.empty() && is_digit(text[0])) {
    value = value * 10 + digit(text[0]);
    text.remove_prefix(1);
  }
  return value;
}

bool take(std::string_view& text, char character) {
  if (text.empty() || text[0] != character) {
    return false;
  }
  text.remove_prefix(1);
  return true;
}

/// Nanoseconds of the digits behind the point.
std::uint64_t fraction(std::string_view digits) {
  std::uint64_t nanoseconds = 0;
  for (std::size_t place = 0; place != kFractionDigits; ++place) {
    nanoseconds = nanoseconds * 10 + (place < digits.size() ? digit(digits[place]) : 0);
  }
  return nanoseconds;
}

}  // namespace

Parsed<std::uint64_t> parse_time_of_day(std::string_view text) {
  const std::uint64_t hour = take_pair(text);
  const bool minutes_follow = take(text, ':');
  const std::uint64_t minute = take_pair(text);
  const bool seconds_follow = take(text, ':');
  const std::uint64_t second = take_pair(text);
  const bool has_fraction = take(text, '.') || take(text, ':');
  if (!minutes_follow || !seconds_follow || hour > 99 || minute > 99 || second > 99 || has_fraction == text.empty() ||
      !std::all_of(text.begin(), text.end(), is_digit)) {
    return tl::unexpected{ErrorClass::bad_value};
  }
  if (hour > 23 || minute > 59 || second > 60) {  // 60: a leap second
    return tl::unexpected{ErrorClass::range};
  }
  return hour * kHour + (minute * 60 + second) * kSecond + fraction(text);
}

std::uint64_t DayCounter::operator()(std::uint64_t time_of_day) {
  if (last_ > time_of_day && last_ - time_of_day > 12 * kHour) {
    days_ += 24 * kHour;
  }
  last_ = time_of_day;
  return days_ + time_of_day;
}

}  // namespace arenasim::traces
