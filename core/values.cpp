#include "core/values.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

namespace arenasim::core {
namespace {

struct Unit {
  std::string_view name;
  std::uint64_t size;
};

constexpr std::array kByteUnits{
    Unit{"", 1},
    Unit{"B", 1},
    Unit{"KiB", std::uint64_t{1} << 10U},
    Unit{"MiB", std::uint64_t{1} << 20U},
    Unit{"GiB", std::uint64_t{1} << 30U},
    Unit{"TiB", std::uint64_t{1} << 40U},
    Unit{"kB", 1'000},
    Unit{"MB", 1'000'000},
    Unit{"GB", 1'000'000'000},
    Unit{"TB", 1'000'000'000'000},
};

constexpr std::array kDurationUnits{Unit{"ns", 1}, Unit{"us", 1'000}, Unit{"ms", 1'000'000}, Unit{"s", 1'000'000'000}};

constexpr std::uint64_t kLargest = std::numeric_limits<std::uint64_t>::max();
constexpr std::size_t kMostDecimals = 18;

bool is_digit(char character) {
  return character >= '0' && character <= '9';
}

std::optional<std::uint64_t> narrowed(Uint128 value) {
  return value > kLargest ? std::nullopt : std::optional{static_cast<std::uint64_t>(value)};
}

std::optional<std::uint64_t> times(Fraction fraction, std::uint64_t factor) {
  return narrowed(static_cast<Uint128>(fraction.numerator) * factor / fraction.denominator);
}

std::optional<std::uint64_t> parse_with_unit(std::string_view text, std::span<const Unit> units) {
  const auto* const number_end =
      std::find_if(text.begin(), text.end(), [](char character) { return !is_digit(character) && character != '.'; });
  const auto number_size = static_cast<std::size_t>(number_end - text.begin());
  const auto number = parse_decimal(text.substr(0, number_size));
  std::string_view rest = text.substr(number_size);
  if (rest.starts_with(' ')) {
    rest.remove_prefix(1);
  }
  const auto unit = std::find_if(units.begin(), units.end(), [&](const Unit& each) { return each.name == rest; });
  if (!number || unit == units.end()) {
    return std::nullopt;
  }
  return times(*number, unit->size);
}

}  // namespace

std::optional<Bytes> parse_bytes(std::string_view text) {
  const auto count = parse_with_unit(text, kByteUnits);
  return count ? std::optional{Bytes{*count}} : std::nullopt;
}

std::optional<SimDuration> parse_duration(std::string_view text) {
  const auto count = parse_with_unit(text, kDurationUnits);
  return count ? std::optional{SimDuration{*count}} : std::nullopt;
}

std::optional<std::uint64_t> parse_count(std::string_view text) {
  if (text.empty() || !std::all_of(text.begin(), text.end(), is_digit)) {
    return std::nullopt;
  }
  Uint128 value = 0;
  for (const char digit : text) {
    value = value * 10 + static_cast<unsigned>(digit - '0');
    if (value > kLargest) {
      return std::nullopt;
    }
  }
  return static_cast<std::uint64_t>(value);
}

std::optional<Fraction> parse_decimal(std::string_view text) {
  const auto point = text.find('.');
  if (point == std::string_view::npos) {
    const auto whole = parse_count(text);
    return whole ? std::optional{Fraction{*whole, 1}} : std::nullopt;
  }
  const std::string_view decimals = text.substr(point + 1);
  if (decimals.size() > kMostDecimals) {
    return std::nullopt;
  }
  const auto numerator = parse_count(std::string{text.substr(0, point)} + std::string{decimals});
  if (!numerator || point == 0 || decimals.empty()) {
    return std::nullopt;
  }
  std::uint64_t denominator = 1;
  for (std::size_t i = 0; i < decimals.size(); ++i) {
    denominator *= 10;
  }
  return Fraction{*numerator, denominator};
}

std::optional<Fraction> parse_ratio(std::string_view text) {
  if (!text.ends_with('%')) {
    return parse_decimal(text);
  }
  auto percent = parse_decimal(text.substr(0, text.size() - 1));
  if (!percent || percent->denominator > kLargest / 100) {
    return std::nullopt;
  }
  percent->denominator *= 100;
  return percent;
}

std::optional<Bytes> scaled(Bytes bytes, Fraction fraction) {
  const auto count = times(fraction, bytes.count());
  return count ? std::optional{Bytes{*count}} : std::nullopt;
}

std::string to_text(Bytes bytes) {
  constexpr std::array<std::string_view, 7> names{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  std::size_t unit = 0;
  while (unit + 1 < names.size() && (bytes.count() >> (10 * (unit + 1))) != 0) {
    ++unit;
  }
  const std::uint64_t whole = bytes.count() >> (10 * unit);
  const std::uint64_t rest = bytes.count() - (whole << (10 * unit));
  std::string text = std::to_string(whole);
  if (rest != 0) {
    const auto hundredths = static_cast<std::uint64_t>(static_cast<Uint128>(rest) * 100 >> (10 * unit));
    text += (hundredths < 10 ? ".0" : ".") + std::to_string(hundredths);
  }
  return text + ' ' + std::string{names[unit]};
}

}  // namespace arenasim::core
