#include "core/packing/packing.hpp"

#include <algorithm>
#include <numeric>

#include <catch2/catch.hpp>

#include "tests/property/draw.hpp"

namespace arenasim::tests {
namespace {

using core::Alignment;
using core::Bytes;
using core::Lifetime;
using core::Lifetimes;
using core::Packing;
using core::PackingOrder;
using core::Uint128;
using core::operator""_B;

constexpr Alignment kOne;

Alignment aligned_to(std::uint64_t bytes) {
  return *Alignment::of(Bytes{bytes});
}

bool live_together(const Lifetime& one, const Lifetime& other) {
  return one.begin < other.end && other.begin < one.end;
}

/// The lowest place one could think of: 0, or behind some buffer that is placed.
Bytes slow_lowest(const Lifetimes& all, std::size_t which, Alignment alignment,
                  const std::vector<std::optional<Bytes>>& placed) {
  const auto end_of = [&](std::size_t i) { return *placed[i] + *alignment.round_up(all[i].size); };
  const auto in_the_way = [&](std::size_t i, Bytes offset) {
    return placed[i] && live_together(all[i], all[which]) && *placed[i] < offset + all[which].size &&
           offset < end_of(i);
  };
  std::vector<Bytes> candidates{0_B};
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (placed[i]) {
      candidates.push_back(end_of(i));
    }
  }
  std::sort(candidates.begin(), candidates.end());
  for (const Bytes candidate : candidates) {
    bool free = true;
    for (std::size_t i = 0; i < all.size(); ++i) {
      free = free && !in_the_way(i, candidate);
    }
    if (free) {
      return candidate;
    }
  }
  return candidates.back();
}

Bytes slow_peak(const Lifetimes& all, const std::vector<std::size_t>& order, Alignment alignment,
                std::vector<std::optional<Bytes>>& placed) {
  placed.assign(all.size(), std::nullopt);
  Bytes peak;
  for (const std::size_t which : order) {
    placed[which] = slow_lowest(all, which, alignment, placed);
    peak = std::max(peak, *placed[which] + *alignment.round_up(all[which].size));
  }
  return peak;
}

/// The order as its sentence says it: stable, so of equals the one asked for first.
std::vector<std::size_t> slow_order(const Lifetimes& all, PackingOrder order) {
  std::vector<std::size_t> indices(all.size());
  std::iota(indices.begin(), indices.end(), std::size_t{0});
  const auto size = [&](std::size_t i) { return (all[i].size.count() + 7) / 8 * 8; };
  std::uint64_t last = 0;
  for (const Lifetime& lifetime : all) {
    last = std::max({last, lifetime.begin + 1, lifetime.end == core::kNeverFreed ? 0 : lifetime.end});
  }
  const auto life = [&](std::size_t i) { return std::min(all[i].end, last) - all[i].begin; };
  const auto before = [&](std::size_t left, std::size_t right) {
    const std::uint64_t left_life = life(left);
    const std::uint64_t right_life = life(right);
    switch (order) {
      case PackingOrder::size:
        return size(left) != size(right) ? size(left) > size(right) : left_life > right_life;
      case PackingOrder::area:
        return size(left) * left_life != size(right) * right_life ? size(left) * left_life > size(right) * right_life
                                                                  : size(left) > size(right);
      case PackingOrder::lifetime:
        return left_life != right_life ? left_life > right_life : size(left) > size(right);
      case PackingOrder::start:
        break;
    }
    return false;
  };
  std::stable_sort(indices.begin(), indices.end(), before);
  return indices;
}

Lifetimes random_lifetimes(Draw& draw, std::size_t count, std::uint64_t largest) {
  Lifetimes all;
  std::uint64_t event = 0;
  for (std::size_t i = 0; i < count; ++i) {
    event += draw.between(1, 3);
    all.push_back({.size = Bytes{draw.between(1, largest)}, .begin = event});
    all.back().end = draw.chance(100) ? core::kNeverFreed : event + draw.between(1, 2 * count);
  }
  return all;
}

void check_valid(const Lifetimes& all, Alignment alignment, const Packing& packing) {
  REQUIRE(packing.offsets.size() == all.size());
  Bytes peak;
  for (std::size_t i = 0; i < all.size(); ++i) {
    REQUIRE(packing.offsets[i]);
    CHECK(alignment.padding(*packing.offsets[i]) == 0_B);
    peak = std::max(peak, *packing.offsets[i] + *alignment.round_up(all[i].size));
    for (std::size_t j = 0; j < i; ++j) {
      const bool apart = *packing.offsets[i] >= *packing.offsets[j] + all[j].size ||
                         *packing.offsets[j] >= *packing.offsets[i] + all[i].size;
      CHECK((apart || !live_together(all[i], all[j])));
    }
  }
  CHECK(packing.peak == peak);
  CHECK((packing.peak.count() >= lower_bound(all, alignment)));
}

}  // namespace

