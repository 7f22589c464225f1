#include "core/policies/offline.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace arenasim::core {
namespace {

/// ` (1.56 %)`: how much `part` is of `whole`, rounded down; empty where there is no whole.
std::string share_text(Uint128 part, Uint128 whole) {
  if (whole == 0) {
    return "";
  }
  const auto hundredths = static_cast<std::uint64_t>(part * 10'000 / whole);
  std::string text = " (" + std::to_string(hundredths / 100) + '.';
  text += static_cast<char>('0' + hundredths / 10 % 10);
  text += static_cast<char>('0' + hundredths % 10);
  return text + " %)";
}

std::string bytes_text(Uint128 count) {
  return std::to_string(static_cast<std::uint64_t>(count)) + " bytes";
}

const Packing& shortest(const std::vector<Packing>& packings) {
  return *std::min_element(packings.begin(), packings.end(),
                           [](const Packing& left, const Packing& right) { return left.peak < right.peak; });
}

std::string on_the_bound(const std::vector<Packing>& packings, Uint128 bound) {
  const Packing& best = shortest(packings);
  const Uint128 peak = best.peak.count();
  std::string note = "packed by ";
  note += name(best.order);
  note += " into ";
  note += bytes_text(peak);
  if (peak > bound) {
    note += ", ";
    note += bytes_text(peak - bound);
    note += share_text(peak - bound, bound);
    note += " above the lower bound of ";
  } else {
    note += ", which is the lower bound of ";
  }
  note += bytes_text(bound);
  for (const Packing& packing : packings) {
    if (packing.order != best.order) {
      note += "; by ";
      note += name(packing.order);
      note += ' ';
      note += bytes_text(packing.peak.count());
    }
  }
  return note;
}

std::string on_the_capacity(Bytes peak, Bytes capacity) {
  const bool fits = peak <= capacity;
  const Uint128 apart = fits ? (capacity - peak).count() : (peak - capacity).count();
  std::string note = fits ? "the packing leaves " : "the packing passes ";
  note += fits ? bytes_text(apart) + share_text(apart, capacity.count()) + " of " : std::string{};
  note += "the capacity of ";
  note += bytes_text(capacity.count());
  if (!fits) {
    note += " by ";
    note += bytes_text(apart);
    note += share_text(apart, capacity.count());
  }
  return note;
}

}  // namespace

Offline::Offline(const Workplace& at, const Lifetimes& lifetimes, const std::vector<Packing>& packings)
    : BlockAllocator(at), lifetimes_(&lifetimes) {
  notes_.push_back(on_the_bound(packings, lower_bound(lifetimes, limits().alignment)));
  plan_ = shortest(packings);
  if (limits().capacity) {
    notes_.push_back(on_the_capacity(plan_.peak, *limits().capacity));
  }
  const Bytes most = std::min(limits().largest_page, limits().capacity.value_or(Bytes::max()));
  page_size_ = std::min(plan_.peak, limits().alignment.round_down(most));
  add_pool({.kind = "offline", .page_size = page_size_});
}

Result<Placement> Offline::allocate(const Request& request) {
  ++requests_count_;
  return BlockAllocator::allocate(request);
}

/// Where the request that came last is to lie.
std::optional<Bytes> Offline::planned(Bytes size) const {
  const std::size_t number = requests_count_ - 1;
  const bool is_known = number < lifetimes_->size() && (*lifetimes_)[number].size == size;
  return is_known ? plan_.offsets[number] : std::nullopt;
}

Result<BlockSlot> Offline::take(const Request& request) {
  const auto size = rounded(request.size, limits().alignment);
  if (!size) {
    return tl::make_unexpected(size.error());
  }
  if (page_size_ == Bytes{}) {
    return tl::make_unexpected(Refusal::out_of_memory);
  }
  if (blocks().first() == kNoSlot) {
    const auto page = grant(page_size_);
    if (!page) {
      return page;
    }
    insert(*page);
  }
  const auto offset = planned(request.size);
  BlockSlot block = offset ? room_at(*offset, *size) : kNoSlot;
  const bool as_planned = block != kNoSlot;
  if (!as_planned) {
    block = lowest_room(*size);
  }
  if (block == kNoSlot) {
    return tl::make_unexpected(Refusal::out_of_memory);
  }
  extract(block);
  if (as_planned && blocks()[block].offset < *offset) {
    const BlockSlot front = block;
    block = blocks().cut(front, *offset - blocks()[front].offset);
    insert(front);
  }
  if (const BlockSlot rest = cut(block, *size); rest != kNoSlot) {
    insert(rest);
  }
  return block;
}

/// The free block that holds these bytes; kNoSlot where some of them are in use.
BlockSlot Offline::room_at(Bytes offset, Bytes size) const {
  const auto behind = free_.upper_bound(offset);
  if (behind == free_.begin()) {
    return kNoSlot;
  }
  const BlockSlot block = std::prev(behind)->second;
  const Bytes end = blocks()[block].offset + blocks()[block].size;
  return offset + size <= end ? block : kNoSlot;
}

BlockSlot Offline::lowest_room(Bytes size) const {
  const auto found =
      std::find_if(free_.begin(), free_.end(), [&](const auto& entry) { return blocks()[entry.second].size >= size; });
  return found == free_.end() ? kNoSlot : found->second;
}

void Offline::put(BlockSlot block, StreamId /*stream*/) {
  insert(joined(block, [this](BlockSlot neighbour) { extract(neighbour); }));
}

void Offline::release(StreamId /*stream*/) {
  if (free_.size() == 1 && blocks().is_whole_page(free_.begin()->second)) {
    const BlockSlot page = free_.begin()->second;
    extract(page);
    give_back(page);
  }
}

void Offline::insert(BlockSlot block) {
  free_.emplace(blocks()[block].offset, block);
  file(block);
}

void Offline::extract(BlockSlot block) {
  free_.erase(blocks()[block].offset);
  unfile(block);
}

std::optional<std::string> Offline::flaw() const {
  std::size_t free_count = 0;
  bool all_filed = true;
  for_each_block([&](BlockSlot slot) {
    if (blocks()[slot].state == BlockState::free) {
      const auto found = free_.find(blocks()[slot].offset);
      ++free_count;
      all_filed = all_filed && found != free_.end() && found->second == slot && free_behind(slot) == kNoSlot;
    }
  });
  if (!all_filed || free_count != free_.size()) {
    return "offline files " + std::to_string(free_.size()) + " free blocks and its page has " +
           std::to_string(free_count);
  }
  return std::nullopt;
}

namespace {

constexpr std::array kOfflineOptions{
    OptionSpec{"order", OptionType::choice, "all",
               "in which order buffers are placed: falling, start rising; all: the best of these",
               "all|size|area|lifetime|start"},
};

tl::expected<std::unique_ptr<Allocator>, OptionError> make_offline(const Workplace& at, const Options& options) {
  if (at.lifetimes == nullptr) {
    return tl::make_unexpected(OptionError{"it needs to know the whole trace beforehand, and here it cannot"});
  }
  const std::string& wanted = options.text("order");
  const Alignment alignment = at.storage.limits().alignment;
  std::vector<Packing> packings;
  if (wanted == "all") {
    packings = pack_by_every_order(*at.lifetimes, alignment);
  }
  for (const PackingOrder order : kPackingOrders) {
    if (wanted == name(order)) {
      packings.push_back(pack(*at.lifetimes, alignment, order));
    }
  }
  return std::make_unique<Offline>(at, *at.lifetimes, packings);
}

}  // namespace

const Policy kOfflinePolicy{"offline",
                            "every lifetime known beforehand and packed into one page",
                            "first fit over lifetimes, by size, area, length and start",
                            kOfflineOptions,
                            make_offline,
                            nullptr,
                            {.gives_all_back = true},
                            true};

}  // namespace arenasim::core
