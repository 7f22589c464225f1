// The lines of a text trace, one at a time, as views into a block buffer (spec/formats.md 0.6).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "traces/input_error.hpp"
#include "traces/read_options.hpp"
#include "traces/source.hpp"

namespace arenasim::traces {

inline constexpr std::size_t kMaxLineBytes = std::size_t{16} << 20U;

/// How many bytes can be read from any byte of a line on, and from behind its last one on.
inline constexpr std::size_t kReadableBytes = 8;

/// Reads LF and CRLF lines; skips a UTF-8 BOM; the last line may lack its end.
class LineReader {
 public:
  enum class Ends : std::uint8_t { lf_or_crlf, lone_cr_too };

  /// `source` must outlive it. Lenient: a container that is cut short ends the lines before the cut, and `truncated`
  /// says so.
  LineReader(Source& source, bool lenient, Ends ends = Ends::lf_or_crlf);

  /// The next line without its end; false at the end of the file. The view is good until the next call. The byte
  /// behind it is a line end even where the file has none, and kReadableBytes can be read from there.
  /// Throws `limit` for a line over 16 MiB, `encoding` for UTF-16, and what the source throws.
  [[nodiscard]] bool next(std::string_view& line) {
    const std::string_view rest{position_, static_cast<std::size_t>(end_ - position_)};
    const std::size_t length = ends_ == Ends::lf_or_crlf ? rest.find('\n') : std::string_view::npos;
    if (length > kMaxLineBytes) {  // none was found, or it is too long
      return next_slowly(line);
    }
    give(line, length, 1);
    return true;
  }

  /// What follows the line given last, as far as it is at hand; it may be nothing, or end inside a line. A line end
  /// stands behind it, and kReadableBytes can be read from there. Nothing before the first line was given.
  [[nodiscard]] std::string_view at_hand() const { return {position_, static_cast<std::size_t>(end_ - position_)}; }

  /// Counts the first lines at hand, one at least, as given: `next_line` is what stands behind their ends.
  void pass_lines(std::size_t count, const char* next_line) {
    position_ = next_line;
    line_end_ = {next_line - 1, 1};
    number_ += count;
  }

  /// Of the line given last, from 1; 0 before the first.
  [[nodiscard]] std::uint64_t number() const { return number_; }

  /// What ended the line given last: "\n", "\r\n", "\r", or nothing at the end of the file.
  [[nodiscard]] std::string_view line_end() const { return line_end_; }

  /// A place in the line given last; column 0 is the line as a whole.
  [[nodiscard]] LinePosition at(std::uint64_t column = 0) const { return {number_, column}; }

  /// The position of a byte of the line given last.
  [[nodiscard]] LinePosition at(std::string_view line, const char* byte) const {
    return {number_, static_cast<std::uint64_t>(byte - line.data()) + 1};
  }

  /// The container was cut short (lenient only).
  [[nodiscard]] bool truncated() const { return truncated_; }

 private:
  void give(std::string_view& line, std::size_t length, std::size_t end_bytes) {
    line = {position_, length};
    line_end_ = {position_ + length, end_bytes};
    if (end_bytes == 1 && length != 0 && line.back() == '\r' && line_end_.front() == '\n') {
      line.remove_suffix(1);
      line_end_ = {position_ + length - 1, 2};
    }
    position_ += length + end_bytes;
    ++number_;
  }

  bool next_slowly(std::string_view& line);
  void fill();
  void skip_byte_order_mark();

  Source& source_;
  std::vector<char> buffer_;
  const char* position_ = nullptr;
  const char* end_ = nullptr;
  std::string_view line_end_;
  std::uint64_t number_ = 0;
  Ends ends_;
  bool lenient_;
  bool started_ = false;
  bool finished_ = false;
  bool truncated_ = false;
};

/// Throws `encoding` at offset 0 where the bytes begin with a UTF-16 byte order mark.
void refuse_utf16(std::string_view start);

inline constexpr std::string_view kByteOrderMark{"\xEF\xBB\xBF"};

}  // namespace arenasim::traces
