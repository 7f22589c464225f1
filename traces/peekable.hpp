// A source whose beginning can be looked at before it is read.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "traces/source.hpp"

namespace arenasim::traces {

class Peekable : public Source {
 public:
  /// `under` must outlive it.
  explicit Peekable(Source& under) : under_(under) {}

  /// The next `bytes` bytes, or fewer where the source ends before; they are still to be read. The view is good until
  /// the next call of either function.
  [[nodiscard]] std::string_view peek(std::size_t bytes);

  /// What has been looked at and not read.
  [[nodiscard]] std::string_view seen() const { return std::string_view{seen_.data(), seen_.size()}.substr(given_); }

  [[nodiscard]] std::size_t read(std::span<std::byte> into) override;

 private:
  Source& under_;
  std::vector<char> seen_;
  std::size_t given_ = 0;  // of seen_
};

}  // namespace arenasim::traces
