// What an image takes: width times height times depth or layers times the bytes of an element, which the recorder does
// not say (spec/opencl_log.md, Images).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace arenasim::traces {

struct OpenclImage {
  std::string_view channel_order;  ///< `CL_RGBA`
  std::string_view channel_type;   ///< `CL_UNORM_INT8`
  std::string_view type;           ///< `CL_MEM_OBJECT_IMAGE2D`
  std::uint64_t width = 0;
  std::uint64_t height = 0;
  std::uint64_t depth = 0;
  std::uint64_t layers = 0;
  std::uint64_t mips = 0;
  std::uint64_t samples = 0;
};

/// In bytes. Nothing for a format or type that is not known, or where it passes 2^64 - 1.
[[nodiscard]] std::optional<std::uint64_t> opencl_image_bytes(const OpenclImage& image);

}  // namespace arenasim::traces
