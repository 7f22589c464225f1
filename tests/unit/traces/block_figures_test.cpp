#include "traces/block_figures.hpp"

#include <map>
#include <random>
#include <utility>

#include <catch2/catch.hpp>

#include "traces/births.hpp"

namespace arenasim::traces {
namespace {

constexpr std::uint64_t kFits = 0xFFFF'FFFF;

bool is_wide(BlockFigures::IdIs id_is, std::uint64_t key, const Figures& figures) {
  BlockFigures all{id_is};
  LiveBlock block;
  block.state = 3;
  all.keep(block, key, figures);
  CHECK(block.device() == 3);
  CHECK(all.size(block) == figures.size);
  const Figures found = all.of(block, key);
  CHECK(found.size == figures.size);
  CHECK(found.id == figures.id);
  CHECK(found.birth == figures.birth);
  return block.wide();
}

}  // namespace

TEST_CASE("Figures are beside the block where a size or a birth passes 32 bits or the id is an unusual one") {
  using enum BlockFigures::IdIs;
  CHECK_FALSE(is_wide(key, 9, {core::Bytes{kFits - 1}, 9, 4}));
  CHECK_FALSE(is_wide(key, 9, {core::Bytes{kFits}, 9, 4}));
  CHECK(is_wide(key, 9, {core::Bytes{kFits + 1}, 9, 4}));
  CHECK(is_wide(key, 9, {core::Bytes{~std::uint64_t{0}}, 9, 4}));
  CHECK_FALSE(is_wide(key, 9, {core::Bytes{1}, 9, kFits}));
  CHECK(is_wide(key, 9, {core::Bytes{1}, 9, kFits + 1}));
  CHECK(is_wide(key, 9, {core::Bytes{1}, 10, 4}));
  CHECK_FALSE(is_wide(key, ~std::uint64_t{0}, {core::Bytes{}, ~std::uint64_t{0}, 0}));
  CHECK_FALSE(is_wide(birth, 9, {core::Bytes{1}, kFits, kFits}));
  CHECK(is_wide(birth, 9, {core::Bytes{1}, kFits + 1, kFits + 1}));
  CHECK(is_wide(birth, 9, {core::Bytes{1}, 9, 4}));
}

TEST_CASE("Figures are those that were kept last, however often wide blocks begin and end") {
  std::mt19937_64 random{3};
  BlockFigures all{BlockFigures::IdIs::key};
  std::map<std::uint64_t, std::pair<LiveBlock, Figures>> live;
  for (int round = 0; round < 20'000; ++round) {
    const std::uint64_t key = random() % 100;
    if (const auto at = live.find(key); at != live.end()) {
      const auto& [block, figures] = at->second;
      const Figures found = all.of(block, key);
      REQUIRE(found.size == figures.size);
      REQUIRE(found.id == figures.id);
      REQUIRE(found.birth == figures.birth);
      all.forget(block);
      live.erase(at);
    } else {
      auto& [block, figures] = live[key];
      figures = {core::Bytes{random() >> (random() % 64)}, random() % 2 == 0 ? key : random(),
                 random() >> (random() % 64)};
      all.keep(block, key, figures);
    }
  }
}

TEST_CASE("Births know which of them are of the present time") {
  std::mt19937_64 random{4};
  Births one_by_one;
  Births many;
  std::map<std::uint64_t, core::SimTime> times;
  core::SimTime time;
  for (int round = 0; round < 2'000; ++round) {
    time += core::SimDuration{random() % 2};
    std::uint64_t first = many.first_at(time);
    for (auto count = random() % 3; count != 0; --count) {
      const core::SimTime later = time + core::SimDuration{random() % 2};
      first = later == time ? first : one_by_one.next();
      time = later;
      const std::uint64_t number = one_by_one.add(time);
      REQUIRE(times.size() == number);
      times[number] = time;
    }
    many.add_before(one_by_one.next(), first, time);
    time += core::SimDuration{random() % 2};
    for (auto at = times.rbegin(); at != times.rend() && at->first + 20 > times.size(); ++at) {
      REQUIRE(one_by_one.was_at(time, at->first) == (at->second == time));
      REQUIRE(many.was_at(time, at->first) == (at->second == time));
    }
  }
}

}  // namespace arenasim::traces
