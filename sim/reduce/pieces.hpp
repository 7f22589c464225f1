// A trace taken apart into what can be left out by itself: an allocation with its frees, or any other event.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "traces/event.hpp"

namespace arenasim::sim::reduce {

/// The events of a trace and which piece each belongs to. Any choice of pieces is a trace again: frees go with what
/// they free.
class Pieces {
 public:
  explicit Pieces(std::vector<traces::Event> events);

  [[nodiscard]] std::size_t count() const { return piece_count_; }
  [[nodiscard]] const std::vector<traces::Event>& events() const { return events_; }

  /// True for an allocation; false for a marker, a cleanup, a request that failed in the recording.
  [[nodiscard]] bool is_allocation(std::size_t piece) const { return allocation_[piece]; }

  /// The events of the pieces for which `keep` is true, in their order.
  [[nodiscard]] std::vector<traces::Event> kept(const std::vector<bool>& keep) const;

 private:
  std::vector<traces::Event> events_;
  std::vector<std::size_t> piece_of_;  // beside events_
  std::vector<bool> allocation_;
  std::size_t piece_count_ = 0;
};

}  // namespace arenasim::sim::reduce
