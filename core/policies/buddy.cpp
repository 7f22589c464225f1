#include "core/policies/buddy.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace arenasim::core {
namespace {

constexpr Bytes kLargestPower{std::uint64_t{1} << 63U};

Bytes power_up(Bytes size) {
  return Bytes{std::bit_ceil(size.count())};
}

}  // namespace

Buddy::Buddy(const Workplace& at, Bytes page, Bytes min_block)
    : BlockAllocator(at),
      page_(std::min(page, Bytes{std::bit_floor(limits().largest_page.count())})),
      min_block_(std::max(min_block, limits().alignment.bytes())) {
  add_pool({.kind = "buddy"});
}

Result<BlockSlot> Buddy::take(const Request& request) {
  if (request.size > kLargestPower) {
    return tl::make_unexpected(Refusal::too_large);
  }
  const Bytes size = std::max(power_up(request.size), min_block_);
  BlockSlot block = free_.at_least(size);
  if (block != kNoSlot) {
    extract(block);
  } else if (size > limits().largest_page) {
    return tl::make_unexpected(Refusal::too_large);
  } else {
    const auto added = grant(std::max(page_, size));
    if (!added) {
      return added;
    }
    block = *added;
  }
  while (blocks()[block].size > size) {
    insert(cut(block, Bytes{blocks()[block].size.count() / 2}));
  }
  return block;
}

void Buddy::put(BlockSlot block, StreamId /*stream*/) {
  for (BlockSlot buddy = free_buddy_of(block); buddy != kNoSlot; buddy = free_buddy_of(block)) {
    extract(buddy);
    block = blocks()[block].offset < blocks()[buddy].offset ? block : buddy;
    blocks().join_next(block);
  }
  insert(block);
}

/// The other half of what the block was halved from, where that is free and whole; else kNoSlot.
BlockSlot Buddy::free_buddy_of(BlockSlot block) const {
  const Bytes size = blocks()[block].size;
  const bool is_front = (blocks()[block].offset.count() & size.count()) == 0;
  const BlockSlot beside = is_front ? free_behind(block) : free_before(block);
  return beside != kNoSlot && blocks()[beside].size == size ? beside : kNoSlot;
}

void Buddy::release(StreamId /*stream*/) {
  for (const BlockSlot block : whole_pages(free_)) {
    extract(block);
    give_back(block);
  }
}

void Buddy::insert(BlockSlot block) {
  free_.insert(key_of(block), block);
  file(block);
}

void Buddy::extract(BlockSlot block) {
  free_.erase(key_of(block));
  unfile(block);
}

std::optional<std::string> Buddy::flaw() const {
  std::size_t free_count = 0;
  bool all_sound = true;
  for_each_block([&](BlockSlot slot) {
    const Block& block = blocks()[slot];
    all_sound = all_sound && std::has_single_bit(block.size.count()) && block.size >= min_block_ &&
                block.offset.count() % block.size.count() == 0;
    if (block.state == BlockState::free) {
      ++free_count;
      all_sound = all_sound && free_.contains(key_of(slot), slot) && free_buddy_of(slot) == kNoSlot;
    }
  });
  if (!all_sound || free_count != free_.size()) {
    return "buddy files " + std::to_string(free_.size()) + " free blocks and its pages have " +
           std::to_string(free_count) + ", or a block is no half of anything, or two halves stand apart";
  }
  return std::nullopt;
}

namespace {

constexpr std::array kBuddyOptions{
    OptionSpec{"page", OptionType::bytes, "64MiB", "the size of a page, a power of two", "", 1},
    OptionSpec{"min-block", OptionType::bytes, "1", "the smallest block, a power of two; at least the alignment", "",
               1},
};

tl::expected<std::unique_ptr<Allocator>, OptionError> make_buddy(const Workplace& at, const Options& options) {
  for (const std::string_view option : {"page", "min-block"}) {
    if (!Alignment::of(options.bytes(option))) {
      return tl::make_unexpected(OptionError{"option '" + std::string{option} + "' is not a power of two"});
    }
  }
  if (options.bytes("min-block") > options.bytes("page")) {
    return tl::make_unexpected(OptionError{"option 'min-block' is larger than 'page'"});
  }
  return std::make_unique<Buddy>(at, options.bytes("page"), options.bytes("min-block"));
}

}  // namespace

const Policy kBuddyPolicy{"buddy",
                          "pages halved down to the power of two that holds the request, halves joined at once",
                          "the binary buddy system",
                          kBuddyOptions,
                          make_buddy,
                          nullptr,
                          {.serves_again = true, .gives_all_back = true}};

}  // namespace arenasim::core
