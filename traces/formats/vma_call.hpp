// One call of a VMA recording: which function, with which of its arguments (spec/formats.md 6, table).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/units.hpp"
#include "traces/formats/line_records.hpp"

namespace arenasim::traces {

enum class VmaKind : std::uint8_t { other, buffer, image, memory, free, marker };

struct VmaCall {
  VmaKind kind{};
  std::uint64_t nanoseconds = 0;
  std::uint64_t frame = 0;
  std::string_view function;
  std::vector<std::uint64_t> handles;
  std::optional<core::Bytes> size;  ///< nothing for an image of unknown format
  std::string_view user_data;
};

/// `thread,seconds,frame,function,arguments…`; nothing for a blank line. Throws `syntax` for too few fields, and what
/// is wrong with those that are used.
[[nodiscard]] std::optional<VmaCall> parse_vma_call(const Line& line);

}  // namespace arenasim::traces
