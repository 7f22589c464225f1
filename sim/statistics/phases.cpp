#include "sim/statistics/phases.hpp"

#include "sim/statistics/samples.hpp"

namespace arenasim::sim::statistics {

void Phases::close(const Counters& counters, const MemoryState& memory) {
  current_.allocations_count = counters.served - before_.served;
  current_.failures_count = counters.failures() - before_.failures();
  current_.grants_count = counters.page_grants - before_.page_grants;
  current_.releases_count = counters.page_releases - before_.page_releases;
  current_.growths_count = counters.growths - before_.growths;
  current_.moved_bytes = counters.moved_bytes - before_.moved_bytes;
  current_.peak_live_bytes = saturated(sampled_ ? peak_live_ : memory.live());
  current_.peak_reserved_bytes = saturated(sampled_ ? peak_reserved_ : memory.reserved());
  current_.end_live_bytes = saturated(memory.live());
  current_.end_reserved_bytes = saturated(memory.reserved());
  phases_.add(current_, limit_);
}

void Phases::open(traces::Tag marker, std::uint64_t event, core::SimTime time, const Counters& counters,
                  const MemoryState& memory) {
  close(counters, memory);
  current_ = {.marker = marker, .event = event, .time = time};
  before_ = counters;
  peak_live_ = 0;
  peak_reserved_ = 0;
  sampled_ = false;
}

CutList<Phase> Phases::finish(const Counters& counters, const MemoryState& memory) {
  close(counters, memory);
  return std::move(phases_);
}

}  // namespace arenasim::sim::statistics
