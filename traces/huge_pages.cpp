#include "traces/huge_pages.hpp"

#include <memory>

#include <sys/mman.h>

namespace arenasim::traces {

void prefer_huge_pages([[maybe_unused]] void* begin, [[maybe_unused]] std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  constexpr std::size_t page = std::size_t{2} << 20U;
  if (std::align(page, page, begin, bytes) != nullptr) {
    static_cast<void>(::madvise(begin, bytes / page * page, MADV_HUGEPAGE));
  }
#endif
}

}  // namespace arenasim::traces
