#include "core/policies/rmm_pool.hpp"

#include <algorithm>
#include <array>

namespace arenasim::core {
namespace {

constexpr Alignment kUnitAlignment = *Alignment::of(RmmPool::kUnit);

}  // namespace

RmmPool::RmmPool(const Workplace& at, const RmmPoolRules& rules) : BlockAllocator(at), rules_(rules) {
  add_pool({.kind = "rmm-pool"});
}

Result<void> RmmPool::reserve() {
  if (rules_.initial == Bytes{}) {
    return {};
  }
  const ListNumber list = list_of(StreamId{0});
  const auto block = grant(rules_.initial);
  if (!block) {
    return tl::make_unexpected(block.error());
  }
  pool_size_ = rules_.initial;
  last_page_ = rules_.initial;
  lists_[list]->is_kept = true;
  insert(*block, list);
  return {};
}

RmmPool::ListNumber RmmPool::list_of(StreamId stream) {
  if (lists_.empty() || last_stream_ != stream) {
    const auto [found, is_new] = list_numbers_.try_emplace(stream, static_cast<ListNumber>(lists_.size()));
    if (is_new) {
      lists_.push_back(std::make_unique<List>());
    }
    last_stream_ = stream;
    last_list_ = found->second;
  }
  return last_list_;
}

Result<BlockSlot> RmmPool::take(const Request& request) {
  const auto size = rounded(request.size, kUnitAlignment);
  if (!size) {
    return tl::make_unexpected(size.error());
  }
  const ListNumber own = list_of(request.stream);
  BlockSlot block = take_from(own, *size);
  if (block == kNoSlot) {
    lists_[own]->is_kept = true;
    block = take_from_others(own, *size);
  }
  if (block == kNoSlot) {
    block = take_after_merging(own, *size);
  }
  if (block != kNoSlot) {
    return block;
  }
  const auto grown = grow(*size);
  return grown ? Result<BlockSlot>(carve(*grown, *size, own)) : grown;
}

BlockSlot RmmPool::take_from(ListNumber list, Bytes size) {
  const BlockSlot block = lists_[list]->blocks.at_least(size);
  if (block == kNoSlot) {
    return kNoSlot;
  }
  extract(block);
  return carve(block, size, list);
}

BlockSlot RmmPool::take_from_others(ListNumber own, Bytes size) {
  for (ListNumber other = 0; other < lists_.size(); ++other) {
    const BlockSlot block = other == own ? kNoSlot : take_from(other, size);
    if (block != kNoSlot) {
      ++waits_count_;
      return block;
    }
  }
  return kNoSlot;
}

BlockSlot RmmPool::take_after_merging(ListNumber own, Bytes size) {
  for (ListNumber other = 0; other < lists_.size(); ++other) {
    if (other == own || !lists_[other]->is_kept) {
      continue;
    }
    merge(other, own);
    if (const BlockSlot block = take_from(own, size); block != kNoSlot) {
      return block;
    }
  }
  return kNoSlot;
}

void RmmPool::merge(ListNumber from, ListNumber into) {
  ++waits_count_;
  lists_[from]->is_kept = false;
  moving_.clear();
  lists_[from]->blocks.for_each([this](BlockSlot block) { moving_.push_back(block); });
  for (const BlockSlot block : moving_) {
    extract(block);
    join_and_insert(block, into);
  }
}

/// What growth asks for first; 0 where the maximum forbids any page for the request.
Bytes RmmPool::first_try(Bytes size) const {
  if (!rules_.maximum) {
    return std::max(size, pool_size_);
  }
  const Bytes left = pool_size_ < *rules_.maximum ? *rules_.maximum - pool_size_ : Bytes{};
  const Bytes remaining = left + kUnitAlignment.padding(left);
  return size > remaining ? Bytes{} : std::max(size, Bytes{remaining.count() / 2});
}

Result<BlockSlot> RmmPool::grow(Bytes size) {
  Bytes page_size = first_try(size);
  if (page_size == Bytes{}) {
    return tl::make_unexpected(Refusal::out_of_memory);
  }
  auto block = grant(page_size);
  while (!block && page_size > size) {
    page_size = std::max(size, Bytes{page_size.count() / 2});
    block = grant(page_size);
  }
  if (block) {
    if (pool_size_ != Bytes{}) {
      tell_grown(0, last_page_, page_size, size);
    }
    last_page_ = page_size;
    pool_size_ += page_size;
  }
  return block;
}

/// From a loose block; the rest goes to `list`.
BlockSlot RmmPool::carve(BlockSlot block, Bytes size, ListNumber list) {
  if (const BlockSlot rest = cut(block, size); rest != kNoSlot) {
    insert(rest, list);
  }
  return block;
}

void RmmPool::insert(BlockSlot block, ListNumber list) {
  blocks()[block].mark = list;
  lists_[list]->blocks.insert(key_of(block), block);
  file(block);
}

void RmmPool::extract(BlockSlot block) {
  lists_[blocks()[block].mark]->blocks.erase(key_of(block));
  unfile(block);
}

void RmmPool::put(BlockSlot block, StreamId stream) {
  const ListNumber list = list_of(stream);
  lists_[list]->is_kept = true;
  join_and_insert(block, list);
}

void RmmPool::join_and_insert(BlockSlot block, ListNumber list) {
  const auto take_out = [this](BlockSlot neighbour) { extract(neighbour); };
  const auto in_list = [&](BlockSlot neighbour) { return blocks()[neighbour].mark == list; };
  insert(joined(block, take_out, in_list), list);
}

std::vector<std::string> RmmPool::notes() const {
  if (waits_count_ == 0) {
    return {};
  }
  return {"streams waited for other streams' events " + std::to_string(waits_count_) +
          " times, which costs nothing here"};
}

std::optional<std::string> RmmPool::flaw() const {
  std::size_t free_count = 0;
  Bytes granted;
  bool all_listed = true;
  for_each_block([&](BlockSlot slot) {
    granted += blocks()[slot].size;
    if (blocks()[slot].state == BlockState::free) {
      ++free_count;
      all_listed = all_listed && lists_[blocks()[slot].mark]->blocks.contains(key_of(slot), slot);
    }
  });
  std::size_t listed_count = 0;
  for (const auto& list : lists_) {
    listed_count += list->blocks.size();
  }
  if (!all_listed || listed_count != free_count || granted != pool_size_) {
    return "rmm-pool lists " + std::to_string(listed_count) + " free blocks of " + std::to_string(pool_size_.count()) +
           " bytes, and its pages have " + std::to_string(free_count) + " of " + std::to_string(granted.count());
  }
  return std::nullopt;
}

namespace {

constexpr std::array kRmmPoolOptions{
    OptionSpec{"initial", OptionType::bytes, "0", "granted before the first request, a multiple of 256"},
    OptionSpec{"maximum", OptionType::bytes, "",
               "the most of all pages together, a multiple of 256; not set: no limit"},
};

tl::expected<std::unique_ptr<Allocator>, OptionError> make_rmm_pool(const Workplace& at, const Options& options) {
  RmmPoolRules rules{.initial = options.bytes("initial"), .maximum = {}};
  if (options.has("maximum")) {
    rules.maximum = options.bytes("maximum");
  }
  for (const Bytes size : {rules.initial, rules.maximum.value_or(Bytes{})}) {
    if (kUnitAlignment.padding(size) != Bytes{}) {
      return tl::make_unexpected(OptionError{"options 'initial' and 'maximum' are multiples of 256, and " +
                                             std::to_string(size.count()) + " is none"});
    }
  }
  if (rules.maximum && rules.initial > *rules.maximum) {
    return tl::make_unexpected(OptionError{"option 'initial' is larger than 'maximum'"});
  }
  auto pool = std::make_unique<RmmPool>(at, rules);
  if (!pool->reserve()) {
    return tl::make_unexpected(
        OptionError{"option 'initial' is " + options.text("initial") + ", which the device refused"});
  }
  return pool;
}

Alignment rmm_pool_alignment(const Limits& /*limits*/, const Options& /*options*/) {
  return kUnitAlignment;
}

}  // namespace

const Policy kRmmPoolPolicy{"rmm-pool",
                            "best fit in a list a stream, over a pool that doubles",
                            "RMM pool_memory_resource, v26.02.00a-251-g5d50a37b",
                            kRmmPoolOptions,
                            make_rmm_pool,
                            nullptr,
                            {.alignment = rmm_pool_alignment, .serves_again = true}};

}  // namespace arenasim::core
