// Bytes in, a block at a time: files, pipes and what containers unwrap to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace arenasim::traces {

/// A stream of bytes that can be read once.
class Source {
 public:
  Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;

  /// Fills some of `into` and says how much; 0 only at the end. Throws InputError (io, container, limit).
  [[nodiscard]] virtual std::size_t read(std::span<std::byte> into) = 0;
};

}  // namespace arenasim::traces
