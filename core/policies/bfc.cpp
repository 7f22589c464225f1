#include "core/policies/bfc.hpp"

#include <algorithm>
#include <array>

namespace arenasim::core {
namespace {

constexpr Alignment kBfcUnit = *Alignment::of(256_B);
constexpr Bytes kFirstRegion = 2_MiB;
constexpr Bytes kWorthwhileRest = 128_MiB;

Bytes twice(Bytes size) {
  return checked_add(size, size).value_or(Bytes::max());
}

/// Nine tenths, in units of the pool, and at least one unit less than before.
Bytes a_tenth_less(Bytes size) {
  const Bytes cut{size.count() / 10 * 9 + size.count() % 10 * 9 / 10};
  return std::min(cut + kBfcUnit.padding(cut), size - kBfcUnit.bytes());
}

}  // namespace

Bfc::Bfc(const Workplace& at, const BfcRules& rules)
    : BlockAllocator(at), rules_(rules), next_region_(rules.first_region) {
  add_pool({.kind = "bfc"});
}

Result<BlockSlot> Bfc::take_nothing(const Request& /*request*/) {
  return tl::make_unexpected(Refusal::out_of_memory);
}

Result<BlockSlot> Bfc::take(const Request& request) {
  const auto size = rounded(request.size, kBfcUnit);
  if (!size) {
    return tl::make_unexpected(size.error());
  }
  BlockSlot block = free_.at_least(*size);
  if (block != kNoSlot) {
    extract(block);
  } else {
    auto added = add_region(*size);
    if (!added && collect_for(*size)) {
      added = add_region(*size);
    }
    if (!added) {
      return added;
    }
    block = *added;
  }
  if (worth_splitting(blocks()[block].size, *size)) {
    insert(blocks().cut(block, *size));
  }
  return block;
}

bool Bfc::worth_splitting(Bytes block, Bytes request) const {
  const Bytes rest = block - request;
  return rest >= request || rest >= rules_.worthwhile_rest;
}

/// A region that holds `size`, as long as doubling makes it and the limit allows.
Result<BlockSlot> Bfc::add_region(Bytes size) {
  const Bytes available = kBfcUnit.round_down(std::min(rules_.limit - pooled_, limits().largest_page));
  if (size > available) {
    return tl::make_unexpected(Refusal::out_of_memory);
  }
  const bool must_double = size > next_region_;
  while (size > next_region_) {
    next_region_ = twice(next_region_);
  }
  const auto region = ask_for_region(size, std::min(next_region_, available));
  if (region && !must_double) {
    next_region_ = twice(next_region_);
  }
  return region;
}

/// From `most` down, a tenth less each time, as long as that holds `size`.
Result<BlockSlot> Bfc::ask_for_region(Bytes size, Bytes most) {
  auto region = ask_device(most);
  for (Bytes next = a_tenth_less(most); !region && next >= size; next = a_tenth_less(next)) {
    region = ask_device(next);
  }
  return region;
}

Result<BlockSlot> Bfc::ask_device(Bytes size) {
  const ChainSlot last = blocks().last();
  if (rules_.joins_regions && last != kNoSlot && lengthen(last, size)) {
    pooled_ += size;
    const BlockSlot end = blocks().chain(last).last;
    if (blocks()[end].state == BlockState::free) {
      extract(end);
    }
    return blocks().extend(last, size);
  }
  const auto region = grant(size);
  if (region) {
    pooled_ += size;
  }
  return region;
}

/// True when wholly free regions went back and a region for `size` may be had now.
bool Bfc::collect_for(Bytes size) {
  Bytes wholly_free;
  free_.for_each(
      [&](BlockSlot block) { wholly_free += blocks().is_whole_page(block) ? blocks()[block].size : Bytes{}; });
  if (!rules_.collects || wholly_free == Bytes{} || size > rules_.limit - pooled_ + wholly_free) {
    return false;
  }
  tell_retried(size);
  give_whole_regions_back();
  return true;
}

void Bfc::put(BlockSlot block, StreamId /*stream*/) {
  insert(joined(block, [this](BlockSlot neighbour) { extract(neighbour); }));
}

void Bfc::release(StreamId /*stream*/) {
  give_whole_regions_back();
}

void Bfc::give_whole_regions_back() {
  for (const BlockSlot block : whole_pages(free_)) {
    extract(block);
    pooled_ -= blocks()[block].size;
    give_back(block);
  }
}

void Bfc::insert(BlockSlot block) {
  free_.insert(key_of(block), block);
  file(block);
}

void Bfc::extract(BlockSlot block) {
  free_.erase(key_of(block));
  unfile(block);
}

std::optional<std::string> Bfc::flaw() const {
  std::size_t free_count = 0;
  Bytes pooled;
  bool all_filed = true;
  for_each_block([&](BlockSlot slot) {
    pooled += blocks()[slot].size;
    if (blocks()[slot].state == BlockState::free) {
      ++free_count;
      all_filed = all_filed && free_.contains(key_of(slot), slot) && free_behind(slot) == kNoSlot;
    }
  });
  if (!all_filed || free_count != free_.size() || pooled != pooled_) {
    return "bfc files " + std::to_string(free_.size()) + " free blocks of " + std::to_string(pooled_.count()) +
           " bytes, and its regions have " + std::to_string(free_count) + " of " + std::to_string(pooled.count());
  }
  return std::nullopt;
}

namespace {

constexpr std::array kBfcOptions{
    OptionSpec{"allow-growth", OptionType::flag, "true", "regions double from 2 MiB; false: the first is the capacity"},
    OptionSpec{"fragmentation-fraction", OptionType::ratio, "0",
               "of the capacity: a rest so long is split off; 0: one of 128 MiB"},
    OptionSpec{"garbage-collection", OptionType::flag, "true", "wholly free regions go back when extending failed"},
    OptionSpec{"coalesce-regions", OptionType::flag, "false", "regions lie in one address range and join"},
};

tl::expected<std::unique_ptr<Allocator>, OptionError> make_bfc(const Workplace& at, const Options& options) {
  const auto capacity = at.storage.limits().capacity;
  const Fraction fraction = options.ratio("fragmentation-fraction");
  if (!capacity && (!options.flag("allow-growth") || fraction.numerator != 0)) {
    return tl::make_unexpected(
        OptionError{"allow-growth=false and fragmentation-fraction are about the capacity, and there is none"});
  }
  BfcRules rules;
  rules.limit = capacity.value_or(Bytes::max());
  const Bytes first = options.flag("allow-growth") ? std::min(kFirstRegion, rules.limit) : rules.limit;
  rules.first_region = std::max(kBfcUnit.round_up(first).value_or(kBfcUnit.round_down(first)), kBfcUnit.bytes());
  rules.worthwhile_rest =
      fraction.numerator == 0 ? kWorthwhileRest : scaled(rules.limit, fraction).value_or(Bytes::max());
  rules.collects = options.flag("garbage-collection");
  rules.joins_regions = options.flag("coalesce-regions");
  return std::make_unique<Bfc>(at, rules);
}

Alignment bfc_alignment(const Limits& /*limits*/, const Options& /*options*/) {
  return kBfcUnit;
}

}  // namespace

const Policy kBfcPolicy{"bfc",
                        "best fit over regions that double, split where the rest is worth it",
                        "TensorFlow and XLA, best fit with coalescing",
                        kBfcOptions,
                        make_bfc,
                        nullptr,
                        {.alignment = bfc_alignment, .serves_again = true, .gives_all_back = true}};

}  // namespace arenasim::core
