#include "core/trigger.hpp"

#include <algorithm>

namespace arenasim::core {
namespace {

/// The device is known to have no room for two more pages.
bool under_pressure(const Arena& arena, const Device& device) {
  const auto& capacity = device.limits().capacity;
  if (!capacity) {
    return false;
  }
  const Bytes page_size = arena.current().page_size();
  const Bytes margin = *capacity > page_size ? *capacity - page_size : Bytes{};
  return device.allocated() + page_size.count() > margin.count();
}

/// Free bytes and the largest request they can take, over all pools of the arena.
bool more_fragmented_than(Fraction limit, const Arena& arena) {
  Uint128 free_bytes = 0;
  Bytes largest;
  const auto count = [&](const SlicedPool& pool) {
    free_bytes += pool.free_bytes();
    largest = std::max(largest, pool.largest_free());
  };
  count(arena.current());
  for (const auto& pool : arena.outdated()) {
    count(*pool);
  }
  return (free_bytes - std::min<Uint128>(free_bytes, largest.count())) * limit.denominator >
         free_bytes * limit.numerator;
}

std::optional<RelocationReason> reason_by(const Trigger& trigger, const Arena& arena, const Device& device) {
  if (arena.full()) {
    return RelocationReason::arena_full;
  }
  const bool wanted =
      trigger.kind == Trigger::Kind::always ||
      (trigger.kind == Trigger::Kind::pressure && under_pressure(arena, device)) ||
      (trigger.kind == Trigger::Kind::fragmentation && more_fragmented_than(trigger.fragmentation, arena));
  return wanted ? std::optional{RelocationReason::memory_pressure} : std::nullopt;
}

}  // namespace

std::optional<Trigger> Trigger::parse(std::string_view text) {
  if (text == "pressure") {
    return Trigger{};
  }
  if (text == "never") {
    return Trigger{.kind = Kind::never};
  }
  if (text == "always") {
    return Trigger{.kind = Kind::always};
  }
  constexpr std::string_view prefix = "fragmentation:";
  const auto limit = text.starts_with(prefix) ? parse_ratio(text.substr(prefix.size())) : std::nullopt;
  return limit ? std::optional{Trigger{Kind::fragmentation, *limit}} : std::nullopt;
}

std::optional<RelocationReason> relocation_need(const Trigger& trigger, const Arena& arena, const Device& device,
                                                const std::optional<ArenaShape>& shape_seen) {
  if (!arena.has_outdated() || trigger.kind == Trigger::Kind::never) {
    return std::nullopt;
  }
  const auto reason = reason_by(trigger, arena, device);
  return reason && shape_seen != arena.shape() ? reason : std::nullopt;
}

}  // namespace arenasim::core
