#include "core/sizing.hpp"

#include <algorithm>

namespace arenasim::core {
namespace {

Bytes up_to_multiple(Bytes size, Bytes unit) {
  const std::uint64_t rest = size.count() % unit.count();
  return rest == 0 ? size : checked_add(size, Bytes{unit.count() - rest}).value_or(Bytes::max());
}

}  // namespace

PageSizing::PageSizing(const Limits& limits, const ArenaConstants& constants)
    : alignment_(limits.alignment), constants_(constants) {
  max_page_ = std::max(alignment_.round_down(limits.largest_page), alignment_.bytes());
  const Bytes wished = std::min(constants.min_page, limits.largest_page);
  min_page_ = std::min(alignment_.round_up(wished).value_or(max_page_), max_page_);
}

Fit PageSizing::fit(Bytes size, Bytes page_size) const {
  const Bytes needed = size + alignment_.padding(size);
  if (needed <= page_size) {
    return Fits{};
  }
  if (needed > max_page_) {
    return TooLarge{};
  }
  return Grow{page_for(size, page_size)};
}

Bytes PageSizing::page_for(Bytes size, Bytes page_size) const {
  const Bytes with_slack = checked_add(size, constants_.slack).value_or(Bytes::max());
  const Bytes whole = up_to_multiple(with_slack, constants_.granule);
  const Bytes aligned = alignment_.round_up(whole).value_or(max_page_);
  const Bytes twice =
      constants_.growth == Growth::doubled ? checked_add(page_size, page_size).value_or(max_page_) : Bytes{};
  // With slack 0 the granule alone may leave a page short of the padded request.
  const Bytes enough = std::max({aligned, twice, size + alignment_.padding(size)});
  return std::clamp(enough, min_page_, max_page_);
}

}  // namespace arenasim::core
