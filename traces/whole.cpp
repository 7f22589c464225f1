#include "traces/whole.hpp"

#include <algorithm>
#include <span>

namespace arenasim::traces {
namespace {

constexpr std::size_t kLeastRoom = std::size_t{1} << 20U;

}  // namespace

std::string read_whole(Source& source) {
  std::string bytes;
  std::size_t filled = 0;
  for (;;) {
    if (filled == bytes.size()) {
      bytes.resize(std::max(kLeastRoom, bytes.size() * 2));
    }
    const std::size_t got = source.read(std::as_writable_bytes(std::span(bytes).subspan(filled)));
    if (got == 0) {
      break;
    }
    filled += got;
  }
  bytes.resize(filled);
  return bytes;
}

}  // namespace arenasim::traces
