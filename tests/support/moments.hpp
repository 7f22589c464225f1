// Moments and facts by hand, for tests of what observes them.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/space.hpp"
#include "sim/observer.hpp"

namespace arenasim::tests {

/// Writes moments one after another; each call that names a fact adds it to the moment begun last.
class Moments {
 public:
  Moments& alloc(std::uint32_t id, std::uint64_t size, std::uint64_t time = 0) {
    return begin(sim::CommandKind::alloc, id, size, time, true);
  }
  Moments& free(std::uint32_t id, std::uint64_t size, std::uint64_t time = 0) {
    begin(sim::CommandKind::free, id, size, time, true);
    moments_.back().step = sim::FreeStep::at_once;
    return *this;
  }
  Moments& request_free(std::uint32_t id, std::uint64_t size, std::uint64_t time = 0) {
    begin(sim::CommandKind::free_requested, id, size, time, true);
    moments_.back().step = sim::FreeStep::requested;
    return *this;
  }
  Moments& other(sim::CommandKind kind, std::uint64_t time = 0) { return begin(kind, 0, 0, time, false); }
  Moments& probe(std::uint64_t size) { return begin(sim::CommandKind::probe, 0, size, 0, false); }

  sim::Moment& last() { return moments_.back(); }

  Moments& mapped(std::uint64_t page, std::uint64_t bytes, std::uint8_t pool = 2, std::int32_t stream = 0) {
    return fact({.kind = core::FactKind::mapped,
                 .pool = pool,
                 .stream = core::StreamId{stream},
                 .page = core::PageId{page},
                 .bytes = core::Bytes{bytes}});
  }
  Moments& unmapped(std::uint64_t page, std::uint64_t bytes, std::uint8_t pool = 2) {
    return fact(
        {.kind = core::FactKind::unmapped, .pool = pool, .page = core::PageId{page}, .bytes = core::Bytes{bytes}});
  }
  Moments& appeared(std::uint64_t page, std::uint64_t offset, std::uint64_t bytes) {
    return range(core::FactKind::range_appeared, page, offset, bytes);
  }
  Moments& vanished(std::uint64_t page, std::uint64_t offset, std::uint64_t bytes) {
    return range(core::FactKind::range_vanished, page, offset, bytes);
  }
  Moments& changed(std::uint64_t page, core::Range before, core::Range now) {
    return fact({.kind = core::FactKind::range_changed,
                 .page = core::PageId{page},
                 .offset = now.offset,
                 .other_offset = before.offset,
                 .bytes = now.bytes,
                 .extra = before.bytes});
  }
  Moments& lost(std::uint64_t page, std::uint64_t bytes) { return range(core::FactKind::lost_changed, page, 0, bytes); }
  Moments& placed(std::uint64_t page, std::uint64_t offset, std::int32_t stream = 0) {
    return fact({.kind = core::FactKind::placed,
                 .allocation = moments_.back().allocation,
                 .stream = core::StreamId{stream},
                 .page = core::PageId{page},
                 .offset = core::Bytes{offset},
                 .bytes = moments_.back().size});
  }
  Moments& freed(bool let_go_before = false) {
    return fact({.kind = core::FactKind::freed, .flag = let_go_before, .allocation = moments_.back().allocation});
  }
  Moments& failed(core::Refusal reason) {
    return fact({.kind = core::FactKind::failed,
                 .reason = static_cast<std::uint8_t>(reason),
                 .allocation = moments_.back().allocation,
                 .bytes = moments_.back().size});
  }
  Moments& refused(std::uint64_t page_bytes, bool injected = false) {
    return fact({.kind = core::FactKind::map_refused, .flag = injected, .bytes = core::Bytes{page_bytes}});
  }
  Moments& stall(sim::StallCause cause, std::uint64_t ns) {
    stalls_.push_back({static_cast<std::uint32_t>(moments_.size() - 1), cause, core::SimDuration{ns}});
    return *this;
  }
  Moments& fact(const core::Fact& fact) {
    facts_.push_back(fact);
    if (!moments_.empty()) {
      moments_.back().last_fact = static_cast<std::uint32_t>(facts_.size());
    }
    return *this;
  }

  [[nodiscard]] sim::Batch batch() const { return {moments_, facts_, stalls_}; }

 private:
  Moments& begin(sim::CommandKind kind, std::uint32_t id, std::uint64_t size, std::uint64_t time, bool counted) {
    sim::Moment moment;
    moment.event = moments_.size();
    moment.id = id;
    moment.size = core::Bytes{size};
    moment.trace_time = core::SimTime{core::SimDuration{time}};
    moment.host_time = moment.trace_time;
    moment.allocation = core::AllocationId{id};
    moment.first_fact = moment.last_fact = static_cast<std::uint32_t>(facts_.size());
    moment.kind = kind;
    moment.counted = counted;
    moments_.push_back(moment);
    return *this;
  }
  Moments& range(core::FactKind kind, std::uint64_t page, std::uint64_t offset, std::uint64_t bytes) {
    return fact({.kind = kind, .page = core::PageId{page}, .offset = core::Bytes{offset}, .bytes = core::Bytes{bytes}});
  }

  std::vector<sim::Moment> moments_;
  std::vector<core::Fact> facts_;
  std::vector<sim::Stall> stalls_;
};

}  // namespace arenasim::tests
