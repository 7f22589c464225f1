#include "sim/explanation.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/refusal.hpp"
#include "sim/report/words.hpp"

namespace arenasim::sim {
namespace {

using core::Bytes;
using core::Fact;
using core::FactKind;

constexpr std::size_t kMostRanges = 20;

bool asks(CommandKind kind) {
  return kind == CommandKind::alloc || kind == CommandKind::preexisting || kind == CommandKind::probe;
}

std::string place_text(core::PageId page, Bytes offset) {
  return fmt::format("page {} at {}", page.number(), report::grouped(offset.count()));
}

}  // namespace

void Explanation::observe(const Batch& batch) {
  if (reached_) {
    return;
  }
  std::uint32_t next_fact = 0;
  for (const Moment& moment : batch.moments) {
    for (; next_fact < moment.first_fact; ++next_fact) {
      apply(batch.facts[next_fact]);
    }
    if (moment.event == event_ && !moment.comes_again) {
      keep(moment, batch.facts_of(moment));
      return;
    }
    for (; next_fact < moment.last_fact; ++next_fact) {
      apply(batch.facts[next_fact]);
    }
  }
  for (; next_fact < batch.facts.size(); ++next_fact) {
    apply(batch.facts[next_fact]);
  }
}

void Explanation::apply(const Fact& fact) {
  switch (fact.kind) {
    case FactKind::mapped:
      pages_[fact.page.number()] = {.stream = fact.stream, .pool = fact.pool};
      break;
    case FactKind::unmapped:
      pages_.erase(fact.page.number());
      free_.erase(fact.page.number());
      break;
    case FactKind::range_appeared:
      free_[fact.page.number()][fact.offset] = fact.bytes;
      break;
    case FactKind::range_vanished:
      free_[fact.page.number()].erase(fact.offset);
      break;
    case FactKind::range_changed:
      free_[fact.page.number()].erase(fact.other_offset);
      free_[fact.page.number()][fact.offset] = fact.bytes;
      break;
    default:
      break;
  }
}

void Explanation::keep(const Moment& moment, std::span<const Fact> facts) {
  reached_ = true;
  moment_ = moment;
  facts_.assign(facts.begin(), facts.end());
  for (const auto& [page, offsets] : free_) {
    const Page& granted = pages_[page];
    for (const auto& [offset, bytes] : offsets) {
      ranges_.push_back(
          {.place = {core::PageId{page}, offset}, .bytes = bytes, .stream = granted.stream, .pool = granted.pool});
    }
  }
}

std::vector<std::string> Explanation::lines() const {
  std::vector<std::string> lines{heading()};
  if (asks(moment_.kind)) {
    add_ranges(lines);
  }
  add_device_lines(lines);
  if (const std::string what = outcome(); !what.empty()) {
    lines.push_back("  outcome      " + what);
  }
  return lines;
}

std::string Explanation::heading() const {
  std::string text = fmt::format("event {}: {}", event_, name(moment_.kind));
  if (asks(moment_.kind)) {
    text += fmt::format(" of {} bytes on stream {}", report::grouped(moment_.size.count()), moment_.stream.number());
  } else if (moment_.step != FreeStep::none) {
    text += fmt::format(" of {}, {} bytes", moment_.id, report::grouped(moment_.size.count()));
  }
  return text;
}

core::Request Explanation::request() const {
  return {.id = moment_.allocation, .size = moment_.size, .stream = moment_.stream};
}

Bytes Explanation::needed() const {
  const core::Explains* const policy = core::Explains::of(allocator_);
  return policy == nullptr ? moment_.size : policy->needs(request());
}

void Explanation::add_ranges(std::vector<std::string>& lines) const {
  const core::Explains* const policy = core::Explains::of(allocator_);
  const std::string manner = policy == nullptr ? std::string{} : policy->manner(request());
  lines.push_back(fmt::format("  needs        {} bytes{}{}", report::grouped(needed().count()),
                              manner.empty() ? "" : ": ", manner));
  core::Uint128 sum = 0;
  std::vector<core::FreeRange> shown = ranges_;
  for (const core::FreeRange& range : shown) {
    sum += range.bytes.count();
  }
  // Those that would do come first, the best fit in front, then the longest of the others.
  const auto fits = [need = needed()](const core::FreeRange& range) { return range.bytes >= need; };
  const auto middle = std::stable_partition(shown.begin(), shown.end(), fits);
  std::stable_sort(shown.begin(), middle, [](const auto& a, const auto& b) { return a.bytes < b.bytes; });
  std::stable_sort(middle, shown.end(), [](const auto& a, const auto& b) { return a.bytes > b.bytes; });
  lines.push_back(fmt::format("  free ranges  {}, {} in all; {} long enough", report::grouped(shown.size()),
                              report::binary(sum),
                              report::grouped(static_cast<std::uint64_t>(middle - shown.begin()))));
  for (std::size_t i = 0; i < std::min(shown.size(), kMostRanges); ++i) {
    lines.push_back(fmt::format("    {:<28} {:>10}  {}", place_text(shown[i].place.page, shown[i].place.offset),
                                report::binary(shown[i].bytes.count()), verdict(shown[i])));
  }
  if (shown.size() > kMostRanges) {
    lines.push_back(fmt::format("    and {} more", report::grouped(shown.size() - kMostRanges)));
  }
}

const Fact* Explanation::fact_of(FactKind kind) const {
  const auto found = std::find_if(facts_.begin(), facts_.end(), [kind](const Fact& fact) { return fact.kind == kind; });
  return found == facts_.end() ? nullptr : &*found;
}

/// Why the range was taken or not.
std::string Explanation::verdict(const core::FreeRange& range) const {
  const Bytes need = needed();
  const Fact* const placed = fact_of(FactKind::placed);
  if (placed != nullptr && placed->page == range.place.page && placed->offset >= range.place.offset &&
      placed->offset < range.place.offset + range.bytes) {
    const Bytes rest = range.bytes - std::min(range.bytes, placed->bytes + placed->extra);
    return rest == Bytes{} ? "taken as a whole" : fmt::format("taken; {} stay free", report::binary(rest.count()));
  }
  if (range.bytes < need) {
    return "too short by " + report::binary((need - range.bytes).count());
  }
  const core::Explains* const policy = core::Explains::of(allocator_);
  if (std::string why = policy == nullptr ? std::string{} : policy->objection(request(), range); !why.empty()) {
    return why;
  }
  if (placed != nullptr && placed->pool != range.pool) {
    return fmt::format("it belongs to the {} pool, and the {} pool served", pool_name(range.pool),
                       pool_name(placed->pool));
  }
  return placed != nullptr && fact_of(FactKind::mapped) == nullptr ? "long enough, but another came first"
                                                                   : "long enough, but not looked at";
}

std::string Explanation::pool_name(std::uint8_t pool) const {
  const auto pools = allocator_.describe().pools;
  const auto found = std::find_if(pools.begin(), pools.end(), [pool](const auto& each) { return each.index == pool; });
  return found == pools.end() ? std::to_string(pool) : std::string{found->kind};
}

/// What passed between the policy and its device, and what it did before it answered.
void Explanation::add_device_lines(std::vector<std::string>& lines) const {
  const auto add = [&lines](const std::string& text) { lines.push_back("  device       " + text); };
  for (const Fact& fact : facts_) {
    switch (fact.kind) {
      case FactKind::mapped:
        add(fmt::format("granted page {} of {}", fact.page.number(), report::binary(fact.bytes.count())));
        break;
      case FactKind::map_refused:
        add(fmt::format("refused {}", report::binary(fact.bytes.count())));
        break;
      case FactKind::unmapped:
        add(fmt::format("took page {} of {} back", fact.page.number(), report::binary(fact.bytes.count())));
        break;
      case FactKind::resized:
        add(fmt::format("made page {} {} long", fact.page.number(), report::binary(fact.bytes.count())));
        break;
      case FactKind::moved:
        lines.push_back(fmt::format("  moved        {} from {} to {}", report::binary(fact.bytes.count()),
                                    place_text(fact.page, fact.offset),
                                    place_text(fact.other_page, fact.other_offset)));
        break;
      case FactKind::retried:
        lines.emplace_back("  retry        the first try failed; once more");
        break;
      default:
        break;
    }
  }
}

std::string Explanation::outcome() const {
  if (const Fact* const placed = fact_of(FactKind::placed)) {
    return fmt::format("{}, {} pool; {} held besides what was asked for", place_text(placed->page, placed->offset),
                       pool_name(placed->pool), report::binary(placed->extra.count()));
  }
  if (const Fact* const failed = fact_of(FactKind::failed)) {
    return fmt::format("failed: {}", core::name(static_cast<core::Refusal>(failed->reason)));
  }
  const Fact* const freed = fact_of(FactKind::freed);
  if (freed == nullptr) {
    return asks(moment_.kind) || !facts_.empty() ? "" : "nothing for the policy to do";
  }
  const auto range = std::find_if(facts_.rbegin(), facts_.rend(), [](const Fact& fact) {
    return fact.kind == FactKind::range_appeared || fact.kind == FactKind::range_changed;
  });
  std::string text = place_text(freed->page, freed->offset) + " is free";
  if (range != facts_.rend() && range->bytes != freed->bytes + freed->extra) {
    text += fmt::format(", joined with its neighbours to {} from {}", report::binary(range->bytes.count()),
                        place_text(range->page, range->offset));
  }
  return text;
}

}  // namespace arenasim::sim
