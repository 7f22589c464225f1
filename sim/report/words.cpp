#include "sim/report/words.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include <fmt/format.h>

namespace arenasim::sim::report {

namespace {

struct UnitStep {
  double size;
  std::string_view name;
};

constexpr std::array<UnitStep, 6> kBinary{{{1125899906842624.0, "PiB"},
                                           {1099511627776.0, "TiB"},
                                           {1073741824.0, "GiB"},
                                           {1048576.0, "MiB"},
                                           {1024.0, "KiB"},
                                           {1.0, "B"}}};
constexpr std::array<UnitStep, 6> kDecimal{
    {{1e15, "PB"}, {1e12, "TB"}, {1e9, "GB"}, {1e6, "MB"}, {1e3, "kB"}, {1.0, "B"}}};
constexpr std::array<UnitStep, 4> kTimes{{{1e9, "s"}, {1e6, "ms"}, {1e3, "us"}, {1.0, "ns"}}};

/// In the largest unit that leaves at least 1, two decimals where they say something.
template <std::size_t Count>
std::string in_units(double value, const std::array<UnitStep, Count>& units) {
  for (const UnitStep& unit : units) {
    if (value >= unit.size || unit.size == 1.0) {
      const double scaled = value / unit.size;
      const bool whole = scaled == static_cast<double>(static_cast<std::uint64_t>(scaled));
      return fmt::format("{:.{}f} {}", scaled, whole ? 0 : 2, unit.name);
    }
  }
  return {};
}

}  // namespace

std::string grouped(core::Uint128 number) {
  std::string reversed;
  std::size_t digits = 0;
  do {
    if (digits != 0 && digits % 3 == 0) {
      reversed += ',';
    }
    reversed += static_cast<char>('0' + static_cast<int>(number % 10));
    number /= 10;
    ++digits;
  } while (number != 0);
  std::reverse(reversed.begin(), reversed.end());
  return reversed;
}

std::string binary(core::Uint128 bytes) {
  return in_units(static_cast<double>(bytes), kBinary);
}

std::string binary_and_decimal(core::Uint128 bytes) {
  if (bytes < 1024) {
    return binary(bytes);
  }
  return fmt::format("{} ({})", binary(bytes), in_units(static_cast<double>(bytes), kDecimal));
}

std::string percent(double part) {
  const double shown = part * 100;
  if (shown == 0 || shown >= 0.01 || shown < 0) {
    return fmt::format("{:.2f} %", shown);
  }
  return fmt::format("{:.2g} %", shown);
}

std::string duration(core::Uint128 nanoseconds) {
  return in_units(static_cast<double>(nanoseconds), kTimes);
}

std::string counted(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", grouped(count), noun, count == 1 ? "" : "s");
}

void Lines::text(std::string line, Mark mark) {
  lines_.push_back({{}, std::move(line), mark});
}

void Lines::row(std::string label, std::string value, Mark mark) {
  lines_.push_back({std::move(label), std::move(value), mark});
}

std::string Lines::marked(const std::string& text, Mark mark) const {
  constexpr std::array<std::string_view, 5> kCodes{"", "\x1b[1m", "\x1b[32m", "\x1b[31m", "\x1b[2m"};
  if (colors_ == Colors::off || mark == Mark::plain || text.empty()) {
    return text;
  }
  return fmt::format("{}{}\x1b[0m", kCodes[static_cast<std::size_t>(mark)], text);
}

std::string Lines::finish() const {
  std::size_t width = 0;
  for (const Line& line : lines_) {
    width = std::max(width, line.label.size());
  }
  std::string text;
  for (const Line& line : lines_) {
    if (!line.label.empty()) {
      text += fmt::format("{:<{}}  ", line.label, width);
    }
    text += marked(line.value, line.mark) + '\n';
  }
  return text;
}

}  // namespace arenasim::sim::report
