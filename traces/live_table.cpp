#include "traces/live_table.hpp"

#include <algorithm>
#include <vector>

namespace arenasim::traces {
namespace {

/// Keys one after another come to lie far apart (Fibonacci hashing). Two keys of one device never have the same.
std::uint64_t hash_of(std::uint64_t key, std::uint32_t device) {
  return (key + (std::uint64_t{device} << 40U)) * 0x9E3779B97F4A7C15U;
}

}  // namespace

std::uint32_t LiveTable::make_slot() {
  const std::size_t slot = blocks_.size();
  blocks_.extend();
  blocks_[slot] = LiveBlock{.number = kNoSlot.number()};
  return static_cast<std::uint32_t>(slot);
}

std::size_t LiveTable::place(std::uint64_t key, std::uint32_t device) const {
  return hashed_.place(hash_of(key, device),
                       [this, device](std::uint32_t slot) { return blocks_[slot].device() == device; });
}

void LiveTable::expect(std::uint64_t key, std::uint32_t device) const {
  if (const IdPage* page = window_.page(key)) {
    page->fetch(key);
  } else if (const SparseIdPage* sparse = window_.sparse_page(key)) {
    sparse->fetch(key);
  } else {
    hashed_.fetch(hash_of(key, device));
  }
}

void LiveTable::expect_soon(std::uint64_t key, std::uint32_t device) const {
  const IdPage* page = window_.page(key);
  if (page == nullptr) {
    return expect_elsewhere(key, device);
  }
  if (const std::uint32_t slot = page->slot(key); slot != IdPage::kNone) {
    __builtin_prefetch(&blocks_[slot]);
  } else if (hashed_.size() != 0) {
    expect_hashed(key, device);
  }
}

void LiveTable::expect_elsewhere(std::uint64_t key, std::uint32_t device) const {
  if (const std::uint32_t slot = window_.sparse_slot(key); slot != IdPage::kNone) {
    __builtin_prefetch(&blocks_[slot]);
  } else if (hashed_.size() != 0) {
    expect_hashed(key, device);
  }
}

void LiveTable::expect_hashed(std::uint64_t key, std::uint32_t device) const {
  const std::uint64_t hash = hash_of(key, device);
  const std::uint32_t slot = hashed_.slot(hashed_.place(hash, [](std::uint32_t) { return true; }));  // of any device
  if (slot != HashedSlots::kNone) {
    __builtin_prefetch(&blocks_[slot]);
  }
}

BlockSlot LiveTable::find_slowly(std::uint64_t key, std::uint32_t device) const {
  const std::uint32_t slot = window_.sparse_slot(key);
  if (slot != IdPage::kNone && blocks_[slot].device() == device) {
    return BlockSlot{slot};
  }
  return hashed_.size() == 0 ? kNoSlot : BlockSlot{hashed_.slot(place(key, device))};
}

BlockSlot LiveTable::insert_slowly(std::uint64_t key, std::uint32_t device) {
  IdPage* page = window_.page(key);
  const std::uint32_t inside = page != nullptr ? page->slot(key) : window_.sparse_slot(key);
  hashed_.make_room();
  const std::size_t at = place(key, device);
  if (hashed_.slot(at) != HashedSlots::kNone || (inside != IdPage::kNone && blocks_[inside].device() == device)) {
    return kNoSlot;
  }
  if (page == nullptr && inside == IdPage::kNone && window_.may_reach(key)) {
    page = reach(key);  // where it gives one, others may be hashed now
  }
  const std::uint32_t slot = take_slot(device);
  if (page != nullptr && inside == IdPage::kNone) {
    page->put(key, slot);
  } else {
    hashed_.put(at, hash_of(key, device), slot);
    highest_hashed_ = std::max(highest_hashed_, key);
  }
  ++count_;
  return BlockSlot{slot};
}

LiveTable::Held LiveTable::held_sparsely(std::uint64_t key, Choice begins) const {
  SparseIdPage* page = window_.sparse_page(key);
  return page != nullptr && begins.one() == 0 ? Held{&page->counts, page->slot(key)} : Held{};
}

BlockSlot LiveTable::remove_slowly(std::uint64_t key, std::uint32_t device) {
  SparseIdPage* sparse = window_.sparse_page(key);
  std::uint32_t* held = sparse != nullptr ? sparse->slot(key) : nullptr;
  if (held != nullptr && *held != IdPage::kNone && blocks_[*held].device() == device) {
    const BlockSlot slot{*held};
    end(sparse->counts, *held, key);
    return slot;
  }
  if (hashed_.size() == 0) {
    return kNoSlot;
  }
  const std::size_t at = place(key, device);
  const BlockSlot slot{hashed_.slot(at)};
  if (slot != kNoSlot) {
    hashed_.remove(at);
    --count_;
    highest_hashed_ = hashed_.size() == 0 ? 0 : highest_hashed_;
  }
  return slot;
}

IdPage* LiveTable::reach(std::uint64_t key) {
  std::vector<IdWindow::Outside> left;
  IdPage* page = window_.reach(key, count_, left);
  for (const IdWindow::Outside& one : left) {
    hashed_.make_room();
    const std::uint32_t device = blocks_[one.slot].device();
    hashed_.put(place(one.id, device), hash_of(one.id, device), one.slot);
    highest_hashed_ = std::max(highest_hashed_, one.id);
  }
  return page;
}

}  // namespace arenasim::traces
