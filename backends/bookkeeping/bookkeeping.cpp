#include "backends/bookkeeping/bookkeeping.hpp"

namespace arenasim::backends {

bool Bookkeeping::has_room(core::Bytes size) const {
  return !limits_.capacity || allocated_ + size.count() <= limits_.capacity->count();
}

tl::expected<core::PageId, core::Refused> Bookkeeping::map(core::Bytes size) {
  if (!has_room(size)) {
    return tl::make_unexpected(core::Refused{});
  }
  allocated_ += size.count();
  pages_.emplace(granted_, size);
  return core::PageId{granted_++};
}

void Bookkeeping::unmap(core::PageId page) {
  const auto found = pages_.find(page.number());
  allocated_ -= found->second.count();
  pages_.erase(found);
}

tl::expected<void, core::Refused> Bookkeeping::grow(core::PageId page, core::Bytes by) {
  if (!has_room(by)) {
    return tl::make_unexpected(core::Refused{});
  }
  allocated_ += by.count();
  pages_.at(page.number()) += by;
  return {};
}

void Bookkeeping::shrink(core::PageId page, core::Bytes by) {
  allocated_ -= by.count();
  pages_.at(page.number()) -= by;
}

}  // namespace arenasim::backends
