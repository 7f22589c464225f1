// A source that hands out a text a few bytes at a time, so that readers meet every border.
#pragma once

#include <algorithm>
#include <cstring>
#include <string>

#include "traces/source.hpp"

namespace arenasim::tests {

class PiecewiseSource : public traces::Source {
 public:
  /// At most `piece` bytes a read.
  PiecewiseSource(std::string text, std::size_t piece) : text_(std::move(text)), piece_(piece) {}

  [[nodiscard]] std::size_t read(std::span<std::byte> into) override {
    const std::size_t count = std::min({piece_, into.size(), text_.size() - at_});
    std::memcpy(into.data(), text_.data() + at_, count);
    at_ += count;
    return count;
  }

 private:
  std::string text_;
  std::size_t piece_;
  std::size_t at_ = 0;
};

}  // namespace arenasim::tests
