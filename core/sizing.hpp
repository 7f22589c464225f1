// How large pages are: pure rules, decided before anything changes (spec/arena.md, Padding and fit).
#pragma once

#include <cstdint>
#include <variant>

#include "core/storage.hpp"
#include "core/units.hpp"

namespace arenasim::core {

/// What the next page size is measured by.
enum class Growth : std::uint8_t {
  fit,      ///< the request
  doubled,  ///< the request, and at least twice the page size before
};

/// The constants of the arena, each an option.
struct ArenaConstants {
  Bytes slack = 1_MiB;    ///< added to a request before its page is sized
  Bytes granule = 1_MiB;  ///< page sizes are multiples of it
  Bytes min_page = 2_MiB;
  std::uint64_t slots = 64;
  Growth growth = Growth::fit;
};

/// The request fits pages of the present size.
struct Fits {};
/// Pages of another size would hold it.
struct Grow {
  Bytes page_size;
};
/// No page could.
struct TooLarge {};

using Fit = std::variant<Fits, Grow, TooLarge>;

/// The page sizes an arena may have on one device.
class PageSizing {
 public:
  PageSizing(const Limits& limits, const ArenaConstants& constants);

  [[nodiscard]] Bytes min_page() const { return min_page_; }
  [[nodiscard]] Bytes max_page() const { return max_page_; }

  /// `size` plus its padding must not pass 2^64 - 1.
  [[nodiscard]] Fit fit(Bytes size, Bytes page_size) const;

 private:
  [[nodiscard]] Bytes page_for(Bytes size, Bytes page_size) const;

  Alignment alignment_;
  ArenaConstants constants_;
  Bytes max_page_;
  Bytes min_page_;
};

}  // namespace arenasim::core
