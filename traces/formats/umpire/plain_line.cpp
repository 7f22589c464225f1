#include "traces/formats/umpire/plain_line.hpp"

#include <cstdint>

#include "traces/digits.hpp"
#include "traces/rest_of_line.hpp"

namespace arenasim::traces::umpire {
namespace {

class Rest : public RestOfLine {
 public:
  using RestOfLine::RestOfLine;

  /// Digits; a number of JSON does not begin with a zero that another digit follows.
  [[nodiscard]] bool take_number(std::string_view& token) {
    const char* const begin = at_;
    std::uint64_t number = 0;
    at_ = read_decimal(at_, end_, number);
    token = {begin, static_cast<std::size_t>(at_ - begin)};
    return !token.empty() && (token.size() == 1 || token.front() != '0');
  }

  /// `"0x` and hex digits `"`.
  [[nodiscard]] bool take_pointer(std::string_view& token) {
    const char* const begin = at_;
    std::uint64_t number = 0;
    if (!take("\"0x")) {
      return false;
    }
    at_ = read_hexadecimal(at_, end_, number);
    const bool closed = take("\"");
    token = {begin, static_cast<std::size_t>(at_ - begin)};
    return closed;
  }
};

}  // namespace

bool parse_plain_line(std::string_view line, Record& record) {
  Rest rest{line};
  record = Record{};
  if (!rest.take(R"({"category":"operation","name":")")) {
    return false;
  }
  if (rest.take(R"(allocate","numeric_args":{"size":)")) {
    record.operation = Operation::allocate;
    record.name = "allocate";
    if (!rest.take_number(record.size) || !rest.take("},")) {
      return false;
    }
  } else if (rest.take(R"(deallocate",)")) {
    record.operation = Operation::deallocate;
    record.name = "deallocate";
  } else {
    return false;
  }
  return rest.take(R"("string_args":{"allocator_ref":)") && rest.take_pointer(record.allocator_ref) &&
         rest.take(R"(,"pointer":)") && rest.take_pointer(record.pointer) &&
         rest.take(R"(},"tags":{"replay":"true"},"timestamp":)") && rest.take_number(record.timestamp) &&
         rest.take("}") && rest.left() == 0;
}

}  // namespace arenasim::traces::umpire
