#include "sim/placements.hpp"

#include <algorithm>
#include <ostream>

#include <fmt/format.h>

namespace arenasim::sim {

PlacementsText::PlacementsText(std::ostream& out) : out_(out) {
  out_ << "id,lower,upper,size,offset,page\n";
}

void PlacementsText::observe(const Batch& batch) {
  for (const Moment& moment : batch.moments) {
    events_count_ = std::max(events_count_, moment.event + 1);
    if (moment.kind == CommandKind::probe) {
      continue;
    }
    for (const core::Fact& fact : batch.facts_of(moment)) {
      apply(fact, moment);
    }
  }
}

void PlacementsText::apply(const core::Fact& fact, const Moment& moment) {
  switch (fact.kind) {
    case core::FactKind::placed:
      at(fact.allocation) = {
          .id = moment.id, .lower = moment.event, .size = fact.bytes, .place = {fact.page, fact.offset}, .held = true};
      break;
    case core::FactKind::moved:
      at(fact.allocation).place = {fact.other_page, fact.other_offset};
      break;
    case core::FactKind::freed:
    case core::FactKind::let_go:
      if (fact.allocation != core::kNoAllocation && at(fact.allocation).held) {
        write(at(fact.allocation), moment.event);
      }
      break;
    default:
      break;
  }
}

void PlacementsText::finish() {
  std::vector<Buffer*> held;
  for (Buffer& buffer : buffers_) {
    if (buffer.held) {
      held.push_back(&buffer);
    }
  }
  std::sort(held.begin(), held.end(),
            [](const Buffer* left, const Buffer* right) { return left->lower < right->lower; });
  for (Buffer* const buffer : held) {
    write(*buffer, events_count_);
  }
}

void PlacementsText::write(Buffer& buffer, std::uint64_t upper) {
  buffer.held = false;
  out_ << fmt::format("{},{},{},{},{},{}\n", buffer.id, buffer.lower, upper, buffer.size.count(),
                      buffer.place.offset.count(), buffer.place.page.number());
}

PlacementsText::Buffer& PlacementsText::at(core::AllocationId allocation) {
  if (allocation.number() >= buffers_.size()) {
    buffers_.resize(std::size_t{allocation.number()} + 1);
  }
  return buffers_[allocation.number()];
}

}  // namespace arenasim::sim
