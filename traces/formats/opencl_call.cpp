#include "traces/formats/opencl_call.hpp"

#include <algorithm>

namespace arenasim::traces {
namespace {

constexpr std::string_view kEnterMark = ">>>> ";
constexpr std::string_view kExitMark = "<<<< ";

bool is_name_character(char character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
         (character >= '0' && character <= '9') || character == '_';
}

bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) {
    return false;
  }
  text.remove_prefix(prefix.size());
  return true;
}

[[noreturn]] void refuse(const Line& line, std::string_view rest, const char* what) {
  throw InputError{ErrorClass::syntax, line.at(rest.data()), what};
}

/// The number behind `label`, and the space behind it.
std::optional<std::uint64_t> take_number(const Line& line, std::string_view& rest, std::string_view label,
                                         std::string_view field) {
  if (!take(rest, label)) {
    return std::nullopt;
  }
  if (rest.find(' ') == std::string_view::npos) {
    refuse(line, rest, "a call line that ends before the function's name");
  }
  return unsigned_field(line, take_until(rest, ' '), field);
}

std::string_view take_function(const Line& line, std::string_view& rest) {
  const auto* const end = std::find_if_not(rest.begin(), rest.end(), is_name_character);
  std::string_view name = rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
  if (name.empty()) {
    refuse(line, rest, "no function name where one should stand");
  }
  rest.remove_prefix(name.size());
  if (name.starts_with("icl")) {  // as macOS has it
    name.remove_prefix(1);
  }
  return name;
}

/// `( KERNEL )`, `: ARGUMENTS`, `; EnqueueCounter: N`, each optional.
std::string_view arguments_of(const Line& line, std::string_view rest) {
  constexpr std::string_view counter = "; EnqueueCounter: ";
  if (const std::size_t at = rest.rfind(counter); at != std::string_view::npos) {
    const std::string_view digits = rest.substr(at + counter.size());
    if (!digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos) {
      rest = rest.substr(0, at);
    }
  }
  if (rest.starts_with("( ")) {
    const std::size_t close = rest.find(" )");
    if (close == std::string_view::npos) {
      refuse(line, rest, "a kernel's name without its closing bracket");
    }
    rest.remove_prefix(close + 2);
  }
  if (rest.empty() || take(rest, ": ")) {
    return rest;
  }
  refuse(line, rest, "neither arguments nor the end of the line behind the function's name");
}

/// ` created event = P`, `: TEXT`, both optional, and ` -> CODE`.
void read_exit(const Line& line, std::string_view rest, OpenclCall& call) {
  constexpr std::string_view arrow = " -> ";
  const std::size_t at = rest.rfind(arrow);
  if (at == std::string_view::npos || at + arrow.size() == rest.size()) {
    throw InputError{ErrorClass::syntax, line.end(), "the end of a call without ` -> ` and its code"};
  }
  call.code = rest.substr(at + arrow.size());
  rest = rest.substr(0, at);
  if (take(rest, " created event = ")) {
    rest.remove_prefix(std::min(rest.find(':'), rest.size()));
  }
  if (!rest.empty() && !take(rest, ": ")) {
    refuse(line, rest, "neither a text nor ` -> ` behind the function's name");
  }
  call.text = rest;
}

}  // namespace

std::optional<OpenclCall> parse_opencl_call(const Line& line) {
  std::string_view rest = line.text;
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  OpenclCall call;
  call.enters = take(rest, kEnterMark);
  if (!call.enters && !take(rest, kExitMark)) {
    return std::nullopt;
  }
  call.prefix.microseconds = take_number(line, rest, "Time: ", "Time");
  call.prefix.thread_id = take_number(line, rest, "TID = ", "TID");
  call.prefix.thread_number = take_number(line, rest, "TNum = ", "TNum");
  call.function = take_function(line, rest);
  if (call.enters) {
    call.text = arguments_of(line, rest);
  } else {
    read_exit(line, rest, call);
  }
  return call;
}

std::optional<std::string_view> opencl_argument(std::string_view arguments, std::string_view name) {
  constexpr std::string_view separator = ", ";
  constexpr std::string_view equals = " = ";
  for (std::size_t begin = 0; begin < arguments.size();) {
    std::string_view argument = arguments.substr(begin);
    if (take(argument, name) && take(argument, equals)) {
      argument = argument.substr(0, argument.find(separator));
      return argument.substr(0, argument.find_last_not_of(' ') + 1);
    }
    const std::size_t next = arguments.find(separator, begin);
    begin = next == std::string_view::npos ? arguments.size() : next + separator.size();
  }
  return std::nullopt;
}

Parsed<std::uint64_t> parse_opencl_pointer(std::string_view text) {
  return text == "(nil)" ? Parsed<std::uint64_t>{0} : parse_hex(text);
}

}  // namespace arenasim::traces
