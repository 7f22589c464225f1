#include "core/growing_memory.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>

#include <sys/mman.h>

namespace arenasim::core {
namespace {

constexpr std::align_val_t kAlignment{64};
constexpr std::size_t kAtFirst = 4096;
constexpr std::size_t kMostOnHeap = std::size_t{16} << 10U;
/// What is written in part costs a whole page, so pages are small until one huge page is little of what is there.
constexpr std::size_t kOnSmallPages = std::size_t{4} << 20U;
constexpr std::size_t kHugePage = std::size_t{2} << 20U;
constexpr std::size_t kAddresses = std::size_t{16} << 30U;

void* map(std::size_t bytes) {
  void* const mapping =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return mapping == MAP_FAILED ? nullptr : mapping;
}

}  // namespace

GrowingMemory::~GrowingMemory() {
  free(block_);
}

void GrowingMemory::grow(std::size_t least) {
  if (least <= block_.size) {
    return;
  }
  const std::size_t wanted = std::max({least, 2 * block_.size, kAtFirst});
  const Block bigger = wanted <= kMostOnHeap ? from_heap(wanted) : with_addresses(wanted);
  if (block_.size > 0) {
    std::memcpy(bigger.begin, block_.begin, block_.size);
  }
  free(block_);
  block_ = bigger;
}

GrowingMemory::Block GrowingMemory::from_heap(std::size_t size) {
  return {.begin = ::operator new(size, kAlignment), .size = size};
}

/// With addresses to spare; where the system does not give them, with no more than asked for, so that some are left for
/// others.
GrowingMemory::Block GrowingMemory::with_addresses(std::size_t least) {
  for (const std::size_t size : {std::max(kAddresses, least), least}) {
    if (void* const mapping = map(size + kHugePage); mapping != nullptr) {
      void* begin = mapping;
      std::size_t space = size + kHugePage;
      std::align(kHugePage, size, begin, space);
#ifdef MADV_HUGEPAGE
      if (size > kOnSmallPages) {
        static_cast<void>(
            ::madvise(static_cast<std::byte*>(begin) + kOnSmallPages, size - kOnSmallPages, MADV_HUGEPAGE));
      }
#endif
      return {.begin = begin, .size = size, .mapping = mapping, .mapped = size + kHugePage};
    }
  }
  throw std::bad_alloc();
}

void GrowingMemory::free(const Block& block) {
  if (block.mapping != nullptr) {
    ::munmap(block.mapping, block.mapped);
  } else if (block.begin != nullptr) {
    ::operator delete(block.begin, kAlignment);
  }
}

}  // namespace arenasim::core
