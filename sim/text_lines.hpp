// A text line by line, whatever ends its lines.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace arenasim::sim {

/// Without its end; numbered from 1.
struct TextLine {
  std::string_view text;
  std::uint64_t number = 0;
};

/// Lines end with LF or CR LF, the last one also with the text. A byte order mark in front is passed over.
class TextLines {
 public:
  explicit TextLines(std::string_view text) : rest_(text) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (rest_.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
      rest_.remove_prefix(kByteOrderMark.size());
    }
  }

  [[nodiscard]] std::optional<TextLine> next() {
    if (rest_.empty()) {
      return std::nullopt;
    }
    const std::size_t end = rest_.find('\n');
    std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    if (!line.empty() && line.back() == '\r') {
      line.remove_suffix(1);
    }
    return TextLine{.text = line, .number = ++number_};
  }

 private:
  std::string_view rest_;
  std::uint64_t number_ = 0;
};

}  // namespace arenasim::sim
