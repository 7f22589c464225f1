// Blocks of mixed sizes come and go at random around a number of live ones: what wears any allocator down.
#include <algorithm>
#include <array>
#include <bit>
#include <utility>
#include <vector>

#include "sim/generate/kind.hpp"

namespace arenasim::sim::generate {
namespace {

using core::OptionType;

constexpr std::array kChurnOptions{
    core::OptionSpec{.name = "live",
                     .type = OptionType::count,
                     .fallback = "2000",
                     .sentence = "the most blocks live at once; at least half as many are, once there",
                     .least = 1,
                     .most = 100'000'000},
    core::OptionSpec{.name = "least",
                     .type = OptionType::bytes,
                     .fallback = "512B",
                     .sentence = "the smallest size",
                     .least = 1,
                     .most = std::uint64_t{1} << 50U},
    core::OptionSpec{.name = "most",
                     .type = OptionType::bytes,
                     .fallback = "64MiB",
                     .sentence = "the largest size",
                     .least = 1,
                     .most = std::uint64_t{1} << 50U},
};

/// Three in five sizes lie in the lower half of the powers of two between least and most, the others anywhere.
core::Bytes draw_size(Random& random, core::Bytes least, core::Bytes most) {
  const auto halves = static_cast<unsigned>(std::bit_width(most.count() / least.count())) / 2;
  const core::Bytes middle{least.count() << halves};
  return random.in(3, 5) ? random.size(least, middle) : random.size(least, most);
}

void run_churn(const core::Options& options, Random& random, Emitter& emitter) {
  const std::uint64_t most_live = options.count("live");
  const core::Bytes least = options.bytes("least");
  const core::Bytes most = std::max(least, options.bytes("most"));
  std::vector<Block> live;
  while (emitter.has_room_for(2)) {
    const bool few = live.empty() || live.size() < most_live / 2;
    if (few || (live.size() < most_live && random.in(1, 2))) {
      live.push_back(emitter.alloc(draw_size(random, least, most)));
    } else {
      std::swap(live[random.below(live.size())], live.back());
      emitter.free(live.back());
      live.pop_back();
    }
    emitter.pass(core::SimDuration{random.between(200, 2000)});
  }
  for (const Block& block : live) {
    emitter.free(block);
  }
}

}  // namespace

const Kind kChurn{.name = "churn",
                  .sentence = "blocks of mixed sizes come and go at random around a number of live ones",
                  .options = kChurnOptions,
                  .run = run_churn};

}  // namespace arenasim::sim::generate
