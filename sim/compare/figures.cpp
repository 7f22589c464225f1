#include "sim/compare/figures.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "sim/report/words.hpp"
#include "traces/input_error.hpp"

namespace arenasim::sim::compare {
namespace {

/// The digits of a number past 2^64 - 1. Nothing for anything else.
std::optional<core::Uint128> parse_digits(const std::string& text) {
  constexpr std::size_t kMostDigits = 38;
  core::Uint128 number = 0;
  for (const char digit : text) {
    if (digit < '0' || digit > '9') {
      return std::nullopt;
    }
    number = number * 10 + static_cast<core::Uint128>(digit - '0');
  }
  return text.empty() || text.size() > kMostDigits ? std::nullopt : std::optional(number);
}

std::string magnitude(double amount, report::Unit unit) {
  switch (unit) {
    case report::Unit::bytes:
      return report::binary(static_cast<core::Uint128>(amount));
    case report::Unit::nanoseconds:
      return report::duration(static_cast<core::Uint128>(amount));
    case report::Unit::ratio:
      return fmt::format("{:.4g}", amount);
    case report::Unit::count:
    case report::Unit::event:
      break;
  }
  return report::grouped(static_cast<core::Uint128>(amount));
}

}  // namespace

double number_of(const Figure& figure) {
  const auto* whole = std::get_if<core::Uint128>(&figure);
  const auto* real = std::get_if<double>(&figure);
  return whole != nullptr ? static_cast<double>(*whole) : real != nullptr ? *real : 0;
}

Figure figure_of(const report::MetricValue& value) {
  if (const auto* whole = std::get_if<core::Uint128>(&value)) {
    return *whole;
  }
  if (const auto* real = std::get_if<double>(&value)) {
    return *real;
  }
  return std::monostate{};
}

std::string in_words(const Figure& figure, report::Unit unit) {
  if (!has_value(figure)) {
    return "-";
  }
  if (unit == report::Unit::ratio) {
    return report::percent(number_of(figure));
  }
  const auto* whole = std::get_if<core::Uint128>(&figure);
  if (whole == nullptr) {
    return unit == report::Unit::bytes ? report::binary(static_cast<core::Uint128>(number_of(figure)))
                                       : fmt::format("{:.2f}", number_of(figure));
  }
  switch (unit) {
    case report::Unit::bytes:
      return report::binary(*whole);
    case report::Unit::nanoseconds:
      return report::duration(*whole);
    case report::Unit::count:
    case report::Unit::event:
    case report::Unit::ratio:
      break;
  }
  return report::grouped(*whole);
}

std::string in_digits(const Figure& figure) {
  Figures one;
  one.add("", figure);
  const report::Json value = one.json().front();
  return value.is_string() ? value.get<std::string>() : value.dump();
}

std::string change(const Figure& before, const Figure& now, report::Unit unit) {
  if (!has_value(before) || !has_value(now)) {
    return {};
  }
  if (before == now) {
    return "=";
  }
  const double was = number_of(before);
  const double grown = number_of(now) - was;
  const char sign = grown < 0 ? '-' : '+';
  if (was == 0) {
    return fmt::format("{}{}", sign, magnitude(std::abs(grown), unit));
  }
  return fmt::format("{}{:.3g} %", sign, std::abs(grown / was) * 100);
}

Figures::Figures(const std::vector<report::MetricValue>& values) {
  for (std::size_t at = 0; at < values.size(); ++at) {
    add(report::metrics()[at].name, figure_of(values[at]));
  }
}

const Figure* Figures::find(std::string_view metric) const {
  const auto found =
      std::find_if(entries_.begin(), entries_.end(), [metric](const auto& entry) { return entry.first == metric; });
  return found == entries_.end() ? nullptr : &found->second;
}

report::Json Figures::json() const {
  report::Json object = report::Json::object();
  for (const auto& [metric, figure] : entries_) {
    const auto* whole = std::get_if<core::Uint128>(&figure);
    const auto* real = std::get_if<double>(&figure);
    object[metric] = whole != nullptr  ? report::number(*whole)
                     : real != nullptr ? report::Json(*real)
                                       : report::Json(nullptr);
  }
  return object;
}

Figures Figures::from_json(const report::Json& object, const std::string& where) {
  Figures figures;
  for (const auto& [metric, value] : object.items()) {
    if (value.is_number_unsigned()) {
      figures.add(metric, core::Uint128{value.get<std::uint64_t>()});
    } else if (value.is_number()) {
      figures.add(metric, value.get<double>());
    } else if (value.is_null()) {
      figures.add(metric, std::monostate{});
    } else {
      const auto digits = value.is_string() ? parse_digits(value.get<std::string>()) : std::nullopt;
      if (!digits) {
        throw traces::InputError(traces::ErrorClass::bad_value,
                                 traces::OffsetPosition{0, fmt::format("{}.{}", where, metric)},
                                 fmt::format("found {}, expected a number or null", value.dump()), metric);
      }
      figures.add(metric, *digits);
    }
  }
  return figures;
}

}  // namespace arenasim::sim::compare
