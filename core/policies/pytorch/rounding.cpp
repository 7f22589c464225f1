#include "core/policies/pytorch/rounding.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "core/values.hpp"

namespace arenasim::core::pytorch {
namespace {

/// The interval that begins at so many bytes, for sizes from 1 MiB on.
std::size_t interval_of(std::uint64_t bytes) {
  constexpr int kFirst = 20;  // 1 MiB is 2^20
  const int power = static_cast<int>(std::bit_width(bytes)) - 1;
  return static_cast<std::size_t>(std::clamp(power - kFirst, 0, static_cast<int>(Divisions::kIntervals) - 1));
}

tl::unexpected<OptionError> wrong(std::string_view what, std::string_view instead) {
  std::string text = "option 'roundup_power2_divisions' has ";
  text += what;
  text += ", expected ";
  text += instead;
  return tl::make_unexpected(OptionError{std::move(text)});
}

std::string_view without_brackets(std::string_view text) {
  return text.size() >= 2 && text.front() == '[' && text.back() == ']' ? text.substr(1, text.size() - 2) : text;
}

/// A number of steps.
tl::expected<std::uint64_t, OptionError> parse_steps(std::string_view text) {
  const auto steps = parse_count(text);
  if (!steps || (*steps != 0 && !std::has_single_bit(*steps))) {
    return wrong("'" + std::string{text} + "' steps", "a power of two, or 0 for none");
  }
  return *steps;
}

}  // namespace

tl::expected<Divisions, OptionError> Divisions::parse(std::string_view text) {
  text = without_brackets(text);
  Divisions divisions;
  if (text.find(':') == std::string_view::npos) {
    const auto steps = parse_steps(text);
    if (!steps) {
      return tl::make_unexpected(steps.error());
    }
    divisions.steps_.fill(*steps);
    return divisions;
  }
  std::optional<std::size_t> last;
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find(','));
    const auto colon = part.find(':');
    if (colon == std::string_view::npos) {
      return wrong("'" + std::string{part} + "'", "MIB:STEPS");
    }
    if (auto taken = divisions.take(part.substr(0, colon), part.substr(colon + 1), last); !taken) {
      return tl::make_unexpected(std::move(taken.error()));
    }
    text.remove_prefix(std::min(part.size() + 1, text.size()));
  }
  return divisions;
}

tl::expected<void, OptionError> Divisions::take(std::string_view key, std::string_view steps,
                                                std::optional<std::size_t>& last) {
  const auto count = parse_steps(steps);
  if (!count) {
    return tl::make_unexpected(count.error());
  }
  if (key == ">") {
    std::fill(steps_.begin() + static_cast<std::ptrdiff_t>(last ? *last + 1 : 0), steps_.end(), *count);
    return {};
  }
  const auto mebibytes = parse_count(key);
  if (!mebibytes || !std::has_single_bit(*mebibytes) || *mebibytes > (std::uint64_t{1} << (kIntervals - 1))) {
    return wrong("the interval '" + std::string{key} + "'", "a power of two of MiB from 1 to 32768, or >");
  }
  const std::size_t interval = interval_of((Bytes{*mebibytes} * (1_MiB).count()).count());
  if (!last) {
    std::fill(steps_.begin(), steps_.begin() + static_cast<std::ptrdiff_t>(interval), *count);
  }
  steps_[interval] = *count;
  last = interval;
  return {};
}

std::uint64_t Divisions::of(Bytes size) const {
  return steps_[interval_of(size.count())];
}

std::optional<Bytes> next_step(Bytes size, std::uint64_t divisions) {
  if (size.count() == 0 || std::has_single_bit(size.count())) {
    return size;
  }
  const std::uint64_t step = std::max<std::uint64_t>(1, std::bit_floor(size.count()) / divisions);
  return Alignment::of(Bytes{step})->round_up(size);
}

std::optional<Bytes> block_size(Bytes request, Bytes added, const Divisions& divisions, Alignment unit) {
  const auto with_added = checked_add(request, added);
  if (!with_added) {
    return std::nullopt;
  }
  const Bytes size = std::max(*with_added, Bytes{1});
  const std::uint64_t steps = divisions.of(size);
  const auto stepped = steps > 1 ? next_step(size, steps) : size;
  return stepped ? unit.round_up(*stepped) : std::nullopt;
}

}  // namespace arenasim::core::pytorch
