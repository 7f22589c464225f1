#include "traces/formats/opencl_image.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <limits>

#include "core/units.hpp"

namespace arenasim::traces {
namespace {

struct NamedCount {
  std::string_view name;
  std::uint64_t count;
};

constexpr std::array kChannels{
    NamedCount{"CL_R", 1},     NamedCount{"CL_A", 1},    NamedCount{"CL_INTENSITY", 1}, NamedCount{"CL_LUMINANCE", 1},
    NamedCount{"CL_DEPTH", 1}, NamedCount{"CL_RG", 2},   NamedCount{"CL_RA", 2},        NamedCount{"CL_RGBA", 4},
    NamedCount{"CL_BGRA", 4},  NamedCount{"CL_ARGB", 4}, NamedCount{"CL_ABGR", 4},      NamedCount{"CL_sRGBA", 4},
    NamedCount{"CL_sBGRA", 4},
};

/// Types that hold a whole element.
constexpr std::array kPacked{
    NamedCount{"CL_UNORM_SHORT_565", 2},
    NamedCount{"CL_UNORM_SHORT_555", 2},
    NamedCount{"CL_UNORM_INT_101010", 4},
    NamedCount{"CL_UNORM_INT_101010_2", 4},
};

template <std::size_t Size>
std::optional<std::uint64_t> find(const std::array<NamedCount, Size>& table, std::string_view name) {
  const auto* const row =
      std::find_if(table.begin(), table.end(), [name](const NamedCount& candidate) { return candidate.name == name; });
  return row == table.end() ? std::nullopt : std::optional{row->count};
}

std::optional<std::uint64_t> channel_bytes(std::string_view type) {
  if (type.ends_with("INT8")) {
    return 1;
  }
  if (type.ends_with("INT16") || type == "CL_HALF_FLOAT") {
    return 2;
  }
  if (type.ends_with("INT32") || type == "CL_FLOAT") {
    return 4;
  }
  return std::nullopt;
}

std::optional<std::uint64_t> element_bytes(const OpenclImage& image) {
  if (const auto packed = find(kPacked, image.channel_type)) {
    return packed;
  }
  const auto channels = find(kChannels, image.channel_order);
  const auto bytes = channel_bytes(image.channel_type);
  return channels && bytes ? std::optional{*channels * *bytes} : std::nullopt;
}

std::optional<std::uint64_t> product(std::initializer_list<std::uint64_t> factors) {
  std::uint64_t result = 1;
  for (const std::uint64_t factor : factors) {
    if (__builtin_mul_overflow(result, factor, &result)) {
      return std::nullopt;
    }
  }
  return result;
}

std::optional<std::uint64_t> elements(const OpenclImage& image) {
  const std::uint64_t samples = std::max<std::uint64_t>(image.samples, 1);
  if (image.type == "CL_MEM_OBJECT_IMAGE1D" || image.type == "CL_MEM_OBJECT_IMAGE1D_BUFFER") {
    return product({image.width, samples});
  }
  if (image.type == "CL_MEM_OBJECT_IMAGE1D_ARRAY") {
    return product({image.width, image.layers, samples});
  }
  if (image.type == "CL_MEM_OBJECT_IMAGE2D") {
    return product({image.width, image.height, samples});
  }
  if (image.type == "CL_MEM_OBJECT_IMAGE2D_ARRAY") {
    return product({image.width, image.height, image.layers, samples});
  }
  if (image.type == "CL_MEM_OBJECT_IMAGE3D") {
    return product({image.width, image.height, image.depth, samples});
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::uint64_t> opencl_image_bytes(const OpenclImage& image) {
  const auto count = elements(image);
  const auto each = element_bytes(image);
  const auto bytes = count && each ? product({*count, *each}) : std::nullopt;
  if (!bytes || image.mips <= 1) {
    return bytes;
  }
  const core::Uint128 with_mips = core::Uint128{*bytes} * 4 / 3;
  return with_mips > std::numeric_limits<std::uint64_t>::max() ? std::nullopt
                                                               : std::optional{static_cast<std::uint64_t>(with_mips)};
}

}  // namespace arenasim::traces
