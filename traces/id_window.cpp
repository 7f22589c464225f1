#include "traces/id_window.hpp"

#include <algorithm>
#include <iterator>

namespace arenasim::traces {
namespace {

constexpr std::size_t kMostPages = 16;     // whatever is live
constexpr std::size_t kMostIdsABlock = 4;  // besides
constexpr std::uint32_t kDense = 4;        // a page of which this part was used is followed by the next
constexpr std::uint32_t kSparse = 2;       // a page of which less than this part is live is made sparse
constexpr std::uint64_t kLongestRun = 1U << 20U;

}  // namespace

std::uint32_t IdWindow::sparse_slot(std::uint64_t id) const {
  SparseIdPage* page = sparse_page(id);
  const std::uint32_t* slot = page != nullptr ? page->slot(id) : nullptr;
  return slot != nullptr ? *slot : IdPage::kNone;
}

IdPage* IdWindow::reach(std::uint64_t id, std::size_t live_count, std::vector<Outside>& left) {
  const std::uint64_t number = id / IdPage::kIds;
  const std::uint64_t at = number - first_;
  if (at >= front_ && at < pages_.size()) {
    return &make_page(pages_[at]);
  }
  run_ = id == next_ ? run_ + 1 : 0;
  next_ = id + 1;
  if (goes_on_with(number)) {
    IdCounts& counts = pages_.back().page->counts;
    counts.least = IdPage::kIds / kSparse;
    if (counts.live == 0) {
      pages_.back() = {};
    }
  } else if (run_ >= least_run_) {
    least_run_ = std::min(least_run_ * 2, kLongestRun);
    for (std::size_t page = front_; page < pages_.size(); ++page) {
      leave_page(page, left);
    }
    pages_.clear();
    front_ = 0;
    first_ = number;
  } else {
    return nullptr;
  }
  pages_.push_back({std::make_unique<IdPage>(), nullptr});
  while (pages_.size() - front_ > kMostPages + live_count * kMostIdsABlock / IdPage::kIds) {
    leave_page(front_++, left);
  }
  forget_front();
  return pages_.back().page.get();
}

bool IdWindow::goes_on_with(std::uint64_t number) const {
  return !pages_.empty() && number == first_ + pages_.size() &&
         pages_.back().page->counts.taken >= IdPage::kIds / kDense;
}

void IdWindow::shrink(std::uint64_t at) {
  Place& place = pages_[at];
  IdCounts& counts = place.page != nullptr ? place.page->counts : place.sparse->counts;
  if (counts.live == 0) {
    place = {};
  } else if (pages_.size() - front_ <= kMostPages) {
    counts.least = 1;
  } else if (place.page != nullptr) {
    place.sparse = std::make_unique<SparseIdPage>(*place.page);
    place.page.reset();
  } else {
    *place.sparse = place.sparse->shrunk();
  }
}

/// For a new id where there is no page or a sparse one, which is not made sparse again.
IdPage& IdWindow::make_page(Place& place) {
  place.page = place.sparse != nullptr ? std::make_unique<IdPage>(*place.sparse) : std::make_unique<IdPage>();
  place.sparse.reset();
  place.page->counts.least = 1;
  return *place.page;
}

void IdWindow::leave_page(std::size_t at, std::vector<Outside>& left) {
  const std::uint64_t first_id = (first_ + at) * IdPage::kIds;
  const auto leave = [&](std::size_t id, std::uint32_t slot) { left.push_back({first_id + id, slot}); };
  if (pages_[at].page != nullptr) {
    pages_[at].page->for_each(leave);
  } else if (pages_[at].sparse != nullptr) {
    pages_[at].sparse->for_each(leave);
  }
  pages_[at] = {};
}

void IdWindow::forget_front() {
  while (pages_[front_].is_empty()) {  // the last one is there
    ++front_;
  }
  if (front_ > pages_.size() / 2) {
    pages_.erase(pages_.begin(), std::next(pages_.begin(), static_cast<std::ptrdiff_t>(front_)));
    first_ += front_;
    front_ = 0;
  }
}

}  // namespace arenasim::traces
