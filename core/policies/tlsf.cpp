#include "core/policies/tlsf.hpp"

#include <algorithm>
#include <array>

namespace arenasim::core {

Tlsf::Tlsf(const Workplace& at, const TlsfRules& rules) : BlockAllocator(at), rules_(rules) {
  rules_.page_size = std::min(rules_.page_size, limits().largest_page);
  add_pool({.kind = "tlsf"});
}

Result<BlockSlot> Tlsf::take(const Request& request) {
  for (ChainSlot page = blocks().first(); page != kNoSlot; page = blocks().chain(page).next) {
    TlsfLists& lists = lists_of(blocks().chain(page));
    const BlockSlot block = lists.find(blocks(), page, request.size, limits().alignment, rules_.strategy);
    if (block != kNoSlot) {
      extract(lists, block);
      return carve(lists, block, request.size);
    }
  }
  const auto added = add_page(request.size);
  return added ? Result<BlockSlot>(carve(lists_of(blocks().chain_of(*added)), *added, request.size)) : added;
}

Result<BlockSlot> Tlsf::take_nothing(const Request& /*request*/) {
  ++refused_nothings_count_;
  return tl::make_unexpected(Refusal::too_large);
}

Result<BlockSlot> Tlsf::add_page(Bytes size) {
  const Bytes page_size = std::max(size, rules_.page_size);
  const auto block = grant(page_size);
  if (!block) {
    return block;
  }
  auto lists = std::make_unique<TlsfLists>(page_size);
  std::uint32_t& mark = blocks().chain_of(*block).mark;
  if (vacant_.empty()) {
    mark = static_cast<std::uint32_t>(lists_.size());
    lists_.push_back(std::move(lists));
  } else {
    mark = vacant_.back();
    vacant_.pop_back();
    lists_[mark] = std::move(lists);
  }
  return block;
}

/// From a loose block: what comes before the aligned start is a free block of its own, what comes behind another.
BlockSlot Tlsf::carve(TlsfLists& lists, BlockSlot block, Bytes size) {
  const Bytes gap = limits().alignment.padding(blocks()[block].offset);
  if (gap != Bytes{}) {
    const BlockSlot before = block;
    block = blocks().cut(before, gap);
    insert(lists, before);
  }
  if (const BlockSlot rest = cut(block, size); rest != kNoSlot) {
    insert(lists, rest);
  }
  lists.hand_out(size);
  return block;
}

void Tlsf::insert(TlsfLists& lists, BlockSlot block) {
  if (!is_tail(block)) {
    lists.insert(blocks(), block);
  }
  file(block);
}

void Tlsf::extract(TlsfLists& lists, BlockSlot block) {
  if (!is_tail(block)) {
    lists.remove(blocks(), block);
  }
  unfile(block);
}

void Tlsf::put(BlockSlot block, StreamId /*stream*/) {
  TlsfLists& lists = lists_of(blocks().chain_of(block));
  lists.take_back(blocks()[block].size);
  insert(lists, joined(block, [&](BlockSlot neighbour) { extract(lists, neighbour); }));
}

void Tlsf::release(StreamId /*stream*/) {
  bool kept_one = false;
  for (ChainSlot page = blocks().first(); page != kNoSlot;) {
    const Chain chain = blocks().chain(page);
    const Block& first = blocks()[chain.first];
    if (first.state == BlockState::free && first.size == chain.size) {
      if (kept_one) {
        unfile(chain.first);
        give_back(chain.first);
        lists_[chain.mark].reset();
        vacant_.push_back(chain.mark);
      }
      kept_one = true;
    }
    page = chain.next;
  }
}

std::vector<std::string> Tlsf::notes() const {
  if (refused_nothings_count_ == 0) {
    return {};
  }
  return {std::to_string(refused_nothings_count_) +
          " requests of 0 bytes were refused, which the original asserts against"};
}

std::optional<std::string> Tlsf::flaw() const {
  for (ChainSlot page = blocks().first(); page != kNoSlot; page = blocks().chain(page).next) {
    const Chain& chain = blocks().chain(page);
    const TlsfLists& lists = *lists_[chain.mark];
    Bytes free_bytes;
    std::size_t listed_count = 0;
    bool all_listed = true;
    for (BlockSlot slot = chain.first; slot != kNoSlot; slot = blocks()[slot].next) {
      if (blocks()[slot].state == BlockState::free) {
        free_bytes += blocks()[slot].size;
        listed_count += is_tail(slot) ? 0U : 1U;
        all_listed = all_listed && (is_tail(slot) || lists.lists(blocks(), slot));
      }
    }
    if (!all_listed || listed_count != lists.listed_count() || free_bytes != lists.free_bytes()) {
      return "tlsf lists " + std::to_string(lists.listed_count()) + " free blocks of " +
             std::to_string(lists.free_bytes().count()) + " free bytes on page " + std::to_string(chain.page.number()) +
             ", which has " + std::to_string(listed_count) + " and " + std::to_string(free_bytes.count());
    }
  }
  return std::nullopt;
}

namespace {

constexpr std::array kTlsfOptions{
    OptionSpec{"page", OptionType::bytes, "256MiB", "the size of a page; a larger request has one of its own size", "",
               1},
    OptionSpec{"strategy", OptionType::choice, "default", "in which order free blocks are looked at",
               "default|min-time|min-memory|min-offset"},
};

tl::expected<std::unique_ptr<Allocator>, OptionError> make_tlsf(const Workplace& at, const Options& options) {
  constexpr std::array<std::string_view, 4> names{"default", "min-time", "min-memory", "min-offset"};
  const auto* const named = std::find(names.begin(), names.end(), options.text("strategy"));
  return std::make_unique<Tlsf>(
      at, TlsfRules{.page_size = options.bytes("page"), .strategy = static_cast<TlsfStrategy>(named - names.begin())});
}

}  // namespace

const Policy kTlsfPolicy{"tlsf",
                         "two-level segregated fit: the first free block of a size class, the last inserted first",
                         "VulkanMemoryAllocator virtual blocks, v3.3.0-68-ge386068",
                         kTlsfOptions,
                         make_tlsf,
                         nullptr,
                         {.serves_again = true}};

}  // namespace arenasim::core
