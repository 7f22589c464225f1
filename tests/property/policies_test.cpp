// Policies that follow an original, beside slow models written from the same words.
#include "tests/property/models/quickpool.hpp"
#include "tests/property/models/rmm_pool.hpp"
#include "tests/property/models/tlsf.hpp"
#include "tests/property/policy_traffic.hpp"

namespace arenasim::tests {
namespace {

core::Limits limits_of(std::uint64_t capacity, std::uint64_t alignment = 256) {
  core::Limits limits = sim::kDefaultLimits;
  limits.capacity = core::Bytes{capacity};
  limits.alignment = *core::Alignment::of(core::Bytes{alignment});
  return limits;
}

}  // namespace

TEST_CASE("quickpool gives the places that a pool of plain lists gives") {
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    Draw draw(seed);
    const QuickPoolModel::Settings settings{.first = draw.between(0, 9000),
                                            .next = draw.between(0, 3000),
                                            .align = std::uint64_t{1} << draw.below(9),
                                            .capacity = draw.pick<std::uint64_t>({20'000, 60'000, 1'000'000}),
                                            .percent = draw.chance(500),
                                            .high_water = draw.chance(500)};
    std::string heuristic = settings.percent ? "percent-releasable" : "blocks-releasable";
    heuristic += settings.high_water ? "-hwm" : "";
    heuristic += settings.percent ? ":100" : ":2";
    compare("quickpool:first=" + std::to_string(settings.first) + ",next=" + std::to_string(settings.next) +
                ",align=" + std::to_string(settings.align) + ",heuristic=[" + heuristic + "]",
            limits_of(settings.capacity), QuickPoolModel(settings), {.seed = seed});
  }
}

TEST_CASE("tlsf gives the places that a page of plain lists gives, by every strategy") {
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    Draw draw(seed);
    const std::uint64_t page = draw.pick<std::uint64_t>({9'001, 40'000, 400'000});
    const std::uint64_t alignment = std::uint64_t{1} << draw.below(9);
    const std::string strategy = draw.pick({"default", "min-time", "min-memory", "min-offset"});
    compare("tlsf:page=" + std::to_string(page) + ",strategy=" + strategy, limits_of(page, alignment),
            TlsfModel(page, alignment, strategy), {.seed = seed, .most_bits = 11});
  }
}

TEST_CASE("rmm-pool gives the places that plain lists a stream give") {
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    Draw draw(seed);
    const std::uint64_t maximum = draw.pick<std::uint64_t>({0, 0, 25'600, 16'384'000});
    const std::uint64_t capacity = draw.pick<std::uint64_t>({20'000, 90'000, 10'000'000});
    compare("rmm-pool" + (maximum == 0 ? "" : ":maximum=" + std::to_string(maximum)), limits_of(capacity),
            RmmPoolModel(maximum, capacity), {.seed = seed, .streams = draw.between(1, 4)});
  }
}

}  // namespace arenasim::tests
