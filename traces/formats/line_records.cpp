#include "traces/formats/line_records.hpp"

#include <algorithm>

#include "traces/rfc4180.hpp"
#include "traces/text.hpp"

namespace arenasim::traces {
std::uint64_t unsigned_field(const Line& line, std::string_view text, std::string_view field) {
  return required(parse_unsigned(text), line, text, "an unsigned number", field);
}

std::uint64_t hex_field(const Line& line, std::string_view text, std::string_view field) {
  return required(parse_hex(text), line, text, "a hexadecimal number", field);
}

std::string_view kept_text(const Line& line, std::string_view text, std::string_view field) {
  if (const auto fault = text_fault(text, kMaxTagBytes)) {
    throw InputError{fault->error_class, line.at(text.data() + fault->byte), fault->text, std::string{field}};
  }
  return text;
}

void require_header(LineReader& lines, std::span<const std::string_view> columns) {
  Line line;
  do {
    if (!lines.next(line.text)) {
      throw InputError{ErrorClass::missing_field, LinePosition{1, 0}, "no header", std::string{columns.front()}};
    }
  } while (is_blank(line.text) || line.text.starts_with('#'));
  line.number = lines.number();
  std::string_view rest = line.text;
  for (const std::string_view column : columns) {
    if (const std::string_view found = take_until(rest, ','); trimmed(found) != column) {
      throw InputError{ErrorClass::missing_field, line.at(found.data()), "the header lacks a column",
                       std::string{column}};
    }
  }
  if (!rest.empty()) {
    throw InputError{ErrorClass::syntax, line.at(rest.data()), "a column behind the last"};
  }
}

std::string_view take_until(std::string_view& text, char separator) {
  const std::size_t length = text.find(separator);
  const std::string_view taken = text.substr(0, length);
  text.remove_prefix(length == std::string_view::npos ? text.size() : length + 1);
  return taken;
}

std::string_view take_word(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  const std::string_view word = text.substr(0, text.find(' '));
  text.remove_prefix(word.size());
  return word;
}

std::string format_option(const Reading& reading, const std::string& name, std::string_view fallback) {
  const auto given = reading.options.format_options.find(name);
  return given == reading.options.format_options.end() ? std::string{fallback} : given->second;
}

core::SimTime TimeFromFirst::operator()(std::uint64_t nanoseconds) {
  if (!first_) {
    first_ = nanoseconds;
  }
  if (nanoseconds < *first_) {
    ++intake_.import().repairs.clamped_times;
    return intake_.now();
  }
  return intake_.clamped(core::SimTime{core::SimDuration{nanoseconds - *first_}});
}

core::SimTime ordinal(const Intake& intake) {
  return core::SimTime{core::SimDuration{intake.next_event()}};
}

bool concerns_one_record(ErrorClass error_class) {
  switch (error_class) {
    case ErrorClass::syntax:
    case ErrorClass::encoding:
    case ErrorClass::missing_field:
    case ErrorClass::bad_value:
    case ErrorClass::range:
    case ErrorClass::inconsistent:
      return true;
    default:
      return false;
  }
}

void skip_record(Intake& intake, const LineReader& lines, const InputError& error) {
  if (!concerns_one_record(error.error_class())) {
    throw error;
  }
  intake.skip(error);
  if (lines.line_end().empty()) {
    intake.import().repairs.truncated_tail = true;
  }
}

}  // namespace arenasim::traces
