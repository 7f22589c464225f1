#include "traces/live_blocks.hpp"

#include <new>

#include <sys/mman.h>

#include "traces/huge_pages.hpp"

namespace arenasim::traces {
namespace {

/// As many bytes, at a multiple of their number, not yet backed by memory.
std::byte* map_aligned(std::size_t bytes) {
  void* const mapped = ::mmap(nullptr, 2 * bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) {
    throw std::bad_alloc{};
  }
  auto* const begin = static_cast<std::byte*>(mapped);
  void* aligned = mapped;
  std::size_t room = 2 * bytes;
  auto* const chunk = static_cast<std::byte*>(std::align(bytes, bytes, aligned, room));
  if (chunk != begin) {
    ::munmap(begin, static_cast<std::size_t>(chunk - begin));
  }
  ::munmap(chunk + bytes, static_cast<std::size_t>(begin + 2 * bytes - (chunk + bytes)));
  return chunk;
}

}  // namespace

void LiveBlocks::Release::operator()(LiveBlock* chunk) const {
  ::munmap(chunk, kChunkBytes);
}

void LiveBlocks::add_chunk() {
  std::byte* const bytes = map_aligned(kChunkBytes);
  chunks_.emplace_back(reinterpret_cast<LiveBlock*>(bytes));
  if (chunks_.size() > kSmallChunks) {
    prefer_huge_pages(bytes, kChunkBytes);
  }
}

}  // namespace arenasim::traces
