#include "traces/id_window.hpp"

#include <algorithm>
#include <iterator>

namespace arenasim::traces {
namespace {

constexpr std::size_t kMostPages = 16;     // whatever is live
constexpr std::size_t kMostIdsABlock = 4;  // besides
constexpr std::uint32_t kDense = 4;        // a page of which this part was used is followed by the next
constexpr std::uint64_t kLongestRun = 1U << 20U;

}  // namespace

IdPage* IdWindow::reach(std::uint64_t id, std::size_t live_count, std::vector<Outside>& left) {
  const std::uint64_t number = id / IdPage::kIds;
  const std::uint64_t at = number - first_;
  if (at >= front_ && at < pages_.size()) {
    pages_[at] = std::make_unique<IdPage>();
    return pages_[at].get();
  }
  run_ = id == next_ ? run_ + 1 : 0;
  next_ = id + 1;
  if (goes_on_with(number)) {
    if (pages_.back()->is_empty()) {
      pages_.back().reset();
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
  pages_.push_back(std::make_unique<IdPage>());
  while (pages_.size() - front_ > kMostPages + live_count * kMostIdsABlock / IdPage::kIds) {
    leave_page(front_++, left);
  }
  forget_front();
  return pages_.back().get();
}

bool IdWindow::goes_on_with(std::uint64_t number) const {
  return !pages_.empty() && number == first_ + pages_.size() && pages_.back()->taken() >= IdPage::kIds / kDense;
}

void IdWindow::drop(std::uint64_t at) {
  if (at + 1 != pages_.size()) {  // the last one is still to be filled
    pages_[at].reset();
  }
}

void IdWindow::leave_page(std::size_t at, std::vector<Outside>& left) {
  if (pages_[at] == nullptr) {
    return;
  }
  const std::uint64_t first_id = (first_ + at) * IdPage::kIds;
  for (std::uint64_t id = first_id; id - first_id < IdPage::kIds; ++id) {
    if (const std::uint32_t slot = pages_[at]->slot(id); slot != IdPage::kNone) {
      left.push_back({id, slot});
    }
  }
  pages_[at].reset();
}

void IdWindow::forget_front() {
  while (pages_[front_] == nullptr) {  // the last one is there
    ++front_;
  }
  if (front_ > pages_.size() / 2) {
    pages_.erase(pages_.begin(), std::next(pages_.begin(), static_cast<std::ptrdiff_t>(front_)));
    first_ += front_;
    front_ = 0;
  }
}

}  // namespace arenasim::traces
