#include "traces/whole.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "traces/huge_pages.hpp"

namespace arenasim::traces {
namespace {

constexpr std::size_t kLeastRoom = std::size_t{1} << 20U;
constexpr std::size_t kLargeRoom = std::size_t{128} << 20U;

}  // namespace

bool Whole::read_to(std::size_t size) {
  while (size_ < size && !ended_) {
    if (size_ == room_) {
      grow();
    }
    ended_ = true;  // where the source throws
    const std::size_t got = source_.read(std::as_writable_bytes(std::span(data(), room_).subspan(size_)));
    ended_ = got == 0;
    size_ += got;
  }
  return size_ >= size;
}

/// By as much that little is copied: what is not filled takes no memory.
void Whole::grow() {
  const std::size_t room = room_ == 0 ? kLeastRoom : std::max(kLargeRoom, room_ * 4);
  auto grown = std::make_unique_for_overwrite<char[]>(room);
  prefer_huge_pages(grown.get(), room);
  std::copy_n(data(), size_, grown.get());
  bytes_ = std::move(grown);
  room_ = room;
}

}  // namespace arenasim::traces
