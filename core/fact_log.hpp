// Where an allocator writes its facts. Whoever drives the allocator reads and clears the log, a batch at a time.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/fact.hpp"

namespace arenasim::core {

/// What the readers of a log ask for.
enum class FactDetail : std::uint8_t {
  nothing,  ///< no fact is kept
  events,   ///< every fact but ranges
  ranges,   ///< ranges too
};

/// Facts in order, kept until they are cleared.
class FactLog {
 public:
  explicit FactLog(FactDetail detail) : detail_(detail) {}

  [[nodiscard]] bool keeps_events() const { return detail_ != FactDetail::nothing; }
  [[nodiscard]] bool keeps_ranges() const { return detail_ == FactDetail::ranges; }

  void add(const Fact& fact) {
    if (keeps_events()) {
      facts_.push_back(fact);
    }
  }

  [[nodiscard]] std::span<const Fact> facts() const { return facts_; }
  [[nodiscard]] std::size_t size() const { return facts_.size(); }
  void clear() { facts_.clear(); }

 private:
  FactDetail detail_;
  std::vector<Fact> facts_;
};

}  // namespace arenasim::core
