#include "sim/recorded/walk.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "core/values.hpp"

namespace arenasim::sim::recorded {
namespace {

using core::Choice;
using traces::EventKind;

/// Slots from here on are of no allocation of the recording.
std::uint32_t first_free_slot(std::span<const traces::Event> events) {
  std::uint32_t most = 0;
  for (const traces::Event& event : events) {
    if (event.kind == EventKind::alloc || event.kind == EventKind::preexisting) {
      most = std::max(most, event.slot.number());
    }
  }
  return most + 1;
}

}  // namespace

Walk::Walk(const Recording& recording, core::Allocator& policy)
    : recording_(recording),
      allocator_(policy),
      policy_(*policy.restores()),
      start_(start_of(recording)),
      open_(open_blocks(start_, policy_)),
      next_hole_(first_free_slot(recording.events)) {}

report::RecordedComparison Walk::run() {
  answer_.settled_count = settle(recording_, start_, open_);
  answer_.open_count = open_.size();
  restore(start_);
  auto address = recording_.recorded.addresses.begin();
  const auto last = recording_.recorded.addresses.end();
  for (std::uint64_t number = 0; number < recording_.events.size(); ++number) {
    take_segment_events(number);
    const traces::Event& event = recording_.events[number];
    while (address != last && address->event < number) {
      ++address;
    }
    if (event.kind == EventKind::alloc && address != last && address->event == number) {
      alloc(number, event, address->address);
    } else if (event.kind == EventKind::free || event.kind == EventKind::free_completed) {
      free(event);
    }
  }
  take_segment_events(recording_.events.size());
  return std::move(answer_);
}

void Walk::restore(const Start& start) {
  for (const auto& [address, segment] : start.segments) {
    const auto page = policy_.restore_page({.size = segment.size,
                                            .stream = segment.stream,
                                            .address = address,
                                            .kind = segment.small ? "small" : "large",
                                            .expandable = segment.expandable});
    if (page) {
      pages_.emplace(address, Page{.id = *page, .segment = segment});
      addresses_.emplace(page->number(), address);
    }
  }
  for (const auto& [address, block] : start.blocks) {
    if (open_.contains(address)) {
      open_slots_.emplace(block.slot.number(), address);
    }
    const auto size = block.size ? block.size : policy_.least_block(block.requested);
    static_cast<void>(hold({.id = id_of(block.slot), .size = block.requested, .stream = block.stream}, address, size));
  }
}

void Walk::alloc(std::uint64_t number, const traces::Event& event, std::uint64_t address) {
  const core::Request request{.id = id_of(event.slot), .size = event.size, .stream = event.stream};
  const Choice choice = policy_.choose(request);
  const std::vector<SegmentEvent> gains = std::exchange(gains_[event.stream], {});
  compare_gains(choice, gains);
  for (const SegmentEvent& gain : gains) {
    add_segment(gain);
  }
  ++answer_.placements_count;
  const auto predicted = address_of(choice, gains);
  if (predicted == address) {
    ++answer_.placements_equal_count;
  } else {
    differ(number, event, address, choice, predicted);
  }
  static_cast<void>(hold(request, address, std::nullopt));
}

void Walk::free(const traces::Event& event) {
  if (const auto open = open_slots_.find(event.slot.number()); open != open_slots_.end()) {
    open_.erase(open->second);
    open_slots_.erase(open);
  }
  allocator_.complete_free(id_of(event.slot), event.stream);
}

bool Walk::hold(const core::Request& request, std::uint64_t address, std::optional<core::Bytes> block) {
  const auto page = page_of(address);
  return page != pages_.end() &&
         policy_.place_at(request, {page->second.id, core::Bytes{address - page->first}}, block);
}

/// Where the choice lies; a new segment lies where the recording made one.
std::optional<std::uint64_t> Walk::address_of(const Choice& choice, const std::vector<SegmentEvent>& gains) const {
  switch (choice.kind) {
    case Choice::Kind::refused:
      return std::nullopt;
    case Choice::Kind::new_page:
      return gains.empty() ? std::nullopt : std::optional{gains.front().address};
    default:
      return addresses_.at(choice.place.page.number()) + choice.place.offset.count();
  }
}

void Walk::differ(std::uint64_t number, const traces::Event& event, std::uint64_t address, const Choice& choice,
                  std::optional<std::uint64_t> predicted) {
  const auto open = choice.kind == Choice::Kind::free_range ? open_block_before(*predicted) : std::nullopt;
  if (!answer_.first_difference) {
    answer_.first_difference = {.event = number,
                                .size = event.size,
                                .recorded = place_text(address),
                                .predicted = choice_text(choice, predicted),
                                .reason = open ? "the block before the predicted place was live before the recording "
                                                 "began, and how long it is cannot be known: it may reach to here"
                                               : why(address, choice, event.stream)};
  }
  if (open) {  // passed over although it would have served: the block before it reaches over it
    const OpenBlock range = open_.at(*open);
    static_cast<void>(
        policy_.lengthen_block(id_of(start_.blocks.at(*open).slot), core::Bytes{range.most_end - range.least_end}));
    open_.erase(*open);
  }
}

/// The open block that is still held and would end where `address` is.
std::optional<std::uint64_t> Walk::open_block_before(std::uint64_t address) const {
  const auto behind = open_.upper_bound(address);
  if (behind == open_.begin()) {
    return std::nullopt;
  }
  const auto block = std::prev(behind);
  return block->second.least_end == address ? std::optional{block->first} : std::nullopt;
}

std::string Walk::why(std::uint64_t address, const Choice& choice, core::StreamId stream) const {
  const auto page = page_of(address);
  if (page == pages_.end()) {
    return "the recording names no segment that holds the place";
  }
  if (page->second.segment.stream != stream) {
    return "the recording placed it in a segment of another stream";
  }
  if (choice.kind == Choice::Kind::new_page || choice.kind == Choice::Kind::longer_page) {
    return "the policy finds no free block that is large enough: a block may be shorter than the recording tells, or "
           "the place belongs to another pool";
  }
  if (choice.kind == Choice::Kind::refused) {
    return "no segment of the policy could hold it";
  }
  const auto predicted = page_of(addresses_.at(choice.place.page.number()));
  if (predicted->second.segment.small != page->second.segment.small) {
    return "the recording placed it in another pool";
  }
  return "a setting that the recording does not state, a pool of its own, or another rule";
}

Walk::Pages::const_iterator Walk::page_of(std::uint64_t address) const {
  const auto behind = pages_.upper_bound(address);
  if (behind == pages_.begin()) {
    return pages_.end();
  }
  const auto page = std::prev(behind);
  return address - page->first < page->second.segment.size.count() ? page : pages_.end();
}

std::string Walk::place_text(std::uint64_t address) const {
  const auto page = page_of(address);
  if (page == pages_.end()) {
    return fmt::format("{:#x}", address);
  }
  return fmt::format("segment {:#x} at {}", page->first, address - page->first);
}

std::string Walk::choice_text(const Choice& choice, std::optional<std::uint64_t> predicted) const {
  switch (choice.kind) {
    case Choice::Kind::refused:
      return "refused";
    case Choice::Kind::new_page:
      return "a new segment of " + core::to_text(choice.bytes);
    case Choice::Kind::longer_page:
      return place_text(*predicted - choice.place.offset.count()) + " grown by " + core::to_text(choice.bytes);
    case Choice::Kind::free_range:
      return place_text(*predicted);
  }
  return {};
}

}  // namespace arenasim::sim::recorded
