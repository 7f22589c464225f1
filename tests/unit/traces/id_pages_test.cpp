#include "traces/id_pages.hpp"

#include <map>
#include <memory>
#include <random>

#include <catch2/catch.hpp>

namespace arenasim::traces {
namespace {

using Slots = std::map<std::uint64_t, std::uint32_t>;

constexpr std::uint64_t kFirst = 7 * IdPage::kIds;

template <class Page>
void check_same(const Page& page, const Slots& expected) {
  Slots found;
  page.for_each([&](std::size_t at, std::uint32_t slot) { found[kFirst + at] = slot; });
  REQUIRE(found == expected);
  REQUIRE(page.counts.live == expected.size());
}

/// Takes some blocks out, and looks for every id.
void thin_out(SparseIdPage& page, Slots& expected, std::mt19937_64& random, std::uint64_t one_in) {
  for (std::uint64_t id = kFirst; id < kFirst + IdPage::kIds; ++id) {
    std::uint32_t* slot = page.slot(id);
    const auto at = expected.find(id);
    REQUIRE((slot == nullptr || *slot == IdPage::kNone) == (at == expected.end()));
    if (at == expected.end()) {
      continue;
    }
    REQUIRE(*slot == at->second);
    if (random() % one_in == 0) {
      *slot = IdPage::kNone;
      --page.counts.live;
      expected.erase(at);
    }
  }
}

}  // namespace

TEST_CASE("A sparse page holds what the page held that it was made of, however often it is made smaller") {
  std::mt19937_64 random{6};
  for (const std::uint64_t one_in : {1U, 2U, 3U, 30U}) {
    for (const std::uint64_t begun : {IdPage::kIds, std::size_t{700}, std::size_t{20}}) {
      IdPage dense;
      Slots expected;
      for (std::uint64_t id = kFirst; id < kFirst + begun; ++id) {
        const auto slot = static_cast<std::uint32_t>(random() % 1'000'000);
        dense.put(id, slot);
        expected[id] = slot;
      }
      check_same(dense, expected);
      auto sparse = std::make_unique<SparseIdPage>(dense);
      for (int round = 0; round < 12; ++round) {
        check_same(*sparse, expected);
        thin_out(*sparse, expected, random, one_in);
        check_same(*sparse, expected);
        check_same(IdPage{*sparse}, expected);
        if (round % 3 != 0) {
          *sparse = sparse->shrunk();
        }
      }
    }
  }
}

TEST_CASE("A sparse page has an end of what it may lose, a new one has none") {
  IdPage dense;
  CHECK_FALSE(dense.counts.too_few());
  for (std::uint64_t id = 0; id < 300; ++id) {
    dense.put(id, 1);
  }
  SparseIdPage sparse{dense};
  CHECK_FALSE(sparse.counts.too_few());
  sparse.counts.live = 150;
  CHECK_FALSE(sparse.counts.too_few());
  sparse.counts.live = 149;
  CHECK(sparse.counts.too_few());
}

}  // namespace arenasim::traces
