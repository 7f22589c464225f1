#include "tests/property/judge/pool.hpp"

#include <algorithm>
#include <cmath>

namespace arenasim::tests::judge {

Page* Pool::new_page(std::uint64_t size, bool sliced) {
  const auto number = device_->map(size);
  if (!number) {
    return nullptr;
  }
  pages_.push_back(std::make_unique<Page>(*number, size, index_, sliced));
  pages_peak_ = std::max(pages_peak_, pages_.size());
  return pages_.back().get();
}

Slice* Pool::served(Slice* slice) {
  if (slice != nullptr) {
    largest_ = std::max(largest_, slice->size);
  }
  return slice;
}

Slice* Pool::fill(Page& page, std::uint64_t size) {
  Slice& slice = page.slices.front();
  slice.size = size;
  slice.padding = settings().padding(size);
  slice.owned = true;
  return served(&slice);
}

void Pool::release(const std::function<bool(Page&)>& wanted) {
  std::erase_if(pages_, [&](const std::unique_ptr<Page>& page) {
    const bool goes = page->empty() && wanted(*page);
    if (goes) {
      device_->unmap(page->number, page->size);
    }
    return goes;
  });
}

void Pool::report(std::uint64_t stream, const std::string& what) const {
  std::size_t held_count = 0;
  Sum held = 0;
  Sum padding = 0;
  Sum reserved = 0;
  for (const auto& page : pages_) {
    for (const Slice& slice : page->slices) {
      if (!slice.free()) {
        ++held_count;
        held += slice.size;
        padding += slice.padding;
      }
      reserved += what.starts_with("exclusive") ? 0 : slice.effective();
    }
    reserved += what.starts_with("exclusive") ? page->size : 0;
  }
  device_->say("pool " + std::to_string(stream) + " " + what + " pages=" + std::to_string(pages_.size()) +
               " pages_peak=" + std::to_string(pages_peak_) + " largest_alloc=" + std::to_string(largest_) +
               " allocs=" + std::to_string(held_count) + " in_use=" + to_text(held) + " padding=" + to_text(padding) +
               " reserved=" + to_text(reserved));
}

Slice* SlicedPool::try_reserve(std::uint64_t size) {
  for (const auto& page : pages()) {
    if (page->guards == 0) {
      page->coalesce();
      if (Slice* slice = page->carve(size, settings())) {
        return served(slice);
      }
    }
  }
  return nullptr;
}

Slice* SlicedPool::add_page(std::uint64_t size) {
  Page* page = new_page(page_size_, true);
  return page == nullptr ? nullptr : served(page->carve(size, settings()));
}

void SlicedPool::release_empty() {
  release([](const Page& page) { return page.guards == 0; });
}

void SlicedPool::cleanup(bool is_explicit, std::uint64_t /*reservations*/) {
  if (is_explicit) {
    release_empty();
  }
}

std::string SlicedPool::kind() const {
  return "sliced page_size=" + std::to_string(page_size_) + " max_slice_size=" + std::to_string(max_slice_);
}

Slice* ExclusivePool::try_reserve(std::uint64_t size) {
  average_ = average_ * 0.99 + static_cast<double>(size) * 0.01;
  Page* best = nullptr;
  for (const auto& page : pages()) {
    if (page->empty() && page->size >= size && (best == nullptr || page->seen_free < best->seen_free)) {
      best = page.get();
    }
  }
  if (best == nullptr) {
    return nullptr;
  }
  best->seen_free -= best->seen_free > 0 ? 1U : 0U;
  return fill(*best, size);
}

Slice* ExclusivePool::add_page(std::uint64_t size) {
  const auto average = static_cast<std::uint64_t>(std::floor(average_));
  Page* page = new_page(settings().rounded_up(std::max(average, size)), false);
  return page == nullptr ? nullptr : fill(*page, size);
}

void ExclusivePool::cleanup(bool is_explicit, std::uint64_t reservations) {
  const bool is_due = period_ != 0 && reservations - last_check_ >= period_ / 5;
  if (!is_explicit && !is_due) {
    return;
  }
  last_check_ = reservations;
  for (const auto& page : own_pages()) {
    page->seen_free += page->empty() ? 1U : 0U;
  }
  release([&](const Page& page) { return is_explicit || page.seen_free >= 5; });
}

std::string ExclusivePool::kind() const {
  return "exclusive max_alloc_size=" + std::to_string(largest_size_);
}

bool PersistentPool::knows(std::uint64_t size) const {
  return std::any_of(pages().begin(), pages().end(),
                     [&](const auto& page) { return page->filed_under == settings().rounded_up(size); });
}

Slice* PersistentPool::try_reserve(std::uint64_t size) {
  for (const auto& page : pages()) {
    if (page->empty() && page->filed_under == settings().rounded_up(size)) {
      Slice& slice = page->slices.front();  // keeps its padding
      slice.size = size;
      slice.owned = true;
      return served(&slice);
    }
  }
  return nullptr;
}

Slice* PersistentPool::add_page(std::uint64_t size) {
  Page* page = new_page(settings().rounded_up(size), false);
  if (page == nullptr) {
    return nullptr;
  }
  page->filed_under = page->size;
  return fill(*page, size);
}

void PersistentPool::cleanup(bool is_explicit, std::uint64_t /*reservations*/) {
  if (is_explicit) {
    release([](const Page&) { return true; });
    for (const auto& page : own_pages()) {
      page->filed_under = page->slices.front().effective();
    }
  }
}

Slice* DedicatedPool::try_reserve(std::uint64_t size) {
  for (const auto& page : pages()) {
    if (page->empty() && page->slices.front().effective() == settings().rounded_up(size)) {
      return fill(*page, size);
    }
  }
  return nullptr;
}

Slice* DedicatedPool::add_page(std::uint64_t size) {
  Page* page = new_page(settings().rounded_up(size), false);
  if (page == nullptr) {
    return nullptr;
  }
  page->place = pages().size() - 1;
  if (!vacant_.empty()) {
    page->place = vacant_.back();
    vacant_.pop_back();
  }
  std::sort(own_pages().begin(), own_pages().end(),
            [](const auto& left, const auto& right) { return left->place < right->place; });
  return fill(*page, size);
}

void DedicatedPool::cleanup(bool /*is_explicit*/, std::uint64_t /*reservations*/) {
  Sum reserved = 0;
  for (const auto& page : pages()) {
    reserved += page->slices.front().effective();
  }
  release([&](Page& page) {
    if (reserved == 0) {
      return false;  // the reference goes on only while bytes are reserved: free slices of no bytes can stay
    }
    reserved -= page.slices.front().effective();
    vacant_.push_back(page.place);
    return true;
  });
}

}  // namespace arenasim::tests::judge
