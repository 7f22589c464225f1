// Births of blocks, numbered in their order, and which of them are of the present time.
#pragma once

#include <cstdint>

#include "core/sim_time.hpp"

namespace arenasim::traces {

class Births {
 public:
  /// The number of one more, at a time that is not before that of the last one: from 0.
  [[nodiscard]] std::uint64_t add(core::SimTime time) {
    first_ = first_at(time);
    time_ = time;
    return next_++;
  }

  /// Whether that birth was at that time, which is not before that of the last one.
  [[nodiscard]] bool was_at(core::SimTime time, std::uint64_t number) const { return number >= first_at(time); }

  /// The number of the first one at a time that is not before that of the last one, or that it would have.
  [[nodiscard]] std::uint64_t first_at(core::SimTime time) const { return time == time_ ? first_ : next_; }

  /// The number of the next one.
  [[nodiscard]] std::uint64_t next() const { return next_; }

  /// The same as adds of all before `next`, of which those from `first` are at that time and none is behind it.
  void add_before(std::uint64_t next, std::uint64_t first, core::SimTime time) {
    next_ = next;
    first_ = first;
    time_ = time;
  }

 private:
  std::uint64_t next_ = 0;
  std::uint64_t first_ = 0;
  core::SimTime time_;
};

}  // namespace arenasim::traces
