#include "core/values.hpp"

#include <catch2/catch.hpp>

namespace arenasim::core {

TEST_CASE("Sizes are bytes bare or a number with a binary or decimal unit") {
  CHECK(parse_bytes("4096") == 4096_B);
  CHECK(parse_bytes("1.5GiB") == 1536_MiB);
  CHECK(parse_bytes("100 kB") == 100'000_B);
  CHECK(parse_bytes("18446744073709551615") == Bytes::max());
  CHECK_FALSE(parse_bytes("18446744073709551616"));
  CHECK_FALSE(parse_bytes("16777216TiB"));
  for (const auto* wrong : {"", "-1", "1e3", "1.", ".5", "4 kb", "4KB", "KiB", "1  KiB", "0x10"}) {
    CHECK_FALSE(parse_bytes(wrong));
  }
}

TEST_CASE("Durations need a unit and keep whole nanoseconds") {
  CHECK(parse_duration("600ns") == SimDuration{600});
  CHECK(parse_duration("1.5us") == SimDuration{1500});
  CHECK(parse_duration("0.0000000019s") == SimDuration{1});
  CHECK_FALSE(parse_duration("600"));
}

TEST_CASE("A capacity of 1.05 times the peak is rounded down exactly") {
  CHECK(scaled(5762142352_B, *parse_decimal("1.05")) == 6050249469_B);
  CHECK(parse_ratio("50%")->value() == 0.5);
}

TEST_CASE("A size is shown in the largest unit that leaves at least one") {
  CHECK(to_text(0_B) == "0 B");
  CHECK(to_text(156_B) == "156 B");
  CHECK(to_text(4_KiB) == "4 KiB");
  CHECK(to_text(1536_MiB) == "1.50 GiB");
  CHECK(to_text(Bytes::max()) == "15.99 EiB");
}

}  // namespace arenasim::core
