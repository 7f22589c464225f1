#include "sim/statistics/statistics.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "sim/statistics/classify.hpp"
#include "sim/statistics/memory_state.hpp"
#include "sim/statistics/peak_holders.hpp"
#include "sim/statistics/phases.hpp"
#include "sim/statistics/samples.hpp"
#include "sim/statistics/series.hpp"
#include "sim/statistics/stall_sums.hpp"
#include "sim/statistics/tally.hpp"

namespace arenasim::sim::statistics {

namespace {

// How many facts ahead their records are fetched.
constexpr std::size_t kForesight = 16;

}  // namespace

class Statistics::Parts {
 public:
  explicit Parts(const StatisticsOptions& options)
      : options_(options),
        memory_(options.limits.alignment),
        tally_(options.list_limit),
        series_(options.sample_every ? 0 : options.series_rows),
        phases_(options.list_limit) {}

  void observe(const Batch& batch);
  [[nodiscard]] Results finish();

 private:
  void observe(const Moment& moment, std::span<const core::Fact> facts, std::span<const Stall> stalls);
  void begin(const Moment& moment);
  void count_request(const Moment& moment);
  void count_failure(const Moment& moment);
  void count_probe(const Moment& moment);
  void add_failure(const Moment& moment, core::Refusal reason);
  void sample(const Moment& moment);
  void sample_peaks(const Moment& moment);
  void list_streams();

