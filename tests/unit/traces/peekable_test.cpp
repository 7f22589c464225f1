#include "traces/peekable.hpp"

#include <catch2/catch.hpp>

#include <string>

#include "tests/support/piecewise_source.hpp"

namespace arenasim::tests {
namespace {

constexpr std::size_t kMebibyte = std::size_t{1} << 20U;
constexpr std::size_t kPeekablePiece = 100'000;

/// Longer than what is kept in memory, and without a repetition that could hide a shift.
std::string numbered_text() {
  std::string text;
  for (int number = 0; text.size() < 9 * kMebibyte; ++number) {
    text += std::to_string(number);
    text += ' ';
  }
  return text;
}

/// The next `bytes` bytes, or fewer at the end.
std::string taken(traces::Source& source, std::size_t bytes) {
  std::string text(bytes, '\0');
  std::size_t filled = 0;
  while (filled < bytes) {
    const std::size_t got = source.read(std::as_writable_bytes(std::span{text}.subspan(filled)));
    if (got == 0) {
      break;
    }
    filled += got;
  }
  text.resize(filled);
  return text;
}

TEST_CASE("What was looked at is read once more, from memory and from the file behind it") {
  const std::string text = numbered_text();
  PiecewiseSource source{text, kPeekablePiece};
  traces::Peekable peekable{source};

  REQUIRE(peekable.peek(10) == text.substr(0, 10));
  REQUIRE((taken(*peekable.ahead(), text.size() + 1) == text));
  REQUIRE((taken(peekable, text.size() + 1) == text));
  REQUIRE(taken(peekable, 1).empty());
}

TEST_CASE("Looking ahead begins where reading stands") {
  const std::string text = numbered_text();
  PiecewiseSource source{text, kPeekablePiece};
  traces::Peekable peekable{source};

  REQUIRE((taken(*peekable.ahead(), 7 * kMebibyte) == text.substr(0, 7 * kMebibyte)));
  std::size_t given = 0;
  for (const std::size_t start : {kMebibyte, 5 * kMebibyte, 6 * kMebibyte + 1}) {
    given += taken(peekable, start - given).size();
    REQUIRE((taken(*peekable.ahead(), text.size()) == text.substr(start)));
  }
}

TEST_CASE("A peek reaches over what is kept in memory, the file, and what is still to come") {
  const std::string text = numbered_text();
  PiecewiseSource source{text, kPeekablePiece};
  traces::Peekable peekable{source};

  static_cast<void>(taken(*peekable.ahead(), 6 * kMebibyte));
  REQUIRE((peekable.peek(3 * kMebibyte) == std::string_view{text}.substr(0, 3 * kMebibyte)));
  REQUIRE((peekable.peek(8 * kMebibyte) == std::string_view{text}.substr(0, 8 * kMebibyte)));
  REQUIRE((peekable.seen() == std::string_view{text}.substr(0, 8 * kMebibyte)));
  REQUIRE((taken(peekable, text.size() + 1) == text));
  REQUIRE(peekable.peek(1).empty());
}

}  // namespace
}  // namespace arenasim::tests
