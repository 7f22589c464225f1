#include "sim/verification.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace arenasim::sim {
namespace {

/// The moment that fact number `index` belongs to; null between moments.
const Moment* moment_of(const Batch& batch, std::size_t index) {
  const auto found = std::find_if(batch.moments.begin(), batch.moments.end(), [&](const Moment& moment) {
    return moment.first_fact <= index && index < moment.last_fact;
  });
  return found == batch.moments.end() ? nullptr : &*found;
}

}  // namespace

std::string_view name(Verify verify) {
  constexpr std::array<std::string_view, kVerifies.size()> names{"none", "moves", "all"};
  return names[static_cast<std::size_t>(verify)];
}

void Verification::observe(const Batch& batch) {
  for (std::size_t index = 0; index < batch.facts.size(); ++index) {
    take(batch.facts[index], moment_of(batch, index));
  }
  settle();
}

void Verification::take(const core::Fact& fact, const Moment* moment) {
  const auto found = held_.find(fact.allocation.number());
  switch (fact.kind) {
    case core::FactKind::placed: {
      Held held;
      held.place = {fact.page, fact.offset};
      held.size = fact.bytes;
      held.seed = {placed_count_++};
      held.id = moment == nullptr ? fact.allocation.number() : moment->id;
      held.event = moment == nullptr ? 0 : moment->event;
      held_[fact.allocation.number()] = held;
      changed_.push_back(fact.allocation);
      break;
    }
    case core::FactKind::moved:
      if (found != held_.end()) {
        found->second.moved_from = found->second.place;
        found->second.place = {fact.other_page, fact.other_offset};
        found->second.seen_before_unmap = false;  // that was the place it left
        changed_.push_back(fact.allocation);
      }
      break;
    case core::FactKind::freed:
    case core::FactKind::let_go:
      if (found != held_.end()) {
        let_go(fact.allocation);
      }
      break;
    default:
      break;
  }
}

/// The facts of one moment may place and move an allocation several times: only where it ends up holds its bytes.
void Verification::settle() {
  for (const core::AllocationId allocation : changed_) {
    const auto found = held_.find(allocation.number());
    if (found == held_.end()) {
      continue;
    }
    Held& held = found->second;
    if (!held.written) {
      patterns_.write(held.place, held.size, held.seed);
      held.written = true;
    } else if (held.moved_from) {
      check(held, fmt::format("after a move from page {} offset {}", held.moved_from->page.number(),
                              held.moved_from->offset.count()));
    }
    held.moved_from.reset();
  }
  changed_.clear();
}

void Verification::let_go(core::AllocationId allocation) {
  const Held& held = held_.at(allocation.number());
  if (verify_ == Verify::all && held.written && !held.seen_before_unmap) {
    check(held, "before its free");
  }
  held_.erase(allocation.number());
}

void Verification::before_unmap(core::PageId page) {
  if (verify_ != Verify::all) {
    return;
  }
  for (auto& [allocation, held] : held_) {
    if (held.place.page == page && held.written && !held.seen_before_unmap) {
      check(held, "before its page goes");
      held.seen_before_unmap = true;
    }
  }
}

void Verification::finish() {
  if (verify_ == Verify::all) {
    for (const auto& [allocation, held] : held_) {
      check(held, "at the end");
    }
  }
}

void Verification::check(const Held& held, const std::string& when) {
  ++checks_count_;
  if (const auto wrong = patterns_.check(held.place, held.size, held.seed)) {
    throw WrongBytes(
        fmt::format("allocation {} of event {}, {} bytes on page {} at offset {}: byte {} is {:#04x}, not {:#04x}, {}",
                    held.id, held.event, held.size.count(), held.place.page.number(), held.place.offset.count(),
                    wrong->offset.count(), wrong->found, wrong->expected, when));
  }
}

}  // namespace arenasim::sim
