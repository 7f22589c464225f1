#include "core/free_index.hpp"

#include <map>
#include <random>
#include <vector>

#include <catch2/catch.hpp>

namespace arenasim::core {
namespace {

/// The index beside a sorted map of the same entries, which answers by walking.
struct Beside {
  Slab<Slice> slices;
  FreeIndex index{slices};
  std::map<Address, std::pair<SliceSlot, Bytes>> entries;

  void insert(Address address, Bytes usable) {
    const SliceSlot slice = slices.add(Slice{});
    index.insert(slice, address, usable);
    entries.emplace(address, std::pair{slice, usable});
  }

  void erase(Address address) {
    index.erase(entries.at(address).first);
    slices.remove(entries.at(address).first);
    entries.erase(address);
  }

  void change(Address from, Address to, Bytes usable) {
    const SliceSlot slice = entries.at(from).first;
    index.change(slice, to, usable);
    entries.erase(from);
    entries.emplace(to, std::pair{slice, usable});
  }

  SliceSlot walked(Address from, Bytes needed) const {
    for (auto each = entries.lower_bound(from); each != entries.end(); ++each) {
      if (each->second.second >= needed) {
        return each->second.first;
      }
    }
    return kNoSlot;
  }
};

/// Moves a start up or down, but not past a neighbour.
Address moved(const Beside& beside, Address from, std::uint64_t draw) {
  const auto here = beside.entries.find(from);
  const auto next = std::next(here);
  const std::uint64_t low = here == beside.entries.begin() || std::prev(here)->first.page != from.page
                                ? 0
                                : std::prev(here)->first.offset.count() + 1;
  const std::uint64_t high = next == beside.entries.end() || next->first.page != from.page
                                 ? from.offset.count() + 50
                                 : next->first.offset.count() - 1;
  return {from.page, Bytes{low + draw % (high - low + 1)}};
}

}  // namespace

TEST_CASE("The free index answers like a walk over sorted entries") {
  const auto seed = GENERATE(range(1U, 9U));
  std::mt19937_64 random{seed};
  Beside beside;
  const std::uint64_t wanted = seed % 2 == 0 ? 40 : 4000;
  for (int step = 0; step < 20'000; ++step) {
    const Address address{PageId{random() % 7}, Bytes{random() % 100'000}};
    const auto near = beside.entries.lower_bound(address);
    const bool shrinking = step % 5000 > 3500;
    if (near == beside.entries.end() || (beside.entries.size() < wanted && !shrinking && random() % 3 != 0)) {
      if (!beside.entries.contains(address)) {
        beside.insert(address, Bytes{random() % 1000});
      }
    } else if (random() % 2 == 0) {
      beside.erase(near->first);
    } else {
      beside.change(near->first, moved(beside, near->first, random()), Bytes{random() % 1000});
    }
    const Bytes needed{random() % 1100};
    REQUIRE(beside.index.first_fit(needed) == beside.walked({}, needed));
    REQUIRE(beside.index.first_fit_from(address, needed) == beside.walked(address, needed));
    if (step % 97 == 0) {
      const char* flaw = beside.index.flaw();
      INFO((flaw == nullptr ? "" : flaw));
      REQUIRE(flaw == nullptr);
    }
  }
}

TEST_CASE("Leaves share with their neighbours and nothing is lost or found elsewhere") {
  const auto seed = GENERATE(range(1U, 7U));
  std::mt19937_64 random{seed};
  Beside beside;
  const auto sound = [&] {
    const char* flaw = beside.index.flaw();
    INFO((flaw == nullptr ? "" : flaw));
    REQUIRE(flaw == nullptr);
  };
  for (int round = 0; round < 60; ++round) {
    // Entries come one behind the other, in falling order or anywhere within a stretch: leaves there become full.
    const std::uint64_t begin = random() % 90'000;
    const std::uint64_t length = 40 + random() % 2000;
    const std::uint64_t order = random() % 3;
    for (std::uint64_t i = 0; i < length / 2; ++i) {
      const std::uint64_t at = order == 0 ? 2 * i : order == 1 ? length - 2 * i : random() % length;
      const Address address{PageId{(begin + at) / 50'000}, Bytes{(begin + at) % 50'000}};
      if (!beside.entries.contains(address)) {
        beside.insert(address, Bytes{random() % 1000});
      }
    }
    sound();
    // Others go, most of a stretch or a few of many: leaves there become sparse beside full and other sparse ones.
    const std::uint64_t keeps = 1 + random() % 8;
    auto each = beside.entries.lower_bound({PageId{random() % 2}, Bytes{random() % 50'000}});
    for (std::uint64_t left = random() % 1500; left > 0 && each != beside.entries.end(); --left) {
      const Address address = (each++)->first;
      if (random() % keeps == 0) {
        beside.erase(address);
      }
    }
    sound();
    for (int look = 0; look < 20; ++look) {
      const Address from{PageId{random() % 2}, Bytes{random() % 50'000}};
      const Bytes needed{random() % 1001};
      REQUIRE(beside.index.first_fit_from(from, needed) == beside.walked(from, needed));
      REQUIRE(beside.index.first_fit(needed) == beside.walked({}, needed));
    }
  }
  while (!beside.entries.empty()) {
    const Address address{PageId{random() % 2}, Bytes{random() % 50'000}};
    const auto near = beside.entries.lower_bound(address);
    beside.erase(near == beside.entries.end() ? beside.entries.begin()->first : near->first);
    if (beside.entries.size() % 64 == 0) {
      sound();
    }
  }
}

TEST_CASE("An empty index fits nothing, not even nothing") {
  Slab<Slice> slices;
  FreeIndex index{slices};
  CHECK(index.first_fit(0_B) == kNoSlot);
  CHECK(index.first_fit_from({PageId{3}, 4_B}, 1_B) == kNoSlot);
  CHECK(index.largest() == 0_B);
}

}  // namespace arenasim::core
