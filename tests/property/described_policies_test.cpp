// Policies that follow a description alone, beside slow models written from the same words.
#include "tests/property/models/bfc.hpp"
#include "tests/property/models/binning.hpp"
#include "tests/property/models/buddy.hpp"
#include "tests/property/models/rmm_arena.hpp"
#include "tests/property/policy_traffic.hpp"

namespace arenasim::tests {
namespace {

core::Limits limited(std::uint64_t capacity) {
  core::Limits limits = sim::kDefaultLimits;
  limits.capacity = core::Bytes{capacity};
  return limits;
}

}  // namespace

TEST_CASE("buddy gives the places that a plain list of halves gives") {
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    Draw draw(seed);
    const std::uint64_t page = std::uint64_t{1} << draw.between(10, 16);
    const std::uint64_t min_block = draw.pick<std::uint64_t>({256, 256, 1024});
    const std::uint64_t capacity = draw.pick<std::uint64_t>({40'000, 200'000, 10'000'000});
    compare("buddy:page=" + std::to_string(page) + ",min-block=" + std::to_string(min_block), limited(capacity),
            BuddyModel(page, min_block, capacity), {.seed = seed, .most_bits = 14});
  }
}

TEST_CASE("bfc gives the places that 21 plain bins give") {
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    Draw draw(seed);
    BfcModel::Settings settings;
    settings.limit = draw.pick<std::uint64_t>({5'000'000, 40'000'100, 300'000'000});
    settings.collects = draw.chance(500);
    std::string policy = "bfc:garbage-collection=";
    policy += settings.collects ? "true" : "false";
    if (draw.chance(300)) {
      settings.first_region = (settings.limit + 255) / 256 * 256;
      policy += ",allow-growth=false";
    }
    if (draw.chance(300)) {
      settings.worthwhile_rest = settings.limit / 1000;
      policy += ",fragmentation-fraction=0.001";
    }
    compare(policy, limited(settings.limit), BfcModel(settings), {.seed = seed, .most_bits = 21});
  }
}

TEST_CASE("rmm-arena gives the places that plain lists a stream give") {
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    Draw draw(seed);
    const std::uint64_t superblock = draw.pick<std::uint64_t>({1U << 20U, 1U << 20U, 1U << 22U});
    const std::uint64_t capacity = draw.pick<std::uint64_t>({8'000'000, 40'000'000, 900'000'000});
    compare("rmm-arena:superblock=" + std::to_string(superblock), limited(capacity),
            RmmArenaModel(superblock, capacity), {.seed = seed, .most_bits = 21, .streams = draw.between(1, 4)});
  }
}

TEST_CASE("binning gives the places that a stack a bin gives") {
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    Draw draw(seed);
    const std::uint64_t chunk = draw.between(1, 9);
    const std::uint64_t capacity = draw.pick<std::uint64_t>({100'000, 400'000, 10'000'000});
    compare("binning:under=direct,min-bin=256,max-bin=4096,bin-chunk=" + std::to_string(chunk), limited(capacity),
            BinningModel(256, 4096, chunk, capacity), {.seed = seed, .most_bits = 14});
  }
}

}  // namespace arenasim::tests
