#include "core/policies/policy.hpp"

#include <memory>
#include <random>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "backends/bookkeeping/bookkeeping.hpp"
#include "core/fact_log.hpp"

namespace arenasim::core {
namespace {

constexpr std::size_t kIds = 40'000;

/// Random requests of the default policy, sizes up to 4,000 bytes, some above 64 KiB; half the time it is told what
/// may be freed soon, ids that nobody holds among them.
std::vector<Place> places(bool told) {
  backends::Bookkeeping storage({.capacity = {}, .largest_page = 1_GiB, .alignment = *Alignment::of(Bytes{256})});
  FactLog log{FactDetail::nothing};
  const Policy& policy = *policies().front();
  const std::unique_ptr<Allocator> allocator =
      std::move(*policy.make({storage, storage, log}, Options{policy.options}));
  CHECK(!allocator->gains_from_expecting());
  std::mt19937 random(7);
  std::vector<bool> held(kIds, false);
  std::vector<Place> answers;
  for (int step = 0; step < 200'000; ++step) {
    const AllocationId id{static_cast<std::uint32_t>(random() % kIds)};
    const Bytes size{random() % 50 == 0 ? 100'000 + random() % 100'000 : random() % 4000};
    const AllocationId soon{static_cast<std::uint32_t>(random() % (2 * kIds))};
    if (told) {
      allocator->expect_free(soon);
      allocator->expect_free(id);
    }
    if (held[id.number()]) {
      allocator->complete_free(id, StreamId{0});
    } else {
      answers.push_back(allocator->allocate({.id = id, .size = size, .stream = StreamId{0}})->place);
    }
    held[id.number()] = !held[id.number()];
  }
  CHECK(!allocator->audit());
  CHECK(allocator->gains_from_expecting());
  return answers;
}

}  // namespace

TEST_CASE("what an arena expects to be freed changes nothing, true or not") {
  CHECK(places(true) == places(false));
}

}  // namespace arenasim::core
