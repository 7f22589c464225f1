// What lies inside gzip and zstd, told by content and up to three layers deep (spec/formats.md 0.2).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "traces/input_error.hpp"
#include "traces/peekable.hpp"

namespace arenasim::traces {

/// Thrown where a container ends too early; what came before it was good. Lenient line readers take it for the end.
class CutContainer : public InputError {
 public:
  using InputError::InputError;
};

/// The bytes inside all containers.
class Unwrapped {
 public:
  /// Looks at the start of `file`, which must outlive it. Throws `limit` for a fourth layer, `container` for damage.
  /// Reading throws `limit` past `max_bytes`.
  Unwrapped(Source& file, std::uint64_t max_bytes);
  /// The innermost layer goes first: its thread reads the one around it.
  ~Unwrapped();
  Unwrapped(const Unwrapped&) = delete;
  Unwrapped& operator=(const Unwrapped&) = delete;

  [[nodiscard]] Peekable& bytes() { return *layers_.back().bytes; }

  /// Outermost first: `gzip`, `zstd`.
  [[nodiscard]] const std::vector<std::string>& containers() const { return containers_; }

 private:
  struct Layer {
    std::unique_ptr<Source> inside;  // null in the first: the file itself
    std::unique_ptr<Peekable> bytes;
  };
  std::vector<Layer> layers_;
  std::vector<std::string> containers_;
};

}  // namespace arenasim::traces
