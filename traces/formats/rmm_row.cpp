#include "traces/formats/rmm_row.hpp"

#include <cstddef>

#include "traces/digits.hpp"
#include "traces/rest_of_line.hpp"

namespace arenasim::traces {
namespace {

constexpr std::ptrdiff_t kMostDigits = 15;  // below the limit of 64 bits in either base

class Rest : public RestOfLine {
 public:
  using RestOfLine::RestOfLine;

  [[nodiscard]] bool take_digits(std::uint64_t& number) {
    const char* const begin = at_;
    at_ = read_decimal(at_, end_, number);
    return at_ != begin && at_ - begin <= kMostDigits;
  }

  /// Two digits below `limit`.
  [[nodiscard]] bool take_pair(std::uint64_t limit, std::uint64_t& number) {
    if (end_ - at_ < 2 || !is_digit(at_[0]) || !is_digit(at_[1])) {
      return false;
    }
    number = digit(at_[0]) * 10 + digit(at_[1]);
    at_ += 2;
    return number < limit;
  }

  /// `0x` and hex digits.
  [[nodiscard]] bool take_hex(std::uint64_t& number) {
    if (!take("0x")) {
      return false;
    }
    const char* const begin = at_;
    at_ = read_hexadecimal(at_, end_, number);
    return at_ != begin && at_ - begin <= kMostDigits;
  }

 private:
  static bool is_digit(char character) { return character >= '0' && character <= '9'; }
  static std::uint64_t digit(char character) { return static_cast<std::uint64_t>(character - '0'); }
};

/// `HH:MM:SS.ffffff`
bool take_time(Rest& rest, std::uint64_t& nanoseconds) {
  std::uint64_t hour = 0;
  std::uint64_t minute = 0;
  std::uint64_t second = 0;
  std::uint64_t microseconds = 0;
  if (!rest.take_pair(24, hour) || !rest.take(":") || !rest.take_pair(60, minute) || !rest.take(":") ||
      !rest.take_pair(60, second) || !rest.take(".")) {
    return false;
  }
  const std::size_t before = rest.left();
  const bool taken = rest.take_digits(microseconds);
  nanoseconds = (((hour * 60 + minute) * 60 + second) * 1'000'000 + microseconds) * 1000;
  return taken && before - rest.left() == 6;
}

}  // namespace

bool parse_plain_rmm_row(std::string_view line, PlainRmmRow& row) {
  Rest rest{line};
  std::uint64_t thread = 0;
  if (!rest.take_digits(thread) || !rest.take(",") || !take_time(rest, row.nanoseconds)) {
    return false;
  }
  row.allocates = rest.take(",allocate,");
  return (row.allocates || rest.take(",free,")) && rest.take_hex(row.pointer) && row.pointer != 0 && rest.take(",") &&
         rest.take_digits(row.size) && rest.take(",") && rest.take_hex(row.stream) && rest.left() == 0;
}

}  // namespace arenasim::traces
