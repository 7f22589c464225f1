#include "traces/numbers.hpp"

#include <catch2/catch.hpp>

namespace arenasim::traces {
namespace {

TEST_CASE("Unsigned numbers are decimal or hex with a prefix, and nothing else") {
  CHECK(parse_unsigned("0") == 0U);
  CHECK(parse_unsigned("007") == 7U);
  CHECK(parse_unsigned("0x1F") == 31U);
  CHECK(parse_unsigned("0X1f") == 31U);
  CHECK(parse_unsigned("18446744073709551615") == 18446744073709551615U);
  for (const char* text : {"", "12kb", "+1", " 1", "1 ", "1_000", "1e3", "1.0", "0x", "x1", "0x-1", "0xG"}) {
    CAPTURE(text);
    CHECK(parse_unsigned(text) == tl::unexpected{ErrorClass::bad_value});
  }
  for (const char* text : {"18446744073709551616", "-1", "0x10000000000000000"}) {
    CAPTURE(text);
    CHECK(parse_unsigned(text) == tl::unexpected{ErrorClass::range});
  }
}

TEST_CASE("Hex fields need no prefix") {
  CHECK(parse_hex("7f00") == 0x7f00U);
  CHECK(parse_hex("0x7F00") == 0x7f00U);
  CHECK(parse_hex("0") == 0U);
  CHECK(parse_hex("xyz") == tl::unexpected{ErrorClass::bad_value});
}

TEST_CASE("Signed numbers reach both ends of their type") {
  CHECK(parse_signed32("-2147483648") == -2147483648);
  CHECK(parse_signed32("2147483648") == tl::unexpected{ErrorClass::range});
  CHECK(parse_signed("-9223372036854775808") == std::numeric_limits<std::int64_t>::min());
  CHECK(parse_signed("-9223372036854775809") == tl::unexpected{ErrorClass::range});
  CHECK(parse_signed("--1") == tl::unexpected{ErrorClass::bad_value});
  CHECK(parse_signed("") == tl::unexpected{ErrorClass::bad_value});
}

TEST_CASE("Decimal times are scaled exactly and cut below a nanosecond") {
  CHECK(parse_scaled("4909733316309.231", 1000) == 4909733316309231U);
  CHECK(parse_scaled("0.017", 1'000'000'000) == 17'000'000U);
  CHECK(parse_scaled("49.650739", 1'000'000'000) == 49'650'739'000U);
  CHECK(parse_scaled("1.9999", 1) == 1U);
  CHECK(parse_scaled("41.7014", 1'000'000'000) == 41'701'400'000U);
  CHECK(parse_scaled(".5", 1000) == 500U);
  CHECK(parse_scaled("5.", 1000) == 5000U);
  CHECK(parse_scaled("18446744073709551615", 1) == 18446744073709551615U);
  CHECK(parse_scaled("18446744073709551.615", 1000) == 18446744073709551615U);
  CHECK(parse_scaled("18446744073709551.616", 1000) == tl::unexpected{ErrorClass::range});
  CHECK(parse_scaled("-1", 1) == tl::unexpected{ErrorClass::range});
  for (const char* text : {"", ".", "1e3", "1.2.3", "a", "1,5"}) {
    CAPTURE(text);
    CHECK(parse_scaled(text, 1000) == tl::unexpected{ErrorClass::bad_value});
  }
}

TEST_CASE("An exponent is read where it is allowed") {
  CHECK(parse_scaled("9.231e-06", 1'000'000'000, Exponent::allowed) == 9231U);
  CHECK(parse_scaled("1.5E3", 1, Exponent::allowed) == 1500U);
  CHECK(parse_scaled("1e+2", 1, Exponent::allowed) == 100U);
  CHECK(parse_scaled("1e-400", 1, Exponent::allowed) == 0U);
  CHECK(parse_scaled("0e99999999999999999999", 1, Exponent::allowed) == 0U);
  CHECK(parse_scaled("1e99999999999999999999", 1, Exponent::allowed) == tl::unexpected{ErrorClass::range});
  CHECK(parse_scaled("1e", 1, Exponent::allowed) == tl::unexpected{ErrorClass::bad_value});
  CHECK(parse_scaled_signed("-0.5", 1000) == -500);
}

}  // namespace
}  // namespace arenasim::traces
