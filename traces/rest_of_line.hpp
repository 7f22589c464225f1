// What is left of a line that is taken piece by piece from its front, for lines whose form is known to the byte.
#pragma once

#include <cstddef>
#include <string_view>

namespace arenasim::traces {

/// Each `take` says whether what it takes was there. A format's own pieces come with a class of its own on top.
class RestOfLine {
 public:
  explicit RestOfLine(std::string_view line) : at_(line.data()), end_(at_ + line.size()) {}

  [[nodiscard]] bool take(std::string_view text) {
    if (!std::string_view{at_, left()}.starts_with(text)) {
      return false;
    }
    at_ += text.size();
    return true;
  }

  /// How many characters are left.
  [[nodiscard]] std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }

 protected:
  const char* at_;
  const char* end_;
};

}  // namespace arenasim::traces
