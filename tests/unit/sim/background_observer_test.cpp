#include "sim/background_observer.hpp"

#include <stdexcept>
#include <vector>

#include <catch2/catch.hpp>

namespace arenasim::sim {
namespace {

/// Remembers which events it saw, with how many facts; fails at one of them.
class Remembers final : public Observer {
 public:
  explicit Remembers(std::uint64_t fails_at) : fails_at_(fails_at) {}

  [[nodiscard]] core::FactDetail detail() const override { return core::FactDetail::events; }
  void observe(const Batch& batch) override {
    for (const Moment& moment : batch.moments) {
      if (moment.event == fails_at_) {
        throw std::runtime_error{"enough"};
      }
      events.push_back(moment.event);
    }
    facts += batch.facts.size();
  }

  std::vector<std::uint64_t> events;
  std::size_t facts = 0;

 private:
  std::uint64_t fails_at_;
};

/// Batches of one to a hundred moments, two facts each.
void send(Observer& observer, std::uint64_t moments) {
  std::uint64_t event = 0;
  for (std::size_t size = 1; event < moments; size = size % 100 + 1) {
    std::vector<Moment> batch(size);
    for (Moment& moment : batch) {
      moment.event = event++;
    }
    const std::vector<core::Fact> facts(size * 2);
    observer.observe({.moments = batch, .facts = facts, .stalls = {}});
  }
}

}  // namespace

TEST_CASE("An observer in the background sees every batch in order") {
  Remembers here{~std::uint64_t{0}};
  Remembers there{~std::uint64_t{0}};
  BackgroundObserver background{there};
  send(here, 20'000);
  send(background, 20'000);
  background.finish();
  CHECK(there.events == here.events);
  CHECK(there.facts == here.facts);
  CHECK(background.detail() == core::FactDetail::events);
}

TEST_CASE("What an observer in the background throws is thrown as it finishes") {
  Remembers there{500};
  BackgroundObserver background{there};
  send(background, 20'000);
  CHECK_THROWS_AS(background.finish(), std::runtime_error);
  CHECK(there.events.back() == 499);
}

}  // namespace arenasim::sim
