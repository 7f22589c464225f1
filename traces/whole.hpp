// A source as one text, for the formats that cannot be read in pieces.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "traces/source.hpp"

namespace arenasim::traces {

/// Bytes that are held all at once.
class Whole {
 public:
  /// All that is left of a source. Throws what the source throws.
  explicit Whole(Source& source);

  [[nodiscard]] std::string_view text() const { return {bytes_.get(), size_}; }
  [[nodiscard]] char* data() { return bytes_.get(); }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  void grow();

  std::unique_ptr<char[]> bytes_;
  std::size_t room_ = 0;
  std::size_t size_ = 0;
};

}  // namespace arenasim::traces
