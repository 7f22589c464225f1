#include "traces/formats/vma_images.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace arenasim::traces {
namespace {

/// Formats with one size. VkFormat numbers them by channels and width, so that few ranges cover them.
struct FormatRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::uint64_t bytes = 0;  ///< of a texel, or of a block
  std::uint64_t block = 1;  ///< texels along a side of a block
};

constexpr std::array kRanges{
    FormatRange{1, 1, 1},         FormatRange{2, 8, 2},         FormatRange{9, 15, 1},
    FormatRange{16, 22, 2},       FormatRange{23, 36, 3},       FormatRange{37, 69, 4},
    FormatRange{70, 76, 2},       FormatRange{77, 83, 4},       FormatRange{84, 90, 6},
    FormatRange{91, 97, 8},       FormatRange{98, 100, 4},      FormatRange{101, 103, 8},
    FormatRange{104, 106, 12},    FormatRange{107, 109, 16},    FormatRange{110, 112, 8},
    FormatRange{113, 115, 16},    FormatRange{116, 118, 24},    FormatRange{119, 121, 32},
    FormatRange{122, 123, 4},     FormatRange{124, 124, 2},     FormatRange{125, 126, 4},
    FormatRange{127, 127, 1},     FormatRange{129, 129, 4},     FormatRange{130, 130, 8},
    FormatRange{131, 134, 8, 4},  FormatRange{135, 138, 16, 4}, FormatRange{139, 140, 8, 4},
    FormatRange{141, 146, 16, 4},
};

/// Nothing where the product passes 2^64 - 1.
std::optional<std::uint64_t> times(std::optional<std::uint64_t> left, std::uint64_t right) {
  std::uint64_t product = 0;
  if (!left || __builtin_mul_overflow(*left, right, &product)) {
    return std::nullopt;
  }
  return product;
}

}  // namespace

std::optional<core::Bytes> estimated_size(const VmaImage& image) {
  const auto* const range = std::find_if(kRanges.begin(), kRanges.end(), [&](const FormatRange& candidate) {
    return candidate.first <= image.format && image.format <= candidate.last;
  });
  if (range == kRanges.end()) {
    return std::nullopt;
  }
  const auto blocks = [&](std::uint64_t texels) {
    return texels / range->block + (texels % range->block != 0 ? 1 : 0);
  };
  std::optional<std::uint64_t> bytes = times(blocks(image.width), blocks(image.height));
  for (const std::uint64_t factor : {image.depth, image.layers, image.samples, range->bytes}) {
    bytes = times(bytes, factor);
  }
  if (bytes && image.mips > 1) {
    const core::Uint128 with_mips = core::Uint128{*bytes} * 4 / 3;
    bytes = with_mips > std::numeric_limits<std::uint64_t>::max()
                ? std::nullopt
                : std::optional{static_cast<std::uint64_t>(with_mips)};
  }
  return bytes ? std::optional{core::Bytes{*bytes}} : std::nullopt;
}

}  // namespace arenasim::traces
