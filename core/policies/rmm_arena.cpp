#include "core/policies/rmm_arena.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace arenasim::core {
namespace {

constexpr Alignment kRmmArenaUnit = *Alignment::of(256_B);

}  // namespace

RmmArena::RmmArena(const Workplace& at, Bytes superblock)
    : BlockAllocator(at),
      superblock_(std::min(superblock, limits().largest_page)),
      unit_(limits().alignment.bytes() > kRmmArenaUnit.bytes() ? limits().alignment : kRmmArenaUnit) {
  add_pool({.kind = "rmm-arena"});
  arenas_.push_back(std::make_unique<Arena>());
}

RmmArena::Arena& RmmArena::arena_of(StreamId stream) {
  const auto [found, is_new] = numbers_.emplace(stream, static_cast<std::uint32_t>(arenas_.size()));
  if (is_new) {
    arenas_.push_back(std::make_unique<Arena>());
    arenas_.back()->number = found->second;
  }
  return *arenas_[found->second];
}

Result<BlockSlot> RmmArena::take(const Request& request) {
  const auto size = rounded(request.size, unit_);
  if (!size) {
    return tl::make_unexpected(size.error());
  }
  Arena& arena = arena_of(request.stream);
  BlockSlot block = arena.free.first_fit(*size);
  if (block != kNoSlot) {
    extract(arena, block);
  } else {
    auto lent = superblock_for(*size);
    if (!lent) {
      tell_retried(*size);
      lent = superblock_of_others(*size);
    }
    if (!lent) {
      return lent;
    }
    block = *lent;
    blocks().chain_of(block).mark = arena.number;
  }
  if (const BlockSlot rest = cut(block, *size); rest != kNoSlot) {
    insert(arena, rest);
  }
  return block;
}

/// From the global arena, or the device.
Result<BlockSlot> RmmArena::superblock_for(Bytes size) {
  Arena& global = *arenas_.front();
  if (const BlockSlot block = global.free.first_fit(size); block != kNoSlot) {
    extract(global, block);
    return block;
  }
  const bool has_power = size.count() <= std::bit_floor(limits().largest_page.count());
  return grant(std::max(superblock_, has_power ? Bytes{std::bit_ceil(size.count())} : size));
}

Result<BlockSlot> RmmArena::superblock_of_others(Bytes size) {
  std::for_each(arenas_.begin() + 1, arenas_.end(), [this](const auto& arena) { collect(*arena); });
  if (arenas_.front()->free.first_fit(size) == kNoSlot) {
    give_global_back();
  }
  return superblock_for(size);
}

/// What of the arena's is wholly free goes to the global one.
void RmmArena::collect(Arena& arena) {
  for (const BlockSlot block : whole_pages(arena.free)) {
    extract(arena, block);
    blocks().chain_of(block).mark = arenas_.front()->number;
    insert(*arenas_.front(), block);
  }
}

void RmmArena::give_global_back() {
  Arena& global = *arenas_.front();
  std::vector<BlockSlot> all;
  global.free.for_each([&](BlockSlot block) { all.push_back(block); });
  for (const BlockSlot block : all) {
    extract(global, block);
    give_back(block);
  }
}

void RmmArena::put(BlockSlot block, StreamId /*stream*/) {
  Arena& arena = arena_of(block);
  insert(arena, joined(block, [&](BlockSlot neighbour) { extract(arena, neighbour); }));
}

void RmmArena::release(StreamId stream) {
  collect(arena_of(stream));
  give_global_back();
}

void RmmArena::insert(Arena& arena, BlockSlot block) {
  arena.free.insert(blocks().address(block), blocks()[block].size, block);
  file(block);
}

void RmmArena::extract(Arena& arena, BlockSlot block) {
  arena.free.erase(blocks().address(block), blocks()[block].size);
  unfile(block);
}

std::optional<std::string> RmmArena::flaw() const {
  std::size_t free_count = 0;
  bool all_sound = true;
  for_each_block([&](BlockSlot slot) {
    if (blocks()[slot].state == BlockState::free) {
      ++free_count;
      all_sound = all_sound && free_behind(slot) == kNoSlot &&
                  arena_of(slot).free.contains(blocks().address(slot), blocks()[slot].size, slot);
    } else {
      all_sound = all_sound && blocks().chain_of(slot).mark != arenas_.front()->number;
    }
  });
  std::size_t filed_count = 0;
  for (const auto& arena : arenas_) {
    filed_count += arena->free.size();
  }
  if (!all_sound || filed_count != free_count) {
    return "rmm-arena files " + std::to_string(filed_count) + " free blocks and its superblocks have " +
           std::to_string(free_count) + ", or the global arena has one that is in use";
  }
  return std::nullopt;
}

namespace {

constexpr std::array kRmmArenaOptions{
    OptionSpec{"superblock", OptionType::bytes, "1MiB", "the least size of a superblock, a power of two", "",
               (1_MiB).count()},
};

tl::expected<std::unique_ptr<Allocator>, OptionError> make_rmm_arena(const Workplace& at, const Options& options) {
  if (!Alignment::of(options.bytes("superblock"))) {
    return tl::make_unexpected(OptionError{"option 'superblock' is not a power of two"});
  }
  return std::make_unique<RmmArena>(at, options.bytes("superblock"));
}

}  // namespace

const Policy kRmmArenaPolicy{"rmm-arena",
                             "an arena a stream, first fit in superblocks that a global arena lends",
                             "RMM, arena memory resource, as it is described",
                             kRmmArenaOptions,
                             make_rmm_arena,
                             nullptr,
                             {.serves_again = true, .gives_all_back = true}};

}  // namespace arenasim::core
