#include "sim/statistics/memory_state.hpp"

#include <algorithm>

namespace arenasim::sim::statistics {

namespace {

core::Uint128 squared(core::Bytes bytes) {
  return core::Uint128{bytes.count()} * bytes.count();
}

}  // namespace

void MemoryState::apply(const core::Fact& fact, const MomentStamp& now) {
  if (is_of_range(fact.kind)) {
    return change_range(fact);
  }
  switch (fact.kind) {
    case core::FactKind::placed:
      return place(fact, now);
    case core::FactKind::freed:
    case core::FactKind::let_go:
      return end_life(fact, now);
    case core::FactKind::lost_changed:
      return lose(fact);
    case core::FactKind::mapped:
      return map(fact, now);
    case core::FactKind::unmapped:
      return unmap(fact, now);
    case core::FactKind::resized:
      return resize(fact);
    case core::FactKind::moved:
      return move(fact);
    case core::FactKind::grown:
      return grow(fact);
    default:
      return;
  }
}

void MemoryState::request_free(core::AllocationId id) {
  AllocationRecord& record = allocations_.at(id);
  if (record.live && !record.pending) {
    record.pending = true;
    pending_ += record.size.count();
  }
}

void MemoryState::settle(const MomentStamp& now) {
  for (PageRecord* page : touched_pages_) {
    if (!page->touched) {
      continue;  // a page that went has its record used again
    }
    page->touched = false;
    const bool was_idle = page->idle;
    page->idle = page->is_empty();
    if (page->idle) {
      idle_ += page->bytes;
      idle_free_ += page->free_bytes;
    }
    if (page->idle && !was_idle) {
      page->idle_since = now.number;
    } else if (was_idle && !page->idle && page->mapped && page->bytes != 0) {
      spells_.idle_page_age_events.add(now.number - page->idle_since, core::Bytes{page->bytes});
    }
  }
  touched_pages_.clear();
}

void MemoryState::sample_streams() {
  for (const std::uint32_t index : risen_streams_) {
    StreamRecord& stream = streams_[index];
    stream.rose = false;
    stream.peak_live = std::max(stream.peak_live, stream.live);
    stream.peak_reserved = std::max(stream.peak_reserved, stream.reserved);
  }
  risen_streams_.clear();
}

void MemoryState::close(const MomentStamp& now) {
  page_table_.for_each([this, &now](core::PageId, const PageRecord& page) {
    if (page.idle && page.bytes != 0) {
      spells_.idle_page_age_events.add(now.number - page.idle_since, core::Bytes{page.bytes});
    }
  });
}

PageRecord& MemoryState::touch(core::PageId id) {
  PageRecord& page = page_table_.at(id);
  if (!page.touched) {
    page.touched = true;
    touched_pages_.push_back(&page);
    if (page.idle) {  // counted anew when the moment is settled
      idle_ -= page.bytes;
      idle_free_ -= page.free_bytes;
    }
  }
  return page;
}

StreamRecord& MemoryState::raise(std::uint32_t index) {
  StreamRecord& stream = streams_[index];
  if (!stream.rose) {
    stream.rose = true;
    risen_streams_.push_back(index);
  }
  return stream;
}

void MemoryState::map(const core::Fact& fact, const MomentStamp& now) {
  const std::uint32_t index = streams_.index_of(fact.stream);
  PageRecord& page = page_table_.add(fact.page);
  page.bytes = fact.bytes.count();
  page.stream = index;
  page.pool = fact.pool;
  page.idle_since = now.number;
  page.touched = true;
  touched_pages_.push_back(&page);
  reserved_ += page.bytes;
  ++pages_count_;
  StreamRecord& stream = raise(index);
  stream.reserved += page.bytes;
  PoolPages& pool = stream.pool(page.pool);
  ++pool.pages;
  pool.bytes += page.bytes;
  if (pool.outdated) {
    ++outdated_pages_;
    outdated_bytes_ += page.bytes;
  }
}

void MemoryState::unmap(const core::Fact& fact, const MomentStamp& now) {
  PageRecord& page = touch(fact.page);
  if (page.idle && page.bytes != 0) {
    spells_.idle_page_age_events.add(now.number - page.idle_since, core::Bytes{page.bytes});
  }
  page.idle = false;
  reserved_ -= page.bytes;
  lost_ -= page.lost_bytes;
  --pages_count_;
  StreamRecord& stream = streams_[page.stream];
  stream.reserved -= page.bytes;
  PoolPages& pool = stream.pool(page.pool);
  --pool.pages;
  pool.bytes -= page.bytes;
  if (pool.outdated) {
    --outdated_pages_;
    outdated_bytes_ -= page.bytes;
  }
  page_table_.remove(fact.page);
}

void MemoryState::resize(const core::Fact& fact) {
  PageRecord& page = touch(fact.page);
  const std::uint64_t before = page.bytes;
  page.bytes = fact.bytes.count();
  StreamRecord& stream = raise(page.stream);
  PoolPages& pool = stream.pool(page.pool);
  reserved_ = reserved_ - before + page.bytes;
  stream.reserved = stream.reserved - before + page.bytes;
  pool.bytes = pool.bytes - before + page.bytes;
  if (pool.outdated) {
    outdated_bytes_ = outdated_bytes_ - before + page.bytes;
  }
}

void MemoryState::place(const core::Fact& fact, const MomentStamp& now) {
  const std::uint32_t index = streams_.index_of(fact.stream);
  AllocationRecord& record = allocations_.at(fact.allocation);
  record.size = fact.bytes;
  record.place = {fact.page, fact.offset};
  record.born_moment = now.number;
  record.born = now.time;
  record.tag = now.tag;
  record.stream = index;
  record.held = true;
  record.live = true;
  record.pending = false;
  live_ += fact.bytes.count();
  aligned_live_ += aligned(fact.bytes);
  raise(index).live += fact.bytes.count();
}

void MemoryState::end_life(const core::Fact& fact, const MomentStamp& now) {
  if (fact.allocation == core::kNoAllocation) {
    return;
  }
  AllocationRecord& record = allocations_.at(fact.allocation);
  record.held = fact.kind == core::FactKind::let_go;
  if (!record.live) {
    return;  // its owner had let go before
  }
  live_ -= record.size.count();
  aligned_live_ -= aligned(record.size);
  if (record.pending) {
    pending_ -= record.size.count();
  }
  if (!now.probe) {
    spells_.lifetime_events.add(now.number - record.born_moment, record.size);
    spells_.lifetime_ns.add((now.time - record.born).count(), record.size);
  }
  streams_[record.stream].live -= record.size.count();
  allocations_.end_life(record);
}

void MemoryState::move(const core::Fact& fact) {
  if (fact.allocation != core::kNoAllocation) {
    allocations_.at(fact.allocation).place = {fact.other_page, fact.other_offset};
  }
}

void MemoryState::grow(const core::Fact& fact) {
  StreamRecord& stream = streams_[streams_.index_of(fact.stream)];
  PoolPages& behind = stream.pool(fact.reason);
  if (!behind.outdated) {
    behind.outdated = true;
    outdated_pages_ += behind.pages;
    outdated_bytes_ += behind.bytes;
  }
  PoolPages& current = stream.pool(fact.pool);
  if (current.outdated) {
    current.outdated = false;
    outdated_pages_ -= current.pages;
    outdated_bytes_ -= current.bytes;
  }
}

/// A range that appears was none before, one that vanishes is none now: a range of no bytes.
void MemoryState::change_range(const core::Fact& fact) {
  const bool vanished = fact.kind == core::FactKind::range_vanished;
  const core::Bytes before = vanished ? fact.bytes : fact.extra;
  const core::Bytes now = vanished ? core::Bytes{} : fact.bytes;
  free_ = free_ - before.count() + now.count();
  squares_ = squares_ - squared(before) + squared(now);
  ranges_.remove(before.count());
  ranges_.add(now.count());
  std::uint64_t& free_bytes = touch(fact.page).free_bytes;
  free_bytes = free_bytes - before.count() + now.count();
}

void MemoryState::lose(const core::Fact& fact) {
  PageRecord& page = touch(fact.page);
  lost_ = lost_ - page.lost_bytes + fact.bytes.count();
  page.lost_bytes = fact.bytes.count();
}

}  // namespace arenasim::sim::statistics
