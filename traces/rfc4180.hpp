// Records of comma-separated text: quoting as RFC 4180 says, with the place of every field.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "traces/input_error.hpp"
#include "traces/lines.hpp"

namespace arenasim::traces {

/// One field of a record.
struct Field {
  std::string_view text;  ///< without its quotes, `""` undone; not trimmed
  LinePosition position;  ///< of its first byte (the quote, where it has one)
  bool quoted = false;

  /// Of a byte of `text`.
  [[nodiscard]] LinePosition place(std::size_t byte) const;
};

/// Reads a record at a time. What a field's view looks into is good until the next call.
class RecordReader {
 public:
  enum class Quotes : std::uint8_t { understood, plain };

  /// `lines` must outlive it.
  explicit RecordReader(LineReader& lines, char delimiter = ',', Quotes quotes = Quotes::understood);

  /// False at the end of the file. Blank lines (spaces and tabs alone too) and lines that begin with `#` are passed
  /// over between records. Throws `syntax` for a quote inside an unquoted field and for text behind a closing quote
  /// (the next call goes on with the line after; `recoverable` is then true), and for a quote that is never closed.
  [[nodiscard]] bool next();

  /// The record that begins with a line just taken from the LineReader; false for a blank line or a comment.
  [[nodiscard]] bool begin(std::string_view line);

  [[nodiscard]] const std::vector<Field>& fields() const { return fields_; }

  /// Where the record begins.
  [[nodiscard]] LinePosition position() const { return start_; }

  /// Behind the last byte of the record: where a missing field would stand.
  [[nodiscard]] LinePosition end() const { return end_; }

  /// False once a quote was never closed: there is nothing to go on with.
  [[nodiscard]] bool recoverable() const { return recoverable_; }

 private:
  /// A field while its record is still being put together.
  struct Piece {
    std::size_t begin = 0;  ///< in record_, without the quote
    std::size_t length = 0;
    LinePosition position;
    bool quoted = false;
    bool escaped = false;  ///< holds `""`
  };

  void split_plain(std::string_view line);
  void split_quoted(std::string_view line);
  [[nodiscard]] Piece take_piece(std::size_t begin);
  void read_to_quote(Piece& piece);
  [[nodiscard]] LinePosition place(std::size_t byte) const { return {lines_.number(), byte - line_start_ + 1}; }
  void make_fields();

  LineReader& lines_;
  std::vector<Field> fields_;
  std::vector<Piece> pieces_;
  std::vector<std::string> unescaped_;
  std::string record_;          // of a record with quotes: all its lines
  std::size_t line_start_ = 0;  // of the line given last, in record_
  LinePosition start_;
  LinePosition end_;
  char delimiter_;
  Quotes quotes_;
  bool recoverable_ = true;
};

/// Without the spaces and tabs round it.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// ASCII letters made small.
[[nodiscard]] std::string lower_case(std::string_view text);

/// True for an empty line or one of spaces and tabs.
[[nodiscard]] bool is_blank(std::string_view line);

}  // namespace arenasim::traces
