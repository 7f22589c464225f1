// Steps of training: weights stay, activations pile up forward and are given back in reverse order, gradients live
// until the optimizer has run.
#include <array>
#include <string>
#include <vector>

#include "sim/generate/kind.hpp"

namespace arenasim::sim::generate {
namespace {

using core::OptionType;

constexpr std::array kTrainingOptions{
    core::OptionSpec{.name = "layers",
                     .type = OptionType::count,
                     .fallback = "48",
                     .sentence = "layers of the model",
                     .least = 1,
                     .most = 100'000},
    core::OptionSpec{.name = "width",
                     .type = OptionType::count,
                     .fallback = "1024",
                     .sentence = "numbers of 4 bytes that an activation has for each sample",
                     .least = 1,
                     .most = 1'000'000},
    core::OptionSpec{.name = "batch",
                     .type = OptionType::count,
                     .fallback = "512",
                     .sentence = "samples of a step; every eighth step has between a quarter and all of them",
                     .least = 4,
                     .most = 1'000'000},
};

constexpr std::uint64_t kNumberSize = 4;
constexpr std::uint64_t kBlocksEachLayer = 3;  // weight and two moments of the optimizer

/// A model and what it holds between steps.
class Training {
 public:
  Training(const core::Options& options, Random& random, Emitter& emitter)
      : random_(random),
        emitter_(emitter),
        layers_(options.count("layers")),
        width_(options.count("width")),
        batch_(options.count("batch")) {}

  /// Marker, activation and its free, workspace and its free, gradient and its free.
  [[nodiscard]] std::uint64_t events_each_step() const { return 1 + layers_ * 8; }
  [[nodiscard]] std::uint64_t events_at_start() const { return 2 * layers_ * kBlocksEachLayer; }

  void load_weights() {
    for (std::uint64_t layer = 0; layer < layers_; ++layer) {
      for (std::uint64_t copy = 0; copy < kBlocksEachLayer; ++copy) {
        held_.push_back(alloc(weight(layer), copy == 0 ? "weight" : "optimizer"));
      }
    }
  }

  void step(std::uint64_t number) {
    emitter_.marker("step " + std::to_string(number % 1000));
    const std::uint64_t samples = number % 8 == 7 ? random_.between(batch_ / 4, batch_) : batch_;
    std::vector<Block> activations;
    for (std::uint64_t layer = 0; layer < layers_; ++layer) {
      activations.push_back(alloc(activation(layer, samples), "activation"));
      use_workspace(samples);
    }
    std::vector<Block> gradients;
    for (std::uint64_t layer = layers_; layer-- > 0;) {
      gradients.push_back(alloc(weight(layer), "gradient"));
      use_workspace(samples);
      emitter_.free(activations[layer]);
    }
    for (const Block& gradient : gradients) {
      emitter_.pass(core::SimDuration{5'000});
      emitter_.free(gradient);
    }
  }

  void unload() {
    for (const Block& block : held_) {
      emitter_.free(block);
    }
  }

 private:
  [[nodiscard]] Block alloc(core::Bytes size, std::string_view tag) {
    emitter_.pass(core::SimDuration{random_.between(2'000, 20'000)});
    return emitter_.alloc(size, tag);
  }

  /// Layers grow wider towards the end, by powers of two.
  [[nodiscard]] std::uint64_t numbers(std::uint64_t layer) const { return width_ << (4 * layer / layers_); }
  [[nodiscard]] core::Bytes weight(std::uint64_t layer) const {
    return core::Bytes{numbers(layer) * (width_ / 4 + 1) * kNumberSize};
  }
  [[nodiscard]] core::Bytes activation(std::uint64_t layer, std::uint64_t samples) const {
    return core::Bytes{numbers(layer) * samples * kNumberSize};
  }
  void use_workspace(std::uint64_t samples) {
    const Block workspace = alloc(core::Bytes{random_.between(1, 4) * width_ * samples}, "workspace");
    emitter_.pass(core::SimDuration{random_.between(2'000, 20'000)});
    emitter_.free(workspace);
  }

  Random& random_;
  Emitter& emitter_;
  std::uint64_t layers_;
  std::uint64_t width_;
  std::uint64_t batch_;
  std::vector<Block> held_;
};

void run_training(const core::Options& options, Random& random, Emitter& emitter) {
  Training training{options, random, emitter};
  if (!emitter.has_room_for(training.events_at_start())) {
    return;
  }
  training.load_weights();
  for (std::uint64_t number = 0; emitter.has_room_for(training.events_each_step()); ++number) {
    training.step(number);
  }
  training.unload();
}

}  // namespace

const Kind kTraining{.name = "training",
                     .sentence = "steps of training: weights stay, activations are given back in reverse order",
                     .options = kTrainingOptions,
                     .run = run_training};

}  // namespace arenasim::sim::generate
