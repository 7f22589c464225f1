// When QuickPool coalesces, and to how many bytes: asked at the end of every free (spec/policies.md, Heuristics).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/units.hpp"

namespace arenasim::core {

/// What a heuristic looks at.
struct QuickPoolState {
  Bytes actual{};      ///< all pages held
  Bytes releasable{};  ///< of these, pages that are one free block
  std::uint64_t releasable_pages_count = 0;
  Bytes high_water{};  ///< the most rounded bytes ever handed out at once

  friend bool operator==(const QuickPoolState&, const QuickPoolState&) = default;
};

class QuickPoolHeuristic {
 public:
  /// `percent-releasable:P` and `percent-releasable-hwm:P` with P from 0 to 100, `blocks-releasable:N`,
  /// `blocks-releasable-hwm:N`. Nothing where the text is anything else.
  [[nodiscard]] static std::optional<QuickPoolHeuristic> parse(std::string_view text);

  /// What the pool should hold once coalesced; nothing when it should be left as it is.
  [[nodiscard]] std::optional<Bytes> suggestion(const QuickPoolState& state) const;

 private:
  enum class Condition : std::uint8_t { percent, pages };

  QuickPoolHeuristic(Condition condition, bool high_water, std::uint64_t threshold)
      : condition_(condition), high_water_(high_water), threshold_(threshold) {}

  [[nodiscard]] bool holds(const QuickPoolState& state) const;

  Condition condition_ = Condition::percent;
  bool high_water_ = false;  // suggests the high-water mark, not what is held
  std::uint64_t threshold_ = 0;
};

}  // namespace arenasim::core
