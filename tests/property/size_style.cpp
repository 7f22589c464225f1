#include "tests/property/size_style.hpp"

namespace arenasim::tests {
namespace {

constexpr std::uint64_t kMiB = 1U << 20U;

}  // namespace

SizeStyle::SizeStyle(Draw& draw) : kind_(static_cast<Kind>(draw.below(8))) {
  for (int entry = 0; entry < 6; ++entry) {
    palette_.push_back(draw.by_magnitude(draw.pick<std::uint64_t>({12, 17, 24})));
  }
}

std::uint64_t SizeStyle::next(Draw& draw) {
  if (kind_ != Kind::mixed) {
    return of(kind_, draw);
  }
  return of(draw.pick({Kind::borders, Kind::small, Kind::aligned, Kind::growing, Kind::any, Kind::palette}), draw);
}

std::uint64_t SizeStyle::of(Kind kind, Draw& draw) {
  switch (kind) {
    case Kind::borders:
      return draw.pick<std::uint64_t>(
          {0,    1,     3,     32,    40,       63,   64,       65,       100,   255,          256,      257,     1000,
           4096, 65535, 65536, 65537, kMiB - 1, kMiB, kMiB + 1, 2 * kMiB, 69632, 2 * kMiB + 1, 3 * kMiB, 8 * kMiB});
    case Kind::small:
      return draw.between(1, 2000);
    case Kind::aligned:
      return 512 * draw.between(1, 20'000);
    case Kind::growing:
      return (std::uint64_t{65'536} << draw.below(11)) + draw.below(65'536);
    case Kind::ladder:
      if (draw.chance(400)) {
        return draw.between(70'000, 6 * kMiB);
      }
      return (3 + 2 * rung_++) * kMiB;
    case Kind::palette:
      return draw.pick(palette_);
    case Kind::any:
    case Kind::mixed:
      break;
  }
  return draw.by_magnitude(27);
}

}  // namespace arenasim::tests
