#include "traces/whole.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "traces/huge_pages.hpp"

namespace arenasim::traces {
namespace {

constexpr std::size_t kLeastRoom = std::size_t{1} << 20U;

}  // namespace

Whole::Whole(Source& source) {
  for (;;) {
    if (size_ == room_) {
      grow();
    }
    const std::size_t got = source.read(std::as_writable_bytes(std::span(data(), room_).subspan(size_)));
    if (got == 0) {
      return;
    }
    size_ += got;
  }
}

/// By as much that little is copied: what is not filled takes no memory.
void Whole::grow() {
  const std::size_t room = std::max(kLeastRoom, room_ * 4);
  auto grown = std::make_unique_for_overwrite<char[]>(room);
  prefer_huge_pages(grown.get(), room);
  std::copy_n(data(), size_, grown.get());
  bytes_ = std::move(grown);
  room_ = room;
}

}  // namespace arenasim::traces