TEST_CASE("Each order places every buffer where looking at all others would") {
  Draw draw{1};
  for (int round = 0; round < 300; ++round) {
    const Lifetimes all = random_lifetimes(draw, draw.between(1, 30), 60);
    for (const PackingOrder order : core::kPackingOrders) {
      INFO("round " << round << ", order " << core::name(order));
      const Packing packing = pack(all, aligned_to(8), order);
      std::vector<std::optional<Bytes>> expected;
      const Bytes peak = slow_peak(all, slow_order(all, order), aligned_to(8), expected);
      CHECK(packing.offsets == expected);
      CHECK(packing.peak == peak);
      check_valid(all, aligned_to(8), packing);
    }
  }
}

TEST_CASE("No order needs less than the best of all orders there are, nor that less than the bound") {
  Draw draw{2};
  for (int round = 0; round < 60; ++round) {
    const Lifetimes all = random_lifetimes(draw, draw.between(1, 6), 9);
    std::vector<std::size_t> order(all.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    Bytes best = Bytes::max();
    std::vector<std::optional<Bytes>> placed;
    do {
      best = std::min(best, slow_peak(all, order, kOne, placed));
    } while (std::next_permutation(order.begin(), order.end()));
    for (const Packing& packing : pack_by_every_order(all, kOne)) {
      CHECK(packing.peak >= best);
    }
    CHECK((best.count() >= lower_bound(all, kOne)));
  }
}

TEST_CASE("The lower bound is what lives at once, each size aligned, and an end makes room for a begin") {
  const Lifetimes all{{100_B, 0, 10}, {1_B, 1, 5}, {300_B, 5, 6}, {7_B, 10, core::kNeverFreed}};
  CHECK((lower_bound(all, kOne) == 400));
  CHECK((lower_bound(all, aligned_to(256)) == 256 + 512));
  CHECK((lower_bound({}, kOne) == 0));
}

TEST_CASE("Buffers that never live together share their bytes") {
  const Lifetimes all{{64_B, 0, 1}, {64_B, 1, 2}, {64_B, 2, 3}};
  for (const Packing& packing : pack_by_every_order(all, kOne)) {
    CHECK(packing.peak == 64_B);
  }
}

TEST_CASE("What nobody plans for takes no room, and what has no bytes lies at the start") {
  const Lifetimes all{{64_B, 0, 9}, {1000_B, 1, 1}, {0_B, 2, 5}, {64_B, 3, 9}};
  for (const Packing& packing : pack_by_every_order(all, kOne)) {
    CHECK(packing.peak == 128_B);
    CHECK_FALSE(packing.offsets[1]);
    CHECK(packing.offsets[2] == 0_B);
  }
  CHECK((lower_bound(all, kOne) == 128));
}

TEST_CASE("Sizes that no 64 bits hold once aligned or placed have no place, and disturb nobody") {
  const Bytes half{std::uint64_t{1} << 63U};
  const Lifetimes all{{half, 0, 9}, {Bytes::max(), 1, 9}, {half, 2, 9}, {16_B, 3, 9}};
  const Packing packing = pack(all, aligned_to(16), PackingOrder::start);
  CHECK(packing.offsets[0] == 0_B);
  CHECK_FALSE(packing.offsets[1]);
  CHECK_FALSE(packing.offsets[2]);
  CHECK(packing.offsets[3] == half);
  CHECK((lower_bound(all, aligned_to(16)) > Uint128{1} << 64U));
}

}  // namespace arenasim::tests
