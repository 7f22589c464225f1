#include "traces/formats/kineto_order.hpp"

#include <algorithm>
#include <span>
#include <tuple>

namespace arenasim::traces {
namespace {

constexpr std::size_t kRunEvents = std::size_t{1} << 15U;

auto key(const MemoryEvent& event) {
  return std::tie(event.time, event.device_type, event.device);
}

/// Differences of either sign as small numbers, seven bits a byte.
class Packer {
 public:
  explicit Packer(std::vector<std::uint8_t>& into) : into_(into) {}

  void put(std::uint64_t now, std::uint64_t before) {
    const std::uint64_t difference = now - before;
    std::uint64_t left = difference << 1U ^ (0 - (difference >> 63U));
    for (; left > 0x7F; left >>= 7U) {
      into_.push_back(static_cast<std::uint8_t>(left | 0x80U));
    }
    into_.push_back(static_cast<std::uint8_t>(left));
  }
  void put(std::int64_t now, std::int64_t before) {
    put(static_cast<std::uint64_t>(now), static_cast<std::uint64_t>(before));
  }

 private:
  std::vector<std::uint8_t>& into_;
};

class Unpacker {
 public:
  Unpacker(std::span<const std::uint8_t> packed, std::size_t& at) : packed_(packed), at_(at) {}

  [[nodiscard]] std::uint64_t get(std::uint64_t before) {
    std::uint64_t value = 0;
    unsigned shift = 0;
    for (; (packed_[at_] & 0x80U) != 0; shift += 7) {
      value |= static_cast<std::uint64_t>(packed_[at_++] & 0x7FU) << shift;
    }
    value |= static_cast<std::uint64_t>(packed_[at_++]) << shift;
    return before + (value >> 1U ^ (0 - (value & 1U)));
  }
  [[nodiscard]] std::int64_t get(std::int64_t before) {
    return static_cast<std::int64_t>(get(static_cast<std::uint64_t>(before)));
  }
  [[nodiscard]] std::int32_t get(std::int32_t before) {
    return static_cast<std::int32_t>(get(static_cast<std::int64_t>(before)));
  }

 private:
  std::span<const std::uint8_t> packed_;
  std::size_t& at_;
};

/// What the allocator should hold after an event, by the one before it: in most traces it does.
std::int64_t expected_total(const MemoryEvent& before, std::int64_t bytes) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(before.total_allocated) +
                                   static_cast<std::uint64_t>(bytes));
}

void pack(const MemoryEvent& event, const MemoryEvent& before, std::vector<std::uint8_t>& into) {
  Packer packer(into);
  packer.put(event.time, before.time);
  packer.put(event.bytes, std::int64_t{0});
  packer.put(event.address, before.address);
  packer.put(event.total_allocated, expected_total(before, event.bytes));
  packer.put(event.total_reserved, before.total_reserved);
  packer.put(event.element, before.element);
  packer.put(event.offset, before.offset);
  packer.put(std::int64_t{event.device_type}, std::int64_t{before.device_type});
  packer.put(std::int64_t{event.device}, std::int64_t{before.device});
  into.push_back(event.has_address ? 1 : 0);
}

}  // namespace

KinetoOrder::KinetoOrder() {
  open_.reserve(kRunEvents);
}

void KinetoOrder::add(const MemoryEvent& event) {
  open_.push_back(event);
  if (open_.size() == kRunEvents) {
    seal();
  }
}

void KinetoOrder::seal() {
  std::stable_sort(open_.begin(), open_.end(),
                   [](const MemoryEvent& left, const MemoryEvent& right) { return key(left) < key(right); });
  std::vector<std::uint8_t> packed;
  packed.reserve(open_.size() * 24);
  MemoryEvent before;
  for (const MemoryEvent& event : open_) {
    pack(event, before, packed);
    before = event;
  }
  runs_.push_back(Run{{packed.begin(), packed.end()}, 0, {}});
  open_.clear();
}

bool KinetoOrder::advance(Run& run) {
  if (run.at == run.packed.size()) {
    run.packed = {};
    run.at = 0;
    return false;
  }
  MemoryEvent& event = run.event;
  const MemoryEvent before = event;
  Unpacker unpacker(run.packed, run.at);
  event.time = unpacker.get(before.time);
  event.bytes = unpacker.get(std::int64_t{0});
  event.address = unpacker.get(before.address);
  event.total_allocated = unpacker.get(expected_total(before, event.bytes));
  event.total_reserved = unpacker.get(before.total_reserved);
  event.element = unpacker.get(before.element);
  event.offset = unpacker.get(before.offset);
  event.device_type = unpacker.get(before.device_type);
  event.device = unpacker.get(before.device);
  event.has_address = run.packed[run.at++] != 0;
  return true;
}

bool KinetoOrder::later(std::size_t left, std::size_t right) const {
  const auto left_key = key(runs_[left].event);
  const auto right_key = key(runs_[right].event);
  return left_key != right_key ? left_key > right_key : left > right;
}

void KinetoOrder::begin_merge() {
  seal();
  open_ = {};
  merging_ = true;
  for (std::size_t run = 0; run < runs_.size(); ++run) {
    if (advance(runs_[run])) {
      heap_.push_back(run);
    }
  }
  std::make_heap(heap_.begin(), heap_.end(),
                 [this](std::size_t left, std::size_t right) { return later(left, right); });
}

bool KinetoOrder::next(MemoryEvent& event) {
  if (!merging_) {
    begin_merge();
  }
  if (heap_.empty()) {
    return false;
  }
  const auto by_time = [this](std::size_t left, std::size_t right) { return later(left, right); };
  const std::size_t least = heap_.front();
  event = runs_[least].event;
  std::pop_heap(heap_.begin(), heap_.end(), by_time);
  if (advance(runs_[least])) {
    std::push_heap(heap_.begin(), heap_.end(), by_time);
  } else {
    heap_.pop_back();
  }
  return true;
}

}  // namespace arenasim::traces
