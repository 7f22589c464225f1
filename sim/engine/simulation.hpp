// The engine at work: takes what is due from the queue, does commands, and tells what came of them (spec/timing.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/allocator.hpp"
#include "sim/command.hpp"
#include "sim/engine.hpp"
#include "sim/engine/allocation_numbers.hpp"
#include "sim/engine/batch_writer.hpp"
#include "sim/engine/blocks.hpp"
#include "sim/engine/host_clock.hpp"
#include "sim/engine/keepers.hpp"
#include "sim/engine/pending_frees.hpp"
#include "sim/engine/timers.hpp"
#include "sim/engine/window.hpp"
#include "sim/engine_settings.hpp"

namespace arenasim::sim::engine {

/// What `Engine` promises, done.
class Simulation {
 public:
  Simulation(Workplace workplace, EngineSettings settings, std::span<Observer* const> observers);

  void take(std::span<const Command> commands);
  void begin_pass();
  void finish();
  [[nodiscard]] bool stopped() const { return stopped_; }
  [[nodiscard]] Totals totals() const;

 private:
  // What nearly every event passes through is compiled as one; what few do stays out of its way.
  //
  // The loop. Where one says false, commands that have not come yet decide what is next.
  void do_all_in_window();
  [[nodiscard, gnu::noinline]] bool do_what_is_due(core::SimTime trace_time);
  [[nodiscard]] bool sees(core::SimTime host_time);
  [[nodiscard]] bool earliest_pending_is_known();
  [[nodiscard]] std::optional<DueFree> next_completion(core::SimTime host_time);
  [[nodiscard]] bool do_command(const Command& command);
  void foresee(const Command& command) {
    if (command.kind == CommandKind::free || command.kind == CommandKind::free_completed) {
      const Block* const block = blocks_.find(command.slot);
      if (block != nullptr && block->holds()) {
        allocator_.expect_free(allocation_of(*block));
      }
    }
  }
  [[nodiscard]] bool perform(const Command& command);
  void end_event(const Command& command);
  [[gnu::noinline]] void audit_after(const Command& command);

  // Allocations.
  [[nodiscard]] bool alloc(const Command& command);
  [[nodiscard]] bool try_alloc(const Command& command);
  [[gnu::noinline]] void wait_for(const DueFree& due);
  [[gnu::noinline]] void preexisting(const Command& command);
  [[gnu::noinline]] void probe(const Command& command);
  [[nodiscard]] core::AllocationId allocate(const Command& command, Block& block);
  /// What a block holds, pending or not.
  [[nodiscard]] core::AllocationId allocation_of(Block block) const {
    return block.is_pending() ? pending_.at(block.pending()).allocation : block.allocation();
  }

  // Frees.
  void free(const Command& command);
  [[gnu::noinline]] void request(const Command& command, Block& block);
  [[gnu::noinline]] void free_requested(const Command& command);
  [[gnu::noinline]] void free_completed(const Command& command);
  void finish_free(const Command& command, Block& block);
  [[gnu::noinline]] void complete(PendingId pending, core::SimTime time);
  void release(core::AllocationId allocation, const Command& command);
  [[gnu::noinline]] void absent(const Command& command);

  // Everything else.
  [[gnu::noinline]] void perform_scenario_only(const Command& command);
  void relocate(const Command& command);
  void record(const Command& command);
  void keep(const Command& command);
  void unkeep(const Command& command, core::AllocationId& kept, bool guard, core::Guards& guards);
  [[gnu::noinline]] void cleanup(const Command& command);
  void cleanup_of_all(Moment moment);
  void fire(const Timer& timer);
  void fault(const Command& command);
  void audit();

  // What observers see. `begin` comes before what makes facts, `end` after it; `tell` ends what costs nothing. Both add
  // the draft.
  void begin() { first_fact_ = batch_.facts_count(); }
  Moment& draft(const Command& command);
  void end();
  void tell();
  [[gnu::noinline]] void flush();

  [[nodiscard]] core::StreamId stream_of(const Command& command) const {
    return shared_ ? core::StreamId{0} : command.stream;
  }
  void queue_work(const Command& command) {
    if (clock_.tracks_streams()) {
      clock_.queue_work(stream_of(command));
    }
  }
  void met_memory(core::StreamId stream) { clock_.streams().at(stream).has_memory = true; }
  template <class Capability>
  [[nodiscard]] Capability& need(Capability* capability, const Command& command, const char* what);

  core::Allocator& allocator_;
  backends::Faults* faults_;
  EngineSettings settings_;
  HostClock clock_;
  BatchWriter batch_;
  AllocationNumbers numbers_;
  Blocks blocks_;
  Keepers keepers_;
  PendingFrees pending_;
  Timers timers_;
  Window window_;
  Totals totals_;
  core::SimDuration offset_{};  // of this pass
  core::SimTime trace_time_;    // of the command at work, behind the offset
  std::uint64_t event_ = 0;     // its number
  std::size_t first_fact_ = 0;
  bool shared_;
  bool lagged_frees_;
  bool looks_ahead_;
  bool waiting_ = false;      // the alloc in front was tried, and waits for pending frees
  bool holds_costs_ = false;  // what is charged belongs to the alloc in front, not to what happens meanwhile
  Moment tried_;              // of that alloc
  bool stopped_ = false;
};

}  // namespace arenasim::sim::engine
