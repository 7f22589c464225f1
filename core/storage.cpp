#include "core/storage.hpp"

namespace arenasim::core {

tl::expected<void, Refused> Storage::grow(PageId /*page*/, Bytes /*by*/) {
  return tl::make_unexpected(Refused{});
}

void Storage::shrink(PageId /*page*/, Bytes /*by*/) {}

}  // namespace arenasim::core
