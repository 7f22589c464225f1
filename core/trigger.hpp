// When a reservation wants live allocations moved off outdated pages first (spec/arena.md, Wanted?).
#pragma once

#include <optional>

#include "core/arena.hpp"
#include "core/device.hpp"
#include "core/fact.hpp"
#include "core/values.hpp"

namespace arenasim::core {

/// `trigger=pressure|never|always|fragmentation:X`.
struct Trigger {
  enum class Kind : std::uint8_t { pressure, never, always, fragmentation } kind = Kind::pressure;
  Fraction fragmentation{};  ///< the share of free bytes on the arena's pages that lies outside the largest range

  /// Nothing where the text is none of these.
  [[nodiscard]] static std::optional<Trigger> parse(std::string_view text);
};

/// The reason to relocate, if there is one. Whether a stream records is the caller's affair.
[[nodiscard]] std::optional<RelocationReason> relocation_need(const Trigger& trigger, const Arena& arena,
                                                              const Device& device,
                                                              const std::optional<ArenaShape>& shape_seen);

}  // namespace arenasim::core
