// What readers of one record a line share: fields with their place, and what becomes of a malformed record.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/sim_time.hpp"
#include "traces/format.hpp"
#include "traces/input_error.hpp"
#include "traces/intake.hpp"
#include "traces/lines.hpp"
#include "traces/numbers.hpp"

namespace arenasim::traces {

/// A line as a record is read from it.
struct Line {
  std::string_view text;
  std::uint64_t number = 0;

  /// The place of a byte of it.
  [[nodiscard]] LinePosition at(const char* byte) const {
    return {number, static_cast<std::uint64_t>(byte - text.data()) + 1};
  }
  /// The line as a whole.
  [[nodiscard]] LinePosition whole() const { return {number, 0}; }
  /// Behind its last byte: where a missing field would stand.
  [[nodiscard]] LinePosition end() const { return {number, text.size() + 1}; }
};

/// The value, or the error that `text` is not what `expected` says: `missing_field` for an empty one.
template <class Number>
[[nodiscard]] Number required(const Parsed<Number>& parsed, const Line& line, std::string_view text,
                              std::string_view expected, std::string_view field) {
  if (parsed) {
    return *parsed;
  }
  if (text.empty()) {
    throw InputError{ErrorClass::missing_field, line.at(text.data()), "an empty field", std::string{field}};
  }
  throw number_error(parsed.error(), line.at(text.data()), text, expected, std::string{field});
}

[[nodiscard]] std::uint64_t unsigned_field(const Line& line, std::string_view text, std::string_view field);
[[nodiscard]] std::uint64_t hex_field(const Line& line, std::string_view text, std::string_view field);

/// A text that is kept, as a tag say: throws `encoding` where it is not UTF-8, `limit` over 4,096 bytes.
[[nodiscard]] std::string_view kept_text(const Line& line, std::string_view text, std::string_view field);

/// Reads the header, the first line that is neither blank nor a comment: just these names between commas, in this
/// order. Throws `missing_field` where one is absent, `syntax` where another follows the last.
void require_header(LineReader& lines, std::span<const std::string_view> columns);

/// `text` up to `separator`, which is taken off it too; all of it where there is none.
[[nodiscard]] std::string_view take_until(std::string_view& text, char separator);

/// The next word between spaces, taken off `text`; empty at its end.
[[nodiscard]] std::string_view take_word(std::string_view& text);

/// What was given for an option of the format, or `fallback`.
[[nodiscard]] std::string format_option(const Reading& reading, const std::string& name, std::string_view fallback);

/// Times of a file that is ordered by line: counted from the first one, never falling.
class TimeFromFirst {
 public:
  explicit TimeFromFirst(Intake& intake) : intake_(intake) {}

  [[nodiscard]] core::SimTime operator()(std::uint64_t nanoseconds);

 private:
  Intake& intake_;
  std::optional<std::uint64_t> first_;
};

/// The number of the next event as a time: for files without time stamps.
[[nodiscard]] core::SimTime ordinal(const Intake& intake);

/// True for what is wrong with one record and leaves the ones behind it readable.
[[nodiscard]] bool concerns_one_record(ErrorClass error_class);

/// Lenient: counts a malformed record, and a last line that was cut besides. Strict, or where nothing behind the record
/// can be read: throws the error.
void skip_record(Intake& intake, const LineReader& lines, const InputError& error);

/// `parse` makes an optional record of each line or throws; `apply` gives it to the intake. Errors of `apply` are not a
/// record's.
template <class Parse, class Apply>
void for_each_record(LineReader& lines, Intake& intake, Parse parse, Apply apply) {
  std::string_view text;
  while (lines.next(text)) {
    const Line line{text, lines.number()};
    decltype(parse(line)) record;
    try {
      record = parse(line);
    } catch (const InputError& error) {
      skip_record(intake, lines, error);
      continue;
    }
    if (record) {
      apply(*record, line);
    }
  }
  if (lines.truncated()) {
    intake.import().repairs.truncated_tail = true;
  }
}

}  // namespace arenasim::traces