  StatisticsOptions options_;
  MemoryState memory_;
  Tally tally_;
  Samples samples_;
  Series series_;
  Phases phases_;
  StallSums stalls_;
  MomentStamp now_;
  bool allocated_before_ = false;
  core::Uint128 peak_live_ = 0;
  core::Uint128 peak_reserved_ = 0;
  core::Uint128 peak_aligned_live_ = 0;
  Results results_;
};

void Statistics::Parts::observe(const Batch& batch) {
  std::size_t fact = 0;
  std::size_t expected = 0;
  std::size_t stall = 0;
  const Moment between{};
  const bool foresees = memory_.gains_from_expecting();
  for (std::size_t i = 0; i < batch.moments.size(); ++i) {
    const Moment& moment = batch.moments[i];
    for (; foresees && expected < std::min<std::size_t>(batch.facts.size(), moment.last_fact + kForesight);
         ++expected) {
      memory_.expect(batch.facts[expected]);
    }
    for (; fact < moment.first_fact; ++fact) {
      memory_.apply(batch.facts[fact], now_);
      tally_.count(batch.facts[fact], between, memory_);
    }
    const std::size_t first_stall = stall;
    while (stall < batch.stalls.size() && batch.stalls[stall].moment == i) {
      ++stall;
    }
    observe(moment, batch.facts_of(moment), batch.stalls.subspan(first_stall, stall - first_stall));
    fact = std::max<std::size_t>(fact, moment.last_fact);
  }
  for (; fact < batch.facts.size(); ++fact) {
    memory_.apply(batch.facts[fact], now_);
    tally_.count(batch.facts[fact], between, memory_);
  }
}

[[gnu::flatten]] void Statistics::Parts::observe(const Moment& moment, std::span<const core::Fact> facts,
                                                 std::span<const Stall> stalls) {
  begin(moment);
  for (const core::Fact& fact : facts) {
    memory_.apply(fact, now_);
    tally_.count(fact, moment, memory_);
  }
  memory_.settle(now_);
  if (moment.step == FreeStep::requested) {
    memory_.request_free(moment.allocation);
  }
  count_request(moment);
  if (!stalls.empty()) {
    stalls_.add(stalls);
  }
  tally_.end_moment(stalls);
  if (moment.counted) {
    sample(moment);
  }
}

void Statistics::Parts::begin(const Moment& moment) {
  ++now_.number;
  now_.time = std::max(now_.time, moment.host_time);
  now_.tag = moment.tag;
  now_.probe = moment.kind == CommandKind::probe;
  results_.trace_end = std::max(results_.trace_end, moment.trace_time);
  // What comes after the last event of the trace is not its duration.
  const bool of_the_trace = moment.kind != CommandKind::tick && (moment.counted || moment.step != FreeStep::completed);
  results_.host_end = of_the_trace ? now_.time : results_.host_end;
  if (!allocated_before_ && (moment.kind == CommandKind::preexisting || moment.kind == CommandKind::alloc)) {
    allocated_before_ = true;
    results_.reserved_before_first_allocation_bytes = saturated(memory_.reserved());
  }
  if (moment.kind == CommandKind::marker) {
    phases_.open(moment.tag, moment.event, moment.host_time, tally_.counters(), memory_);
  }
  if (moment.kind == CommandKind::tick && options_.sample_every) {
    results_.series.push_back(series_row(memory_, moment.event, moment.host_time));
  }
}

void Statistics::Parts::count_request(const Moment& moment) {
  const MomentOutcome& outcome = tally_.outcome();
  Counters& counters = tally_.counters();
  if (moment.kind == CommandKind::probe) {
    return count_probe(moment);
  }
  if (outcome.retried) {
    ++counters.retries;
    counters.rescued += outcome.placed ? 1 : 0;
  }
  if (outcome.failed && !moment.comes_again) {
    count_failure(moment);
  }
  if (moment.kind == CommandKind::preexisting) {
    ++counters.preexisting;
  } else if (moment.kind == CommandKind::alloc && !moment.comes_again) {
    ++counters.allocations;
    if (outcome.placed) {
      ++counters.served;
      counters.allocated_bytes += moment.size.count();
      results_.histograms.request_bytes.add(moment.size.count(), moment.size);
    }
  } else if (moment.step == FreeStep::at_once || moment.step == FreeStep::completed) {
    ++counters.frees;
  }
}

void Statistics::Parts::count_failure(const Moment& moment) {
  const core::Refusal reason = *tally_.outcome().failed;
  Counters& counters = tally_.counters();
  ++counters.failures_by_reason[static_cast<std::size_t>(reason)];
  counters.failed_bytes += moment.size.count();
  if (!counters.first_failure_event) {
    counters.first_failure_event = moment.event;
  }
  StreamTable& streams = memory_.streams();
  ++streams[streams.index_of(moment.stream)].failures;
  add_failure(moment, reason);
}

void Statistics::Parts::count_probe(const Moment& moment) {
  Counters& counters = tally_.counters();
  ++counters.recorded_failures;
  if (tally_.outcome().failed) {
    add_failure(moment, *tally_.outcome().failed);
  } else {
    ++counters.ok_while_recorded_failed;
  }
}

void Statistics::Parts::add_failure(const Moment& moment, core::Refusal reason) {
  if (results_.failures.items.size() >= options_.list_limit) {
    ++results_.failures.dropped_count;
    return;
  }
  const MomentOutcome& outcome = tally_.outcome();
  const Refusal refusal{reason, moment.size, outcome.refused_page, outcome.injected};
  results_.failures.items.push_back({.event = moment.event,
                                     .id = moment.id,
                                     .stream = moment.stream,
                                     .size = moment.size,
                                     .reason = reason,
                                     .failure_class = classify(refusal, memory_, options_.limits),
                                     .live_bytes = saturated(memory_.live()),
                                     .free_bytes = saturated(memory_.free()),
                                     .largest_free_bytes = memory_.largest_free(),
                                     .reserved_bytes = saturated(memory_.reserved()),
                                     .idle_bytes = saturated(memory_.idle()),
                                     .pending_bytes = saturated(memory_.pending()),
                                     .lost_bytes = saturated(memory_.lost()),
                                     .page_bytes = outcome.refused_page.value_or(core::Bytes{}),
                                     .capacity = options_.limits.capacity,
                                     .pages_given_back = outcome.pages_given_back,
                                     .recorded = moment.kind == CommandKind::probe});
}

void Statistics::Parts::sample(const Moment& moment) {
  const bool rose = memory_.rose();
  if (rose) {
    sample_peaks(moment);
  }
  phases_.sample(memory_, rose);
  series_.add(memory_, moment.event, now_.time);
  samples_.add(memory_, now_.time);
}

void Statistics::Parts::sample_peaks(const Moment& moment) {
  if (memory_.live() > peak_live_) {
    peak_live_ = memory_.live();
    results_.reserved_at_peak_live_bytes = saturated(memory_.reserved());
    results_.peak_live_event = moment.event;
    memory_.allocations().mark_peak(now_.number);
  }
  if (memory_.reserved() > peak_reserved_) {
    peak_reserved_ = memory_.reserved();
    results_.live_at_peak_reserved_bytes = saturated(memory_.live());
    results_.peak_reserved_event = moment.event;
  }
  peak_aligned_live_ = std::max(peak_aligned_live_, memory_.aligned_live());
  memory_.sample_streams();
}

void Statistics::Parts::list_streams() {
  for (const StreamRecord& stream : memory_.streams().records()) {
    results_.streams.push_back({stream.id, saturated(stream.peak_live), saturated(stream.peak_reserved),
                                saturated(stream.reserved), stream.failures});
  }
  std::sort(results_.streams.begin(), results_.streams.end(),
            [](const StreamResult& a, const StreamResult& b) { return a.stream < b.stream; });
}

Results Statistics::Parts::finish() {
  memory_.close(now_);
  tally_.finish(results_);
  results_.counters.moments = samples_.count();
  samples_.finish(results_.levels, results_.ratios);
  results_.sampled_ns = samples_.span_ns();
  results_.saturated = samples_.saturated_once();
  results_.stalls = stalls_.finish();
  results_.histograms.lifetime_events = memory_.spells().lifetime_events;
  results_.histograms.lifetime_ns = memory_.spells().lifetime_ns;
  results_.histograms.idle_page_age_events = memory_.spells().idle_page_age_events;
  results_.peak_aligned_live_bytes = saturated(peak_aligned_live_);
  results_.phases = phases_.finish(results_.counters, memory_);
  if (!options_.sample_every) {
    results_.series = series_.rows();
  }
  list_streams();
  if (peak_live_ != 0) {
    results_.sizes_at_peak = by_size(memory_.allocations());
    results_.tags_at_peak = by_tag(memory_.allocations());
  }
  return std::move(results_);
}

Statistics::Statistics(const StatisticsOptions& options) : parts_(std::make_unique<Parts>(options)) {}

Statistics::~Statistics() = default;

void Statistics::observe(const Batch& batch) {
  parts_->observe(batch);
}

Results Statistics::finish() {
  return parts_->finish();
}

}  // namespace arenasim::sim::statistics
