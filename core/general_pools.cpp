#include "core/general_pools.hpp"

#include <algorithm>
#include <cmath>

namespace arenasim::core {
namespace {

constexpr std::uint8_t kTinyIndex = 0;
constexpr std::uint8_t kSmallIndex = 1;
constexpr std::uint8_t kArenaIndex = 2;

constexpr int kBuckets = 24;
constexpr double kSmallestBucket = 32'768;
constexpr double kPeriod = 5'000;
constexpr double kGibibyte = 1'073'741'824;

// Serving from the reference's 64 slots keeps every pool index below the persistent and dedicated ones.
static_assert(kArenaIndex + 64 < 254, "pool indices of the arena must not meet those of the other pools");

Bytes rounded_up(Bytes size, Alignment alignment) {
  return alignment.round_up(size).value_or(size);
}

/// The largest sizes of the buckets, in the reference's order: near 32,768 they may fall.
std::vector<Bytes> bucket_sizes(const Limits& limits) {
  const double low = std::log(kSmallestBucket);
  const double high = std::log(static_cast<double>(limits.largest_page.count()));
  std::vector<Bytes> sizes;
  for (int i = 0; i < kBuckets; ++i) {
    const double size = std::floor(std::exp(low + (high - low) * i / (kBuckets - 1)));
    sizes.push_back(rounded_up(Bytes{static_cast<std::uint64_t>(size)}, limits.alignment));
  }
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  return sizes;
}

std::uint64_t period_of(Bytes size) {
  return static_cast<std::uint64_t>(kPeriod * std::round(1 + static_cast<double>(size.count()) / kGibibyte));
}

}  // namespace

AdaptivePools::AdaptivePools(Space& space, const ArenaConstants& constants, SmallPool small, Carving carving)
    : GeneralPools(&arena_),
      tiny_(space, kTinyIndex, Bytes{}, ExclusivePool::kNever),
      small_(space, kSmallIndex, rounded_up(small.page_size, space.device().alignment()),
             rounded_up(small.max_slice, space.device().alignment()), carving),
      arena_(space, kArenaIndex, constants, carving) {}

SliceSlot AdaptivePools::reserve_in_room(Bytes size) {
  if (tiny_.accepts(size)) {
    return tiny_.reserve_in_room(size);
  }
  return small_.accepts(size) ? small_.reserve_in_room(size) : arena_.reserve_in_room(size);
}

[[gnu::flatten]] Reserved AdaptivePools::reserve(Bytes size) {
  if (!tiny_.accepts(size) && !small_.accepts(size)) {
    return arena_.reserve(size);
  }
  MemoryPool& pool = tiny_.accepts(size) ? static_cast<MemoryPool&>(tiny_) : small_;
  const SliceSlot in_room = pool.reserve_in_room(size);
  return in_room != kNoSlot ? Reserved{in_room} : pool.add_page(size);
}

[[gnu::flatten]] void AdaptivePools::cleanup(Cleanup cleanup, std::uint64_t reservations) {
  tiny_.cleanup(cleanup, reservations);
  small_.cleanup(cleanup, reservations);
  arena_.cleanup(cleanup, reservations);
}

std::vector<GeneralPools::Named> AdaptivePools::list() const {
  std::vector<Named> pools{{&tiny_, "tiny"}, {&small_, "small"}, {&arena_.current(), "arena"}};
  std::transform(arena_.outdated().begin(), arena_.outdated().end(), std::back_inserter(pools), [](const auto& pool) {
    return Named{pool.get(), "outdated"};
  });
  return pools;
}

ExclusivePools::ExclusivePools(Space& space) : GeneralPools(nullptr) {
  for (const Bytes size : bucket_sizes(space.device().limits())) {
    const auto index = static_cast<std::uint8_t>(pools_.size());
    pools_.push_back(std::make_unique<ExclusivePool>(space, index, size, period_of(size)));
  }
}

SliceSlot ExclusivePools::reserve_in_room(Bytes size) {
  for (const auto& pool : pools_) {
    if (pool->accepts(size)) {
      if (const SliceSlot slice = pool->reserve_in_room(size); slice != kNoSlot) {
        return slice;
      }
    }
  }
  return kNoSlot;
}

Reserved ExclusivePools::reserve(Bytes size) {
  if (const SliceSlot slice = reserve_in_room(size); slice != kNoSlot) {
    return slice;
  }
  const auto first = std::find_if(pools_.begin(), pools_.end(), [&](const auto& pool) { return pool->accepts(size); });
  return first == pools_.end() ? tl::make_unexpected(Refusal::too_large) : (*first)->add_page(size);
}

void ExclusivePools::cleanup(Cleanup cleanup, std::uint64_t reservations) {
  for (const auto& pool : pools_) {
    pool->cleanup(cleanup, reservations);
  }
}

std::vector<GeneralPools::Named> ExclusivePools::list() const {
  std::vector<Named> pools;
  std::transform(pools_.begin(), pools_.end(), std::back_inserter(pools), [](const auto& pool) {
    return Named{pool.get(), "exclusive"};
  });
  return pools;
}

}  // namespace arenasim::core
