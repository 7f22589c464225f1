// A source as one text, for the formats that cannot be read in pieces.
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <string_view>

#include "traces/source.hpp"

namespace arenasim::traces {

/// Bytes that are held all at once, read when they are asked for.
class Whole {
 public:
  /// Nothing of a source yet, which must outlive it.
  explicit Whole(Source& source) : source_(source) {}

  /// Reads until at least `size` bytes are held, or all there are: then false. What was held may move. Throws what the
  /// source throws.
  [[nodiscard]] bool read_to(std::size_t size);
  /// All that is left.
  void read_all() { static_cast<void>(read_to(std::numeric_limits<std::size_t>::max())); }

  /// What is held.
  [[nodiscard]] std::string_view text() const { return {bytes_.get(), size_}; }
  [[nodiscard]] char* data() { return bytes_.get(); }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  void grow();

  Source& source_;
  bool ended_ = false;
  std::unique_ptr<char[]> bytes_;
  std::size_t room_ = 0;
  std::size_t size_ = 0;
};

}  // namespace arenasim::traces
