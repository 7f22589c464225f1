#include "traces/text.hpp"

#include <cstdint>
#include <cstring>

#include <fmt/format.h>

namespace arenasim::traces {
namespace {

/// The length of the well-formed character that `text` begins with, or 0.
std::size_t character_length(std::string_view text) {
  const auto byte = [text](std::size_t at) { return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U; };
  const auto follows = [&](std::size_t at, unsigned least = 0x80U, unsigned most = 0xBFU) {
    return byte(at) >= least && byte(at) <= most;
  };
  const unsigned lead = byte(0);
  if (lead < 0x80U) {
    return 1;
  }
  if (lead >= 0xC2U && lead <= 0xDFU) {
    return follows(1) ? 2 : 0;
  }
  if (lead >= 0xE0U && lead <= 0xEFU) {
    const unsigned least = lead == 0xE0U ? 0xA0U : 0x80U;
    const unsigned most = lead == 0xEDU ? 0x9FU : 0xBFU;
    return follows(1, least, most) && follows(2) ? 3 : 0;
  }
  if (lead >= 0xF0U && lead <= 0xF4U) {
    const unsigned least = lead == 0xF0U ? 0x90U : 0x80U;
    const unsigned most = lead == 0xF4U ? 0x8FU : 0xBFU;
    return follows(1, least, most) && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

}  // namespace

std::optional<TextFault> text_fault(std::string_view text, std::size_t max_bytes) {
  if (text.size() > max_bytes) {
    return TextFault{ErrorClass::limit, max_bytes,
                     fmt::format("{} bytes; at most {} are kept", text.size(), max_bytes)};
  }
  const std::size_t invalid = find_invalid_utf8(text);
  if (invalid != std::string_view::npos) {
    return TextFault{ErrorClass::encoding, invalid,
                     fmt::format("byte {:02X} is not UTF-8", static_cast<unsigned char>(text[invalid]))};
  }
  return std::nullopt;
}

std::size_t find_invalid_utf8(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    std::uint64_t eight = 0;
    if (text.size() - at >= sizeof eight) {
      std::memcpy(&eight, text.data() + at, sizeof eight);
      if ((eight & 0x8080808080808080U) == 0) {
        at += sizeof eight;
        continue;
      }
    }
    const std::size_t length = character_length(text.substr(at));
    if (length == 0) {
      return at;
    }
    at += length;
  }
  return std::string_view::npos;
}

}  // namespace arenasim::traces
