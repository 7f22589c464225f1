// Sizes that grow from phase to phase while old blocks linger: pages chosen early become too small, and an arena that
// adapts leaves them behind.
#include <algorithm>
#include <array>
#include <deque>
#include <string>
#include <utility>

#include "sim/generate/kind.hpp"

namespace arenasim::sim::generate {
namespace {

using core::OptionType;

constexpr std::array kGrowingOptions{
    core::OptionSpec{.name = "live",
                     .type = OptionType::count,
                     .fallback = "256",
                     .sentence = "blocks live at once",
                     .least = 1,
                     .most = 10'000'000},
    core::OptionSpec{.name = "phase",
                     .type = OptionType::count,
                     .fallback = "1000",
                     .sentence = "allocations of a phase",
                     .least = 1,
                     .most = 1'000'000'000},
    core::OptionSpec{.name = "least",
                     .type = OptionType::bytes,
                     .fallback = "4KiB",
                     .sentence = "the smallest size",
                     .least = 1,
                     .most = std::uint64_t{1} << 50U},
    core::OptionSpec{.name = "first",
                     .type = OptionType::bytes,
                     .fallback = "64KiB",
                     .sentence = "the largest size of the first phase; each later one allows half as much again",
                     .least = 1,
                     .most = std::uint64_t{1} << 50U},
    core::OptionSpec{.name = "most",
                     .type = OptionType::bytes,
                     .fallback = "1GiB",
                     .sentence = "where growing ends and the sizes begin again at the first phase's",
                     .least = 1,
                     .most = std::uint64_t{1} << 50U},
};

void run_growing(const core::Options& options, Random& random, Emitter& emitter) {
  const core::Bytes least = options.bytes("least");
  const core::Bytes first = std::max(least, options.bytes("first"));
  const core::Bytes most = std::max(first, options.bytes("most"));
  core::Bytes ceiling = first;
  std::deque<Block> live;
  for (std::uint64_t made = 0; emitter.has_room_for(3); ++made) {
    if (made % options.count("phase") == 0) {
      ceiling =
          made == 0 || ceiling == most ? first : std::min(most, core::Bytes{ceiling.count() + ceiling.count() / 2 + 1});
      emitter.marker("up to " + std::to_string(ceiling.count()) + " bytes");
    }
    live.push_back(emitter.alloc(random.size(least, ceiling)));
    if (live.size() > options.count("live")) {
      // Mostly the oldest goes; sometimes a younger one, so that old ones linger on their pages.
      std::swap(live.front(), live[random.in(1, 4) ? random.below(live.size()) : 0]);
      emitter.free(live.front());
      live.pop_front();
    }
    emitter.pass(core::SimDuration{random.between(1'000, 10'000)});
  }
  for (const Block& block : live) {
    emitter.free(block);
  }
}

}  // namespace

const Kind kGrowing{.name = "growing",
                    .sentence = "sizes grow from phase to phase while old blocks linger",
                    .options = kGrowingOptions,
                    .run = run_growing};

}  // namespace arenasim::sim::generate
