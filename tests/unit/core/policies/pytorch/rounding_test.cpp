// Block sizes at every edge of their options.
#include <catch2/catch.hpp>

#include "core/policies/pytorch/rounding.hpp"

namespace arenasim::core::pytorch {
namespace {

Divisions divisions(std::string_view text) {
  const auto parsed = Divisions::parse(text);
  REQUIRE(parsed);
  return *parsed;
}

std::uint64_t block(std::uint64_t request, const Divisions& steps = {}, std::uint64_t added = 0) {
  const auto size = block_size(Bytes{request}, Bytes{added}, steps, *Alignment::of(512_B));
  REQUIRE(size);
  return size->count();
}

std::string refusal(std::string_view text) {
  const auto parsed = Divisions::parse(text);
  return parsed ? "" : parsed.error().text;
}

}  // namespace

TEST_CASE("Without steps a block is the request in multiples of 512, and never empty") {
  CHECK(block(0) == 512);
  CHECK(block(1) == 512);
  CHECK(block(512) == 512);
  CHECK(block(513) == 1024);
  CHECK(block(1'200) == 1'536);
}

TEST_CASE("The npu flavour adds before it rounds") {
  CHECK(block(480, {}, 32) == 512);
  CHECK(block(481, {}, 32) == 1024);
  CHECK(block(0, {}, 32) == 512);
}

TEST_CASE("A request goes to the next even step between powers of two") {
  CHECK(next_step(1001_B, 4) == 1024_B);
  CHECK(next_step(1021_B, 4) == 1024_B);
  CHECK(next_step(1023_B, 4) == 1024_B);
  CHECK(next_step(1024_B, 4) == 1024_B);
  CHECK(next_step(1025_B, 4) == 1280_B);
  CHECK(next_step(1200_B, 4) == 1280_B);
  CHECK(next_step(1280_B, 4) == 1280_B);
  CHECK(next_step(1281_B, 4) == 1536_B);
  CHECK(next_step(1793_B, 4) == 2048_B);
  CHECK(next_step(3_B, 8) == 3_B);
  CHECK(next_step(0_B, 4) == 0_B);
}

TEST_CASE("A block of steps is still a multiple of 512") {
  const Divisions four = divisions("4");
  CHECK(block(1'200, four) == 1'536);  // 1280 is no multiple of 512
  CHECK(block(2'048, four) == 2'048);
  CHECK(block(2'049, four) == 2'560);
  CHECK(block(3'000, four) == 3'072);
  CHECK(block(5'000, four) == 5'120);
  CHECK(block(8'193, four) == 10'240);
  CHECK(block((5ULL << 20U) + 1, four) == 6ULL << 20U);
  CHECK(block((5ULL << 20U) + 1, divisions("1")) == (5ULL << 20U) + 512);
  CHECK(block((5ULL << 20U) + 1, divisions("0")) == (5ULL << 20U) + 512);
}

TEST_CASE("A request near 2^64 has no block instead of a small one") {
  const Alignment unit = *Alignment::of(512_B);
  CHECK_FALSE(block_size(Bytes::max(), {}, {}, unit));
  CHECK_FALSE(block_size(Bytes::max() - 255_B, {}, {}, unit));
  CHECK_FALSE(block_size(Bytes::max(), 32_B, {}, unit));
  CHECK_FALSE(block_size(Bytes{(1ULL << 63U) + 1}, {}, divisions("[1:2,>:2]"), unit) == Bytes{});
  CHECK(block_size(Bytes{1ULL << 63U}, {}, divisions("8"), unit) == Bytes{1ULL << 63U});
  CHECK_FALSE(block_size(Bytes::max() - (1_MiB), {}, divisions("8"), unit));
}

TEST_CASE("A key names the interval that begins there, the first one all below, and > all above") {
  const Divisions steps = divisions("[64:8,128:2,256:4,512:2,1024:4,>:1]");
  CHECK(steps.of(1_B) == 8);
  CHECK(steps.of(32_MiB) == 8);
  CHECK(steps.of(128_MiB - 1_B) == 8);
  CHECK(steps.of(128_MiB) == 2);
  CHECK(steps.of(256_MiB - 1_B) == 2);
  CHECK(steps.of(256_MiB) == 4);
  CHECK(steps.of(512_MiB) == 2);
  CHECK(steps.of(1_GiB) == 4);
  CHECK(steps.of(2_GiB - 1_B) == 4);
  CHECK(steps.of(2_GiB) == 1);
  CHECK(steps.of(1_TiB) == 1);
}

TEST_CASE("An interval that no key names has no steps") {
  const Divisions steps = divisions("256:1,1024:4");
  CHECK(steps.of(512_MiB) == 0);
  CHECK(steps.of(1_GiB) == 4);
  CHECK(steps.of(2_GiB) == 0);
}

TEST_CASE("One number holds for every size, and brackets may be left out") {
  CHECK(divisions("4").of(1_B) == 4);
  CHECK(divisions("4").of(64_GiB) == 4);
  CHECK(divisions("[1:2,>:8]") == divisions("1:2,>:8"));
  CHECK(divisions(">:8") == divisions("8"));
  CHECK(divisions("32768:2").of(32_GiB) == 2);
}

TEST_CASE("Steps and intervals that PyTorch does not take are refused with what it takes") {
  CHECK(refusal("3") == "option 'roundup_power2_divisions' has '3' steps, expected a power of two, or 0 for none");
  CHECK(refusal("x") == "option 'roundup_power2_divisions' has 'x' steps, expected a power of two, or 0 for none");
  CHECK(refusal("") == "option 'roundup_power2_divisions' has '' steps, expected a power of two, or 0 for none");
  CHECK(refusal("256:3") == "option 'roundup_power2_divisions' has '3' steps, expected a power of two, or 0 for none");
  CHECK(refusal("256:1,4") == "option 'roundup_power2_divisions' has '4', expected MIB:STEPS");
  CHECK(
      refusal("300:1") ==
      "option 'roundup_power2_divisions' has the interval '300', expected a power of two of MiB from 1 to 32768, or >");
  CHECK_FALSE(refusal("65536:1").empty());
}

}  // namespace arenasim::core::pytorch
