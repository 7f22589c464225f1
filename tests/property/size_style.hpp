// How the sizes of one random scenario are drawn: each style reaches other rules of the arena.
#pragma once

#include <cstdint>
#include <vector>

#include "tests/property/draw.hpp"

namespace arenasim::tests {

class SizeStyle {
 public:
  /// Draws the style.
  explicit SizeStyle(Draw& draw);

  [[nodiscard]] std::uint64_t next(Draw& draw);

 private:
  enum class Kind : std::uint8_t {
    borders,  ///< zero, alignments, the small pool's limit, and one beside each
    small,    ///< up to 2,000 bytes
    aligned,  ///< multiples of 512 up to 10 MB
    growing,  ///< 64 KiB to 128 MiB
    any,      ///< every magnitude up to 128 MiB
    ladder,   ///< each larger than every page before: it uses up the arena's page sizes
    palette,  ///< a few sizes over and over
    mixed,    ///< a kind for each request
  };
  [[nodiscard]] std::uint64_t of(Kind kind, Draw& draw);

  Kind kind_;
  std::vector<std::uint64_t> palette_;
  std::uint64_t rung_ = 0;
};

}  // namespace arenasim::tests
