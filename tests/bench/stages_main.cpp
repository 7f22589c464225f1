// How long each stage of a replay takes over one trace: reading it; and, with the trace in memory, the allocator alone,
// the engine around it, and every default statistic besides. Prints one JSON line for each.
//
// usage: arenasim_stages TRACE [REPETITIONS [STAGE]]
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <exception>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "backends/bookkeeping/bookkeeping.hpp"
#include "core/policies/policy.hpp"
#include "core/vectors.hpp"
#include "sim/companion.hpp"
#include "sim/engine.hpp"
#include "sim/report/report.hpp"
#include "sim/statistics/statistics.hpp"
#include "sim/trace_commands.hpp"
#include "traces/read_trace.hpp"

namespace arenasim::tests {
namespace {

constexpr std::size_t kBatch = 512;
constexpr std::size_t kForesight = 32;

/// A whole trace.
class Kept final : public traces::EventSink {
 public:
  void take(std::span<const traces::Event> events) override {
    std::copy(events.begin(), events.end(), std::back_inserter(events_));
  }
  [[nodiscard]] const std::vector<traces::Event>& events() const { return events_; }

 private:
  std::vector<traces::Event> events_;
};

/// The default policy on a device without a capacity.
class Bench {
 public:
  explicit Bench(core::FactDetail detail)
      : storage_({.capacity = {},
                  .largest_page = core::Bytes{std::uint64_t{1} << 40U},
                  .alignment = *core::Alignment::of(core::Bytes{256})}),
        log_(detail) {
    const core::Policy& policy = *core::policies().front();
    allocator_ = std::move(*policy.make({storage_, storage_, log_}, core::Options{policy.options}));
  }

  [[nodiscard]] core::Allocator& allocator() { return *allocator_; }
  [[nodiscard]] core::Limits limits() const { return storage_.limits(); }
  [[nodiscard]] sim::Workplace workplace() { return {.allocator = *allocator_, .log = log_}; }

 private:
  backends::Bookkeeping storage_;
  core::FactLog log_;
  std::unique_ptr<core::Allocator> allocator_;
};

using Clock = std::chrono::steady_clock;

bool is_free(const traces::Event& event) {
  return event.kind == traces::EventKind::free || event.kind == traces::EventKind::free_completed;
}

/// Told of frees ahead where it gains from that, as the engine does.
double allocator_alone(const std::vector<traces::Event>& events) {
  Bench bench{core::FactDetail::nothing};
  const auto begin = Clock::now();
  bool foresees = false;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const traces::Event& event = events[i];
    const core::AllocationId id{event.slot.number()};
    if (i % kBatch == 0) {
      foresees = bench.allocator().gains_from_expecting();
    }
    if (const std::size_t later = i + kForesight; foresees && later < events.size() && is_free(events[later])) {
      bench.allocator().expect_free(core::AllocationId{events[later].slot.number()});
    }
    if (event.kind == traces::EventKind::alloc) {
      static_cast<void>(bench.allocator().allocate({.id = id, .size = event.size, .stream = event.stream}));
    } else {
      bench.allocator().complete_free(id, event.stream);
    }
  }
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

void drive(sim::Engine& engine, const std::vector<traces::Event>& events) {
  sim::EngineSink sink{engine};
  for (std::size_t first = 0; first < events.size(); first += kBatch) {
    sink.take(std::span{events}.subspan(first, std::min(kBatch, events.size() - first)));
  }
  engine.finish();
}

double engine_alone(const std::vector<traces::Event>& events) {
  Bench bench{core::FactDetail::nothing};
  const auto begin = Clock::now();
  sim::Engine engine{bench.workplace(), {}, {}};
  drive(engine, events);
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// On one thread.
double with_statistics(const std::vector<traces::Event>& events) {
  Bench bench{core::FactDetail::ranges};
  const auto begin = Clock::now();
  sim::statistics::Statistics statistics{{.limits = bench.limits()}};
  const std::vector<sim::Observer*> observers{&statistics};
  sim::Engine engine{bench.workplace(), {}, observers};
  drive(engine, events);
  static_cast<void>(statistics.finish());
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// On a thread beside the engine, as `replay` does.
double with_statistics_aside(const std::vector<traces::Event>& events) {
  Bench bench{core::FactDetail::ranges};
  const auto begin = Clock::now();
  sim::statistics::Statistics statistics{{.limits = bench.limits()}};
  sim::Companion companion{&statistics};
  const std::vector<sim::Observer*> observers{&companion};
  sim::Engine engine{bench.workplace(), {}, observers};
  drive(engine, events);
  companion.finish();
  static_cast<void>(statistics.finish());
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

struct Stage {
  std::string_view name;
  double (*seconds)(const std::vector<traces::Event>&);
};

constexpr std::array kStages{Stage{"core", allocator_alone}, Stage{"engine", engine_alone},
                             Stage{"statistics", with_statistics}, Stage{"statistics-aside", with_statistics_aside}};

/// For a reading that is only timed.
class Count final : public traces::EventSink {
 public:
  void take(std::span<const traces::Event> events) override { count += events.size(); }
  std::size_t count = 0;
};

void print(std::string_view stage, std::size_t events, double seconds) {
  fmt::print("{{\"stage\": \"{}\", \"events\": {}, \"seconds\": {:.6f}, \"vectors\": {}}}\n", stage, events, seconds,
             core::may_use_vectors());
}

void time_reading(const std::string& trace) {
  Count count;
  traces::TraceContents contents;
  const auto begin = Clock::now();
  traces::read_trace(trace, std::nullopt, {}, count, contents);
  print("read", count.count, std::chrono::duration<double>(Clock::now() - begin).count());
}

void run(const std::vector<std::string>& arguments) {
  const std::string& trace = arguments.at(0);
  const int repetitions = arguments.size() > 1 ? std::stoi(arguments[1]) : 5;
  const std::string only = arguments.size() > 2 ? arguments[2] : "";
  Kept kept;
  if (only != "read") {
    traces::TraceContents contents;
    traces::read_trace(trace, std::nullopt, {}, kept, contents);
  }
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    if (only.empty() || only == "read") {
      time_reading(trace);
    }
    for (const Stage& stage : kStages) {
      if (only.empty() || only == stage.name) {
        print(stage.name, kept.events().size(), stage.seconds(kept.events()));
      }
    }
  }
}

}  // namespace
}  // namespace arenasim::tests

int main(int count, char** words) {
  try {
    arenasim::tests::run({words + 1, words + count});
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
