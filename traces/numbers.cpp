#include "traces/numbers.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "traces/digits.hpp"

namespace arenasim::traces {
namespace {

constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();

bool is_digit(char character) {
  return character >= '0' && character <= '9';
}

Parsed<std::uint64_t> parse_digits(std::string_view text, int base) {
  constexpr std::size_t surely_fits = 15;
  if (std::uint64_t number = 0; !text.empty() && text.size() <= surely_fits) {
    const char* const end = text.data() + text.size();
    const char* const stop =
        base == 10 ? read_decimal(text.data(), end, number) : read_hexadecimal(text.data(), end, number);
    if (stop == end) {
      return number;
    }
  }
  if (!text.empty() && text.front() == '-') {
    return tl::unexpected{ErrorClass::range};
  }
  std::uint64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number, base);
  if (stop != end || text.empty() || error == std::errc::invalid_argument) {
    return tl::unexpected{ErrorClass::bad_value};
  }
  if (error != std::errc{}) {
    return tl::unexpected{ErrorClass::range};
  }
  return number;
}

/// After a prefix a minus sign is no number at all.
Parsed<std::uint64_t> parse_hex_digits(std::string_view text) {
  return !text.empty() && text.front() == '-' ? Parsed<std::uint64_t>{tl::unexpected{ErrorClass::bad_value}}
                                              : parse_digits(text, 16);
}

bool has_hex_prefix(std::string_view text) {
  return text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
}

/// The sign put back on a magnitude.
template <class Number>
Parsed<Number> with_sign(Parsed<std::uint64_t> magnitude, bool negative) {
  if (!magnitude) {
    return tl::unexpected{magnitude.error()};
  }
  const auto largest = static_cast<std::uint64_t>(std::numeric_limits<Number>::max());
  if (*magnitude > largest + (negative ? 1 : 0)) {
    return tl::unexpected{ErrorClass::range};
  }
  return static_cast<Number>(negative ? 0 - *magnitude : *magnitude);
}

template <class Number>
Parsed<Number> parse_with_sign(std::string_view text) {
  const bool negative = !text.empty() && text.front() == '-';
  const std::string_view digits = text.substr(negative ? 1 : 0);
  if (negative && !digits.empty() && digits.front() == '-') {
    return tl::unexpected{ErrorClass::bad_value};
  }
  return with_sign<Number>(parse_unsigned(digits), negative);
}

/// A decimal number taken apart: its digits without the point, and the power of ten of the last one.
struct Decimal {
  std::string_view whole;
  std::string_view fraction;
  std::int64_t exponent = 0;
};

Parsed<std::int64_t> parse_exponent(std::string_view text) {
  const bool negative = !text.empty() && text.front() == '-';
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
    text.remove_prefix(1);
  }
  if (text.empty() || !std::all_of(text.begin(), text.end(), is_digit)) {
    return tl::unexpected{ErrorClass::bad_value};
  }
  constexpr std::int64_t most = 1'000'000;
  std::int64_t exponent = most;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), exponent);
  exponent = error == std::errc{} ? std::min(exponent, most) : most;
  return negative ? -exponent : exponent;
}

Parsed<Decimal> take_apart(std::string_view text, Exponent exponent) {
  Decimal decimal;
  const std::size_t small = exponent == Exponent::allowed ? text.find('e') : std::string_view::npos;
  const std::size_t capital = exponent == Exponent::allowed ? text.find('E') : std::string_view::npos;
  const std::size_t letter = std::min(small, capital);
  if (letter != std::string_view::npos) {
    const auto parsed = parse_exponent(text.substr(letter + 1));
    if (!parsed) {
      return tl::unexpected{parsed.error()};
    }
    decimal.exponent = *parsed;
    text = text.substr(0, letter);
  }
  const std::size_t point = text.find('.');
  decimal.whole = text.substr(0, point);
  decimal.fraction = point == std::string_view::npos ? std::string_view{} : text.substr(point + 1);
  const bool digits = std::all_of(decimal.whole.begin(), decimal.whole.end(), is_digit) &&
                      std::all_of(decimal.fraction.begin(), decimal.fraction.end(), is_digit);
  if (!digits || (decimal.whole.empty() && decimal.fraction.empty())) {
    return tl::unexpected{ErrorClass::bad_value};
  }
  return decimal;
}

bool append_digit(std::uint64_t& number, char digit) {
  const auto value = static_cast<std::uint64_t>(digit - '0');
  if (number > (kMax - value) / 10) {
    return false;
  }
  number = number * 10 + value;
  return true;
}

}  // namespace

Parsed<std::uint64_t> parse_unsigned(std::string_view text) {
  return has_hex_prefix(text) ? parse_hex_digits(text.substr(2)) : parse_digits(text, 10);
}

Parsed<std::uint64_t> parse_hex(std::string_view text) {
  return has_hex_prefix(text) ? parse_hex_digits(text.substr(2)) : parse_digits(text, 16);
}

Parsed<std::int64_t> parse_signed(std::string_view text) {
  return parse_with_sign<std::int64_t>(text);
}

Parsed<std::int32_t> parse_signed32(std::string_view text) {
  return parse_with_sign<std::int32_t>(text);
}

Parsed<std::uint64_t> parse_scaled(std::string_view text, std::uint64_t unit_ns, Exponent exponent) {
  if (!text.empty() && text.front() == '-') {
    return tl::unexpected{ErrorClass::range};
  }
  const auto decimal = take_apart(text, exponent);
  if (!decimal) {
    return tl::unexpected{decimal.error()};
  }
  std::int64_t places = decimal->exponent;  // digits of the fraction that come before the point, once scaled
  for (std::uint64_t unit = unit_ns; unit >= 10; unit /= 10) {
    ++places;
  }
  const std::size_t total = decimal->whole.size() + decimal->fraction.size();
  const std::int64_t wanted = static_cast<std::int64_t>(decimal->whole.size()) + places;
  std::uint64_t number = 0;
  for (std::int64_t index = 0; index < wanted; ++index) {
    const auto at = static_cast<std::size_t>(index);
    if (at >= total && number == 0) {
      break;
    }
    const char digit = at >= total                  ? '0'
                       : at < decimal->whole.size() ? decimal->whole[at]
                                                    : decimal->fraction[at - decimal->whole.size()];
    if (!append_digit(number, digit)) {
      return tl::unexpected{ErrorClass::range};
    }
  }
  return number;
}

Parsed<std::int64_t> parse_scaled_signed(std::string_view text, std::uint64_t unit_ns, Exponent exponent) {
  const bool negative = !text.empty() && text.front() == '-';
  return with_sign<std::int64_t>(parse_scaled(text.substr(negative ? 1 : 0), unit_ns, exponent), negative);
}

std::string quoted(std::string_view text) {
  constexpr std::size_t most = 48;
  std::string shown;
  for (const char character : text.substr(0, most)) {
    if (character >= ' ' && character <= '~') {
      shown += character;
    } else {
      shown += fmt::format("\\x{:02X}", static_cast<unsigned char>(character));
    }
  }
  return fmt::format("`{}{}`", shown, text.size() > most ? "..." : "");
}

InputError number_error(ErrorClass error_class, Position position, std::string_view text, std::string_view expected,
                        std::string field) {
  const std::string_view verb = error_class == ErrorClass::range ? "does not fit" : "is not";
  return {error_class, std::move(position), fmt::format("{} {} {}", quoted(text), verb, expected), std::move(field)};
}

}  // namespace arenasim::traces
