// How fast synthetic events are made, without writing them.
#include <benchmark/benchmark.h>

#include "core/options.hpp"
#include "sim/generate/emitter.hpp"
#include "sim/generate/kind.hpp"
#include "sim/generate/random.hpp"

namespace arenasim::tests {
namespace {

class Discard final : public traces::EventSink {
 public:
  void take(std::span<const traces::Event> events) override { benchmark::DoNotOptimize(events.data()); }
};

void generate_events(benchmark::State& state, const sim::generate::Kind* kind) {
  constexpr std::uint64_t kEvents = 100'000;
  for ([[maybe_unused]] auto turn : state) {
    Discard sink;
    traces::StringTable strings;
    sim::generate::Random random{1};
    sim::generate::Emitter emitter{sink, strings, kEvents};
    kind->run(core::Options{kind->options}, random, emitter);
    emitter.finish();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(kEvents) * state.iterations());
}

const bool kRegistered = [] {
  for (const sim::generate::Kind* kind : sim::generate::kinds()) {
    benchmark::RegisterBenchmark(("generate " + std::string{kind->name}).c_str(), generate_events, kind);
  }
  return true;
}();

}  // namespace
}  // namespace arenasim::tests
