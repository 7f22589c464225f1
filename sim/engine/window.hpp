// Commands that came and were not done yet, because what comes later can act before them: in closed timing a recorded
// completion comes at its request plus the recorded gap, which can be before commands that stand in front of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/sim_time.hpp"
#include "sim/command.hpp"
#include "sim/engine/blocks.hpp"
#include "sim/engine/instants.hpp"
#include "sim/engine/pending_frees.hpp"

namespace arenasim::sim::engine {

/// A row of commands, done from the front and looked at to its end. Looking means: each request learns when the trace
/// completes it, whether it still stands in the row or is pending already.
class Window {
 public:
  /// `commands` follow; completions that are already pending are scheduled in `pending`.
  void add(std::span<const Command> commands, core::SimDuration offset, Blocks& blocks, PendingFrees& pending);

  [[nodiscard]] bool empty() const { return first_ == rows_.size(); }
  [[nodiscard]] const Command& front() const { return rows_[first_].command; }

  /// When the trace completes the request in front; kNever where it was not met.
  [[nodiscard]] core::SimTime completion_of_front() const { return rows_[first_].completion; }

  void pop() { ++first_; }

  /// Nothing more will come in this pass.
  void end() { seen_until_ = kNever; }

  /// The trace time of the last command that was looked at, behind the offset; kNever after the end.
  [[nodiscard]] core::SimTime seen_until() const { return seen_until_; }

  /// A new pass begins at that time; the window must be empty.
  void restart(core::SimTime seen_until);

 private:
  struct Row {
    Command command;
    core::SimTime completion = kNever;
  };

  void look_at(const Command& command, core::SimDuration offset, Blocks& blocks, PendingFrees& pending);
  void met_completion(traces::BlockSlot slot, core::SimTime time, Blocks& blocks, PendingFrees& pending);
  [[nodiscard]] std::uint64_t& request_of(traces::BlockSlot slot);

  std::vector<Row> rows_;
  std::size_t first_ = 0;
  std::uint64_t dropped_ = 0;            // rows before rows_[0]
  std::vector<std::uint64_t> requests_;  // by slot: the number of the row of an uncompleted request, from 1
  core::SimTime seen_until_;
};

}  // namespace arenasim::sim::engine
