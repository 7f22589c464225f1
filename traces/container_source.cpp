#include "traces/container_source.hpp"

#include <utility>

#include <fmt/format.h>

#include "traces/unwrap.hpp"

namespace arenasim::traces {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{128} << 10U;

}  // namespace

ContainerSource::ContainerSource(Source& compressed, ContainerSetting setting)
    : compressed_(compressed), setting_(std::move(setting)), buffer_(kBlockBytes) {}

std::size_t ContainerSource::read(std::span<std::byte> into) {
  const std::size_t got = into.empty() ? 0 : decompress(into);
  given_ += got;
  if (given_ > setting_.max_bytes) {
    throw InputError{ErrorClass::limit, OffsetPosition{setting_.max_bytes, {}},
                     fmt::format("unwraps to more than {} bytes (--max-unwrapped)", setting_.max_bytes)};
  }
  return got;
}

bool ContainerSource::refill() {
  if (used_ < filled_) {
    return true;
  }
  before_buffer_ += filled_;
  used_ = filled_ = 0;
  filled_ = compressed_.read(buffer_);
  return filled_ != 0;
}

std::string ContainerSource::described(const std::string& text) const {
  return setting_.inside_of.empty() ? text : fmt::format("{}, in unwrapped {}", text, setting_.inside_of);
}

void ContainerSource::fail(std::uint64_t at, const std::string& text) const {
  throw InputError{ErrorClass::container, OffsetPosition{at, {}}, described(text)};
}

void ContainerSource::fail_cut(const std::string& text) const {
  throw CutContainer{ErrorClass::container, OffsetPosition{offset(), {}}, described(text)};
}

}  // namespace arenasim::traces
