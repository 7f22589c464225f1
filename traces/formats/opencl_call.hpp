// One line of an OpenCL call log: which call begins or ends, when, where, and with what (spec/opencl_log.md, Grammar).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "traces/formats/line_records.hpp"

namespace arenasim::traces {

/// The parts of a call line that not every log has.
struct OpenclPrefix {
  std::optional<std::uint64_t> microseconds;
  std::optional<std::uint64_t> thread_id;
  std::optional<std::uint64_t> thread_number;

  /// True where both have the same parts.
  [[nodiscard]] bool same_form(const OpenclPrefix& other) const {
    return microseconds.has_value() == other.microseconds.has_value() &&
           thread_id.has_value() == other.thread_id.has_value() &&
           thread_number.has_value() == other.thread_number.has_value();
  }
};

struct OpenclCall {
  bool enters = false;
  OpenclPrefix prefix;
  std::string_view function;
  std::string_view text;  ///< the arguments of an enter, the text of an exit; empty where there is none
  std::string_view code;  ///< of an exit: `CL_SUCCESS`, say
};

/// Nothing for a line without a mark. Throws `syntax` (`range` for a number that does not fit) for one with a mark that
/// is no call line.
[[nodiscard]] std::optional<OpenclCall> parse_opencl_call(const Line& line);

/// The value of `name = ` at the start of the arguments or behind `, `; nothing where there is none.
[[nodiscard]] std::optional<std::string_view> opencl_argument(std::string_view arguments, std::string_view name);

/// `0x` and hex digits, hex digits alone, or `(nil)`.
[[nodiscard]] Parsed<std::uint64_t> parse_opencl_pointer(std::string_view text);

}  // namespace arenasim::traces
