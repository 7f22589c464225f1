#include "core/policies/quickpool.hpp"

#include <algorithm>
#include <array>

namespace arenasim::core {
namespace {

/// A coalesce that grows the pool by a little each time and asks for itself again is stopped here. The original's stack
/// lasts for some 262,000.
constexpr int kMostCoalesces = 1000;

}  // namespace

QuickPool::QuickPool(const Workplace& at, const QuickPoolRules& rules) : BlockAllocator(at), rules_(rules) {
  add_pool({.kind = "quickpool"});
}

Result<BlockSlot> QuickPool::take(const Request& request) {
  const auto size = rounded(request.size, rules_.alignment);
  return size ? take_rounded(*size) : tl::make_unexpected(size.error());
}

Result<BlockSlot> QuickPool::take_rounded(Bytes size) {
  BlockSlot block = free_.at_least(size);
  if (block != kNoSlot) {
    extract(block);
  } else {
    const auto added = add_page(size);
    if (!added) {
      return added;
    }
    block = *added;
  }
  if (const BlockSlot rest = cut(block, size); rest != kNoSlot) {
    insert(rest);
  }
  handed_out_ += size;
  state_.high_water = std::max(state_.high_water, handed_out_);
  return block;
}

Result<BlockSlot> QuickPool::add_page(Bytes size) {
  const Bytes page_size = std::max(size, state_.actual == Bytes{} ? rules_.first_page : rules_.next_page);
  auto block = grant(page_size);
  if (!block) {
    tell_retried(size);
    release_whole_pages();
    block = grant(page_size);
  }
  if (block) {
    state_.actual += page_size;
  }
  return block;
}

void QuickPool::insert(BlockSlot block) {
  blocks()[block].mark = age_++;
  free_.insert(key_of(block), block);
  if (blocks().is_whole_page(block)) {
    whole_free_.insert(key_of(block), block);
    state_.releasable += blocks()[block].size;
    ++state_.releasable_pages_count;
  }
  file(block);
}

void QuickPool::extract(BlockSlot block) {
  free_.erase(key_of(block));
  if (blocks().is_whole_page(block)) {
    whole_free_.erase(key_of(block));
    state_.releasable -= blocks()[block].size;
    --state_.releasable_pages_count;
  }
  unfile(block);
}

void QuickPool::put(BlockSlot block, StreamId /*stream*/) {
  join_and_insert(block);
  coalesce_while_suggested();
}

void QuickPool::join_and_insert(BlockSlot block) {
  handed_out_ -= blocks()[block].size;
  insert(joined(block, [this](BlockSlot neighbour) { extract(neighbour); }));
}

/// The original does this by recursion: the free that ends a coalesce asks the heuristic again. When all that the next
/// round rests on is as the last one found it, the rounds never end.
void QuickPool::coalesce_while_suggested() {
  QuickPoolState last;
  std::size_t last_count = 0;
  for (int round = 0; free_.size() > 1; ++round) {
    const auto size = rules_.heuristic.suggestion(state_);
    if (!size) {
      return;
    }
    if ((state_ == last && free_.size() == last_count) || round == kMostCoalesces) {
      ++endless_count_;
      return;
    }
    last = state_;
    last_count = free_.size();
    if (!coalesce_to(*size)) {
      return;
    }
  }
}

/// False when it took no block, so that no free follows.
bool QuickPool::coalesce_to(Bytes size) {
  release_whole_pages();
  if (state_.actual >= size) {
    return false;
  }
  const auto missing = rounded(size - state_.actual, rules_.alignment);
  const auto block = missing ? take_rounded(*missing) : tl::make_unexpected(missing.error());
  if (!block) {
    ++ended_count_;
    return false;
  }
  join_and_insert(*block);
  return true;
}

void QuickPool::release(StreamId /*stream*/) {
  release_whole_pages();
}

void QuickPool::release_whole_pages() {
  leaving_.clear();
  whole_free_.for_each([this](BlockSlot block) { leaving_.push_back(block); });
  for (const BlockSlot block : leaving_) {
    state_.actual -= blocks()[block].size;
    extract(block);
    give_back(block);
  }
}

std::vector<std::string> QuickPool::notes() const {
  std::vector<std::string> notes;
  if (endless_count_ > 0) {
    notes.push_back("a coalesce that the original would repeat until its stack is gone was stopped " +
                    std::to_string(endless_count_) + " times");
  }
  if (ended_count_ > 0) {
    notes.push_back("a coalesce was refused its page " + std::to_string(ended_count_) +
                    " times; the original ends the process there");
  }
  return notes;
}

std::optional<std::string> QuickPool::flaw() const {
  QuickPoolState seen{.high_water = state_.high_water};
  Bytes handed_out;
  std::size_t free_count = 0;
  bool all_filed = true;
  for_each_block([&](BlockSlot slot) {
    const Block& block = blocks()[slot];
    seen.actual += block.size;
    if (block.state == BlockState::held) {
      handed_out += block.size;
      return;
    }
    ++free_count;
    all_filed = all_filed && free_.contains(key_of(slot), slot);
    if (blocks().is_whole_page(slot)) {
      all_filed = all_filed && whole_free_.contains(key_of(slot), slot);
      seen.releasable += block.size;
      ++seen.releasable_pages_count;
    }
  });
  if (!all_filed || free_count != free_.size() || seen.releasable_pages_count != whole_free_.size()) {
    return "quickpool files " + std::to_string(free_.size()) + " free blocks and its pages have " +
           std::to_string(free_count);
  }
  if (!(seen == state_) || handed_out != handed_out_) {
    return "quickpool counts " + std::to_string(state_.actual.count()) + " bytes held, " +
           std::to_string(state_.releasable.count()) + " releasable, and its pages have " +
           std::to_string(seen.actual.count()) + ", " + std::to_string(seen.releasable.count());
  }
  return std::nullopt;
}

namespace {

constexpr std::array kQuickPoolOptions{
    OptionSpec{"first", OptionType::bytes, "512MiB", "the least page granted while none is held"},
    OptionSpec{"next", OptionType::bytes, "1MiB", "the least page granted while some are held"},
    OptionSpec{"align", OptionType::bytes, "16", "requests are rounded up to multiples of it, a power of two", "", 1},
    OptionSpec{"heuristic", OptionType::text, "percent-releasable-hwm:100", "when free pages are replaced by one",
               "percent-releasable:P|percent-releasable-hwm:P|blocks-releasable:N|blocks-releasable-hwm:N"},
};

tl::expected<std::unique_ptr<Allocator>, OptionError> make_quickpool(const Workplace& at, const Options& options) {
  const auto alignment = Alignment::of(options.bytes("align"));
  if (!alignment) {
    return tl::make_unexpected(OptionError{"option 'align' is not a power of two"});
  }
  const auto heuristic = QuickPoolHeuristic::parse(options.text("heuristic"));
  if (!heuristic) {
    return tl::make_unexpected(
        OptionError{"option 'heuristic' is '" + options.text("heuristic") +
                    "', expected percent-releasable:P or percent-releasable-hwm:P with P from 0 to 100, "
                    "blocks-releasable:N or blocks-releasable-hwm:N"});
  }
  return std::make_unique<QuickPool>(at, QuickPoolRules{.first_page = options.bytes("first"),
                                                        .next_page = options.bytes("next"),
                                                        .alignment = *alignment,
                                                        .heuristic = *heuristic});
}

Alignment quickpool_alignment(const Limits& /*limits*/, const Options& options) {
  return Alignment::of(options.bytes("align")).value_or(Alignment{});
}

}  // namespace

const Policy kQuickPoolPolicy{"quickpool",
                              "best fit, the oldest of equals, pages replaced by one when a heuristic says so",
                              "Umpire QuickPool, v2024.07.0-12-g5bf5bc18",
                              kQuickPoolOptions,
                              make_quickpool,
                              nullptr,
                              {.alignment = quickpool_alignment, .gives_all_back = true}};

}  // namespace arenasim::core
