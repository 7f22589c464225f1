#include "core/drawing.hpp"

#include "core/pool.hpp"
#include "core/values.hpp"

namespace arenasim::core {
namespace {

std::string cell(std::string_view what, Bytes bytes) {
  return std::string{what} + ' ' + to_text(bytes) + '|';
}

std::string_view state_of(const Slice& slice) {
  if (slice.free()) {
    return "free";
  }
  return slice.owner() == kNoAllocation ? "kept" : "held";
}

}  // namespace

std::string draw(const Space& space, PageSlot slot) {
  const Page& page = space.page(slot);
  std::string line = "|";
  Bytes end;
  for (SliceSlot each = page.first; each != kNoSlot; each = space.slice(each).next) {
    const Slice& slice = space.slice(each);
    if (slice.offset > end) {
      line += cell("lost", slice.offset - end);
    }
    line += cell(state_of(slice), space.effective(slice));
    end = slice.offset + space.effective(slice);
  }
  return end < page.size ? line + cell("lost", page.size - end) : line;
}

}  // namespace arenasim::core
