#include "tests/property/judge/page.hpp"

#include <algorithm>

namespace arenasim::tests::judge {
namespace {

using Position = std::list<Slice>::iterator;

/// What a free slice has to give.
std::uint64_t offered(const Slice& slice, const Settings& settings) {
  return settings.reuses_padding ? slice.effective() : slice.size;
}

}  // namespace

Spot Slice::spot() const {
  return {page->number, offset};
}

Page::Page(std::uint64_t page_number, std::uint64_t page_size, int of_pool, bool is_sliced)
    : number(page_number), size(page_size), pool_index(of_pool), sliced(is_sliced) {
  slices.push_back(Slice{.page = this, .size = page_size});
}

void Page::coalesce() {
  for (auto first = slices.begin(); first != slices.end(); ++first) {
    for (auto next = std::next(first); first->free() && next != slices.end() && next->free();
         next = slices.erase(next)) {
      first->size = first->effective() + next->effective();
      first->padding = 0;
    }
  }
}

Slice* Page::carve(std::uint64_t wanted, const Settings& settings) {
  const std::uint64_t needed = settings.rounded_up(wanted);
  std::vector<Position> candidates;
  for (auto slice = slices.begin(); slice != slices.end(); ++slice) {
    if (slice->free() && offered(*slice, settings) >= needed) {
      candidates.push_back(slice);
    }
  }
  if (candidates.empty()) {
    return nullptr;
  }
  Position chosen = candidates.front();
  if (settings.fit == Fit::best) {
    chosen = *std::min_element(candidates.begin(), candidates.end(), [&](Position left, Position right) {
      return offered(*left, settings) < offered(*right, settings);
    });
  } else if (settings.fit == Fit::next) {
    const auto past = std::find_if(candidates.begin(), candidates.end(),
                                   [&](Position slice) { return slice->offset >= next_fit_from; });
    chosen = past == candidates.end() ? chosen : *past;
  }
  const std::uint64_t rest = offered(*chosen, settings) - needed;
  chosen->size = wanted;
  chosen->padding = settings.padding(wanted);
  chosen->owned = true;
  next_fit_from = chosen->offset + needed;
  if (rest > 0) {
    slices.insert(std::next(chosen), Slice{.page = this, .offset = chosen->offset + needed, .size = rest});
  }
  return &*chosen;
}

std::vector<Slice*> Page::held() {
  std::vector<Slice*> all;
  for (Slice& slice : slices) {
    if (!slice.free()) {
      all.push_back(&slice);
    }
  }
  return all;
}

bool Page::has_bound() const {
  return std::any_of(slices.begin(), slices.end(), [](const Slice& slice) { return slice.bound; });
}

Sum Page::live_bytes() {
  Sum sum = 0;
  for (const Slice* slice : held()) {
    sum += slice->size;
  }
  return sum;
}

}  // namespace arenasim::tests::judge
