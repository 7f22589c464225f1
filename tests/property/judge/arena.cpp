#include "tests/property/judge/arena.hpp"

#include <algorithm>

namespace arenasim::tests::judge {
namespace {

constexpr std::uint64_t kMib = 1U << 20U;
constexpr std::size_t kSlots = 64;
constexpr int kFirstIndex = 2;

}  // namespace

Arena::Arena(Device& device) : device_(&device) {
  const Settings& settings = device.settings();
  max_page_ = std::max(settings.max_page - settings.max_page % settings.alignment, settings.alignment);
  min_page_ = std::min(settings.rounded_up(std::min(2 * kMib, settings.max_page)), max_page_);
  current_ = std::make_unique<SlicedPool>(device, kFirstIndex, min_page_, min_page_);
}

bool Arena::fits(std::uint64_t size) const {
  return device_->settings().rounded_up(size) <= current_->page_size();
}

Slice* Arena::try_reserve(std::uint64_t size) {
  return fits(size) ? current_->try_reserve(size) : nullptr;
}

int Arena::first_empty_slot() const {
  const auto is_taken = [this](int index) {
    return current_->index() == index ||
           std::any_of(outdated_.begin(), outdated_.end(), [&](const auto& pool) { return pool->index() == index; });
  };
  int index = kFirstIndex;
  while (is_taken(index)) {
    ++index;
  }
  return index;
}

Reserved Arena::add_page(std::uint64_t size) {
  const Settings& settings = device_->settings();
  if (fits(size)) {
    Slice* slice = current_->add_page(size);
    return slice == nullptr ? Reserved{"OutOfMemory"} : Reserved{slice};
  }
  if (settings.rounded_up(size) > max_page_) {
    return "TooLarge";
  }
  if (full()) {
    return "PageSizesExhausted";
  }
  const Sum with_slack = (Sum{size} + kMib + kMib - 1) / kMib * kMib;
  const Sum wished = (with_slack + settings.alignment - 1) / settings.alignment * settings.alignment;
  const auto page_size = static_cast<std::uint64_t>(std::clamp<Sum>(wished, min_page_, max_page_));
  auto grown = std::make_unique<SlicedPool>(*device_, first_empty_slot(), page_size, page_size);
  Slice* slice = grown->add_page(size);
  if (slice == nullptr) {
    return "OutOfMemory";
  }
  outdated_.push_back(std::move(current_));
  current_ = std::move(grown);
  return slice;
}

bool Arena::full() const {
  return outdated_.size() + 1 == kSlots;
}

std::vector<Page*> Arena::outdated_pages() const {
  std::vector<Page*> pages;
  for (const auto& pool : outdated_) {
    for (const auto& page : pool->pages()) {
      pages.push_back(page.get());
    }
  }
  return pages;
}

Shape Arena::shape() const {
  const auto pages = outdated_pages();
  const auto guarded = std::count_if(pages.begin(), pages.end(), [](const Page* page) { return page->guards > 0; });
  return {current_->pages().size(), outdated_.size(), pages.size(), static_cast<std::size_t>(guarded)};
}

void Arena::drain() {
  for (const auto& pool : outdated_) {
    pool->release_empty();
  }
  std::erase_if(outdated_, [](const auto& pool) { return pool->pages().empty(); });
}

void Arena::cleanup(bool is_explicit, std::uint64_t reservations) {
  current_->cleanup(is_explicit, reservations);
  drain();
}

void Arena::report(std::uint64_t stream) const {
  current_->report(stream, "adaptive page_size=" + std::to_string(current_->page_size()) +
                               " outdated_pages=" + std::to_string(outdated_pages().size()));
  for (const auto& pool : outdated_) {
    pool->report(stream, pool->kind());
  }
}

}  // namespace arenasim::tests::judge
