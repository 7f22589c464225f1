// Where an allocator writes its facts. Whoever drives the allocator reads and clears the log, a batch at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "core/fact.hpp"

namespace arenasim::core {

/// What the readers of a log ask for.
enum class FactDetail : std::uint8_t {
  nothing,  ///< no fact is kept
  events,   ///< every fact but ranges
  ranges,   ///< ranges too
};

/// Facts in a row that is longer than what it holds, so that its end moves without making anything.
struct FactRow {
  std::vector<Fact> facts;
  std::size_t count = 0;  ///< of them, from the first on, mean something
};

/// Facts in order, kept until they are cleared.
class FactLog {
 public:
  explicit FactLog(FactDetail detail) : detail_(detail) {}

  [[nodiscard]] bool keeps_events() const { return detail_ != FactDetail::nothing; }
  [[nodiscard]] bool keeps_ranges() const { return detail_ == FactDetail::ranges; }

  void add(const Fact& fact) {
    if (keeps_events()) {
      if (row_.count == row_.facts.size()) {
        grow();
      }
      row_.facts[row_.count++] = fact;
    }
  }

  [[nodiscard]] std::span<const Fact> facts() const { return std::span{row_.facts}.first(row_.count); }
  [[nodiscard]] std::size_t size() const { return row_.count; }
  void clear() { row_.count = 0; }

  /// Gives its row away, and goes on with another one and what it holds.
  void exchange(FactRow& row) { std::swap(row_, row); }

 private:
  // Knows nothing of the fact to come, which can so be put together where it is to be.
  [[gnu::noinline]] void grow() { row_.facts.resize(std::max<std::size_t>(2 * row_.facts.size(), 64)); }

  FactDetail detail_;
  FactRow row_;
};

}  // namespace arenasim::core
