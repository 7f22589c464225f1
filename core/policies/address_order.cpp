#include "core/policies/address_order.hpp"

#include <bit>

namespace arenasim::core {
namespace {

std::size_t power_of(Bytes size) {
  return static_cast<std::size_t>(std::bit_width(size.count()) - 1);
}

}  // namespace

void AddressOrder::insert(Bytes address, Bytes size, BlockSlot block) {
  by_power_[power_of(size)].emplace(address, Entry{size, block});
}

void AddressOrder::erase(Bytes address, Bytes size) {
  by_power_[power_of(size)].erase(address);
}

BlockSlot AddressOrder::first_fit(Bytes size) const {
  const std::size_t own = power_of(size);
  Bytes lowest = Bytes::max();
  BlockSlot found = kNoSlot;
  for (std::size_t power = own + 1; power < by_power_.size(); ++power) {
    if (!by_power_[power].empty() && by_power_[power].begin()->first < lowest) {
      lowest = by_power_[power].begin()->first;
      found = by_power_[power].begin()->second.block;
    }
  }
  for (const auto& [address, entry] : by_power_[own]) {
    if (address >= lowest && found != kNoSlot) {
      break;
    }
    if (entry.size >= size) {
      return entry.block;
    }
  }
  return found;
}

bool AddressOrder::contains(Bytes address, Bytes size, BlockSlot block) const {
  const auto& power = by_power_[power_of(size)];
  const auto found = power.find(address);
  return found != power.end() && found->second.block == block && found->second.size == size;
}

std::size_t AddressOrder::size() const {
  std::size_t count = 0;
  for (const auto& power : by_power_) {
    count += power.size();
  }
  return count;
}

}  // namespace arenasim::core
