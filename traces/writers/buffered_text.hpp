// Text on its way to a stream, a block at a time.
#pragma once

#include <charconv>
#include <ostream>
#include <string>
#include <string_view>
#include <type_traits>

namespace arenasim::traces {

class BufferedText {
 public:
  explicit BufferedText(std::ostream& out) : out_(out) {}

  BufferedText& operator<<(std::string_view text) {
    buffer_ += text;
    return *this;
  }

  BufferedText& operator<<(char character) {
    buffer_ += character;
    return *this;
  }

  template <class Number>
    requires std::is_integral_v<Number>
  BufferedText& operator<<(Number number) {
    char digits[24];  // NOLINT(modernize-avoid-c-arrays): what to_chars takes
    const auto end = std::to_chars(std::begin(digits), std::end(digits), number).ptr;
    buffer_.append(std::begin(digits), end);
    return *this;
  }

  /// A line is whole: a good moment to pass on what has gathered.
  void end_line() {
    buffer_ += '\n';
    if (buffer_.size() >= kBlockBytes) {
      flush();
    }
  }

  void flush() {
    out_.write(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
    buffer_.clear();
  }

 private:
  static constexpr std::size_t kBlockBytes = std::size_t{64} << 10U;

  std::ostream& out_;
  std::string buffer_;
};

}  // namespace arenasim::traces
