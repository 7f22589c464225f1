#include "traces/peekable.hpp"

#include <algorithm>
#include <cstring>

namespace arenasim::traces {

std::string_view Peekable::peek(std::size_t bytes) {
  while (seen_.size() - given_ < bytes) {
    const std::size_t before = seen_.size();
    seen_.resize(given_ + bytes);
    std::size_t got = 0;
    try {
      got = under_.read(std::as_writable_bytes(std::span{seen_}.subspan(before)));
    } catch (...) {
      seen_.resize(before);
      throw;
    }
    seen_.resize(before + got);
    if (got == 0) {
      break;
    }
  }
  return std::string_view{seen_.data(), seen_.size()}.substr(given_, bytes);
}

std::size_t Peekable::read(std::span<std::byte> into) {
  if (given_ == seen_.size()) {
    return under_.read(into);
  }
  const std::size_t count = std::min(into.size(), seen_.size() - given_);
  std::memcpy(into.data(), seen_.data() + given_, count);
  given_ += count;
  if (given_ == seen_.size()) {
    seen_ = {};
    given_ = 0;
  }
  return count;
}

}  // namespace arenasim::traces
