#include "tests/support/policy_on_paper.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "tests/support/scenario_run.hpp"

namespace arenasim::tests {
namespace {

std::string place_text(std::uint64_t page, std::uint64_t offset) {
  return std::to_string(page) + '+' + std::to_string(offset);
}

}  // namespace

PolicyOnPaper::PolicyOnPaper(const std::string& policy, const core::Limits& limits)
    : storage_(limits), allocator_(make_policy(policy, {.storage = storage_, .copies = storage_, .facts = log_})) {
  step();
}

std::string PolicyOnPaper::alloc(std::uint32_t id, std::uint64_t size, int stream) {
  const auto placed =
      allocator_->allocate({.id = core::AllocationId{id}, .size = core::Bytes{size}, .stream = core::StreamId{stream}});
  step();
  return placed ? place_text(placed->place.page.number(), placed->place.offset.count())
                : std::string{core::name(placed.error())};
}

void PolicyOnPaper::free(std::uint32_t id, int stream) {
  allocator_->complete_free(core::AllocationId{id}, core::StreamId{stream});
  step();
}

void PolicyOnPaper::cleanup(int stream) {
  allocator_->cleanup(core::StreamId{stream});
  step();
}

std::string PolicyOnPaper::traffic() {
  return std::exchange(traffic_, {});
}

std::string PolicyOnPaper::ranges() const {
  auto sorted = ranges_;
  std::sort(sorted.begin(), sorted.end());
  std::string text;
  for (const Range& range : sorted) {
    text += (text.empty() ? "" : " ") + place_text(range.page, range.offset) + ':' + std::to_string(range.bytes);
  }
  return text;
}

void PolicyOnPaper::remove(const Range& range) {
  const auto found = std::find(ranges_.begin(), ranges_.end(), range);
  if (found == ranges_.end()) {
    throw std::runtime_error("a range vanished that never appeared");
  }
  ranges_.erase(found);
}

/// Takes in what the step told, and audits.
void PolicyOnPaper::step() {
  for (const core::Fact& fact : log_.facts()) {
    const Range range{fact.page.number(), fact.offset.count(), fact.bytes.count()};
    const auto tell = [&](char what) {
      traffic_ += (traffic_.empty() ? "" : " ") + (what + std::to_string(range.bytes));
    };
    if (fact.kind == core::FactKind::mapped) {
      tell('+');
    } else if (fact.kind == core::FactKind::unmapped) {
      tell('-');
    } else if (fact.kind == core::FactKind::map_refused) {
      tell('!');
    } else if (fact.kind == core::FactKind::range_appeared) {
      ranges_.push_back(range);
    } else if (fact.kind == core::FactKind::range_vanished) {
      remove(range);
    } else if (fact.kind == core::FactKind::range_changed) {
      remove({range.page, fact.other_offset.count(), fact.extra.count()});
      ranges_.push_back(range);
    }
  }
  log_.clear();
  if (const auto wrong = allocator_->audit()) {
    throw std::runtime_error(*wrong);
  }
  core::Uint128 accounted = 0;
  for (const core::PoolDescription& pool : allocator_->describe().pools) {
    accounted += pool.held_bytes + pool.padding_bytes + pool.lost_bytes;
  }
  for (const Range& range : ranges_) {
    accounted += range.bytes;
  }
  if (accounted != storage_.allocated()) {
    throw std::runtime_error("held and free bytes are not all bytes granted");
  }
}

}  // namespace arenasim::tests
