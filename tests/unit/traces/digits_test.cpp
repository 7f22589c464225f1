#include "traces/digits.hpp"

#include <random>
#include <string>
#include <string_view>

#include <catch2/catch.hpp>

namespace arenasim::traces {
namespace {

/// A text of digits mostly, with what surrounds digits in traces and in the table of characters.
std::string drawn_text(std::mt19937_64& random) {
  constexpr std::string_view characters{"0123456789abcdefg`/:@GAF~\x80\xFF,\"x"};
  const std::size_t known = random() % 2 == 0 ? 10 : 16;
  std::string text(random() % 24, '0');
  for (char& character : text) {
    character = characters[random() % (random() % 16 == 0 ? characters.size() : known)];
  }
  return text;
}

std::size_t walked(std::string_view text, std::uint64_t base, std::uint64_t& number) {
  std::size_t at = 0;
  number = 0;
  for (; at < text.size(); ++at) {
    const std::size_t digit = std::string_view{"0123456789abcdef"}.substr(0, base).find(text[at]);
    if (digit == std::string_view::npos) {
      break;
    }
    number = number * base + digit;
  }
  return at;
}

}  // namespace

TEST_CASE("Digits read eight at a time are those of a walk, at every length and before every byte") {
  std::mt19937_64 random{7};
  for (int round = 0; round < 20'000; ++round) {
    const std::string text = drawn_text(random);
    const char* const end = text.data() + text.size();
    for (const std::uint64_t base : {10U, 16U}) {
      std::uint64_t expected = 0;
      std::uint64_t number = 1;
      const std::size_t length = walked(text, base, expected);
      const char* const stop =
          base == 10 ? read_decimal(text.data(), end, number) : read_hexadecimal(text.data(), end, number);
      INFO(text);
      REQUIRE(static_cast<std::size_t>(stop - text.data()) == length);
      REQUIRE(number == expected);
    }
  }
}

TEST_CASE("Digits that something else ends are read to there, whatever stands behind") {
  std::mt19937_64 random{8};
  for (int round = 0; round < 20'000; ++round) {
    const std::string text = drawn_text(random) + "\n12345678";
    std::uint64_t expected = 0;
    std::uint64_t number = 1;
    const std::size_t length = walked(text, 10, expected);
    INFO(text);
    REQUIRE(static_cast<std::size_t>(read_ended_decimal(text.data(), number) - text.data()) == length);
    REQUIRE(number == expected);
  }
}

}  // namespace arenasim::traces
