// What an image of a VMA recording takes, judged by its format: the recording does not say (spec/formats.md 6).
#pragma once

#include <cstdint>
#include <optional>

#include "core/units.hpp"

namespace arenasim::traces {

struct VmaImage {
  std::uint64_t format = 0;  ///< a VkFormat
  std::uint64_t width = 0;
  std::uint64_t height = 0;
  std::uint64_t depth = 0;
  std::uint64_t mips = 0;
  std::uint64_t layers = 0;
  std::uint64_t samples = 0;
};

/// Texels times bytes a texel (for block-compressed formats: blocks of 4 x 4 times bytes a block), times 4/3 with mip
/// levels. Nothing for a format that is not known, or where it passes 2^64 - 1.
[[nodiscard]] std::optional<core::Bytes> estimated_size(const VmaImage& image);

}  // namespace arenasim::traces
