// The judge's relocation: when one is wanted, which pages it empties, and what becomes of a copy that failed.
#include <algorithm>

#include "tests/property/judge/memory.hpp"

namespace arenasim::tests::judge {
namespace {

void let_go_of_targets(const std::vector<Move>& moves) {
  for (const auto& [source, target] : moves) {
    target->owned = false;
  }
}

bool copies(Device& device, const std::vector<Move>& moves) {
  return std::all_of(moves.begin(), moves.end(), [&](const Move& move) {
    return device.copy(move.first->spot(), move.second->spot(), move.first->size);
  });
}

void commit(const std::vector<Move>& moves) {
  for (const auto& [source, target] : moves) {
    target->owned = source->owned;
    target->owner = source->owner;
    source->owned = false;
    target->stuck = source->stuck;  // what a failed wait kept is kept at its new place
    source->stuck = false;
  }
}

}  // namespace

std::optional<std::string> Memory::wanted_relocation() const {
  if (!has_outdated() || remembered_ == arena_->shape()) {
    return std::nullopt;
  }
  if (arena_->full()) {
    return "ArenaFull";
  }
  const std::uint64_t capacity = device_->settings().capacity;
  const std::uint64_t page_size = arena_->current().page_size();
  const std::uint64_t left = capacity > page_size ? capacity - page_size : 0;
  if (capacity != 0 && device_->allocated() + page_size > left) {
    return "MemoryPressure";
  }
  return std::nullopt;
}

std::optional<std::vector<Move>> Memory::plan_page(Page& page, bool may_add) {
  std::vector<Move> moves;
  for (Slice* source : page.held()) {
    Slice* target = arena_->current().try_reserve(source->size);
    if (target == nullptr && may_add) {
      target = arena_->current().add_page(source->size);
    }
    if (target == nullptr) {
      let_go_of_targets(moves);
      return std::nullopt;
    }
    moves.emplace_back(source, target);
  }
  return moves;
}

std::vector<Move> Memory::plan(bool may_add) {
  std::vector<Page*> pages = arena_->outdated_pages();
  std::erase_if(pages, [](Page* page) { return page->guards > 0 || page->has_bound() || page->empty(); });
  std::stable_sort(pages.begin(), pages.end(),
                   [](Page* left, Page* right) { return left->live_bytes() < right->live_bytes(); });
  std::vector<Move> moves;
  for (Page* page : pages) {
    if (const auto more = plan_page(*page, may_add)) {
      moves.insert(moves.end(), more->begin(), more->end());
    }
  }
  return moves;
}

std::vector<Move> Memory::relocate(const std::string& reason) {
  device_->say("relocate " + reason);
  std::vector<Move> moves = plan(reason == "ArenaFull" || reason == "Capture");
  if (moves.empty()) {
    remembered_ = arena_->shape();
    return {};
  }
  const bool copied = copies(*device_, moves);
  const bool waited = device_->wait();
  if (copied && waited) {
    commit(moves);
    arena_->drain();
    remembered_.reset();
    return moves;
  }
  for (const auto& [source, target] : moves) {
    source->stuck = source->stuck || !waited;
    target->stuck = !waited;
  }
  let_go_of_targets(moves);
  remembered_ = arena_->shape();
  return {};
}

}  // namespace arenasim::tests::judge
