#include "sim/recorded/anchors.hpp"

#include <string>
#include <utility>

#include <fmt/format.h>

namespace arenasim::sim::recorded {

using core::Fact;
using core::FactKind;

void AnchoredComparison::observe(const Batch& batch) {
  for (const Moment& moment : batch.moments) {
    while (next_ < addresses_.size() && addresses_[next_].event < moment.event) {
      ++next_;
    }
    const bool places = moment.kind == CommandKind::alloc || moment.kind == CommandKind::preexisting;
    const bool known = places && next_ < addresses_.size() && addresses_[next_].event == moment.event;
    for (const Fact& fact : batch.facts_of(moment)) {
      if (fact.kind == FactKind::unmapped) {
        bases_.erase(fact.page.number());
      } else if (known && !moment.comes_again && (fact.kind == FactKind::placed || fact.kind == FactKind::failed)) {
        compare(moment, fact, addresses_[next_].address);
      }
    }
  }
}

void AnchoredComparison::compare(const Moment& moment, const Fact& outcome, std::uint64_t address) {
  if (outcome.kind == FactKind::failed) {
    ++answer_.placements_count;
    differ(moment, address, "refused", "the request fails here");
    return;
  }
  const std::uint64_t offset = outcome.offset.count();
  const auto [base, is_first] = bases_.try_emplace(outcome.page.number(), address - offset);
  if (is_first) {
    return;
  }
  ++answer_.placements_count;
  if (base->second + offset == address) {
    ++answer_.placements_equal_count;
    return;
  }
  differ(moment, address,
         fmt::format("page {} at {}, which would be {:#x}", outcome.page.number(), offset, base->second + offset),
         "another allocator, or other segments: the recording does not say where its segments lay");
}

void AnchoredComparison::differ(const Moment& moment, std::uint64_t address, std::string predicted,
                                std::string reason) {
  if (!answer_.first_difference) {
    answer_.first_difference = {.event = moment.event,
                                .size = moment.size,
                                .recorded = fmt::format("{:#x}", address),
                                .predicted = std::move(predicted),
                                .reason = std::move(reason)};
  }
}

}  // namespace arenasim::sim::recorded
