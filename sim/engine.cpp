#include "sim/engine.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "sim/engine/simulation.hpp"

namespace arenasim::sim {

class Engine::Parts : public engine::Simulation {
 public:
  using Simulation::Simulation;
};

Engine::Engine(Workplace workplace, EngineSettings settings, std::span<Observer* const> observers)
    : parts_(std::make_unique<Parts>(workplace, std::move(settings), observers)) {}

Engine::~Engine() = default;

core::FactDetail Engine::needed_detail(const EngineSettings& settings, std::span<Observer* const> observers) {
  core::FactDetail detail =
      engine::HostClock(settings).charges() ? core::FactDetail::events : core::FactDetail::nothing;
  for (const Observer* const observer : observers) {
    detail = std::max(detail, observer->detail());
  }
  return detail;
}

void Engine::take(std::span<const Command> commands) {
  parts_->take(commands);
}

void Engine::begin_pass() {
  parts_->begin_pass();
}

void Engine::finish() {
  parts_->finish();
}

bool Engine::stopped() const {
  return parts_->stopped();
}

Totals Engine::totals() const {
  return parts_->totals();
}

LiveBlock::LiveBlock(std::uint64_t event, std::uint64_t id)
    : std::runtime_error(fmt::format("alloc of {}, which is held (event {})", id, event)), event_(event) {}

}  // namespace arenasim::sim
