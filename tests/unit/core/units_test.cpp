#include "core/units.hpp"

#include <catch2/catch.hpp>

namespace arenasim::core {

TEST_CASE("An alignment is a power of two or it is not made") {
  CHECK_FALSE(Alignment::of(0_B));
  CHECK_FALSE(Alignment::of(48_B));
  CHECK(Alignment::of(1_B)->padding(7_B) == 0_B);
  CHECK(Alignment::of(256_B)->padding(100_B) == 156_B);
  CHECK(Alignment::of(256_B)->padding(256_B) == 0_B);
}

TEST_CASE("A size that cannot be rounded up within 64 bits has no rounded size") {
  CHECK_FALSE(Alignment::of(256_B)->round_up(Bytes::max()));
  CHECK(Alignment::of(256_B)->round_up(Bytes::max() - 255_B) == Bytes::max() - 255_B);
}

}  // namespace arenasim::core
