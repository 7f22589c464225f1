#include "traces/formats/pytorch/address_set.hpp"

#include <utility>

namespace arenasim::traces::pytorch {

bool AddressSet::insert(std::uint64_t address) {
  if (address == 0) {
    return !std::exchange(has_null_, true);
  }
  if ((count_ + 1) * 2 > places_.size()) {
    grow();
  }
  std::uint64_t& at = places_[place(address)];
  const bool is_new = at == 0;
  at = address;
  count_ += is_new ? 1U : 0U;
  return is_new;
}

bool AddressSet::contains(std::uint64_t address) const {
  if (address == 0 || places_.empty()) {
    return address == 0 && has_null_;
  }
  return places_[place(address)] != 0;
}

std::size_t AddressSet::place(std::uint64_t address) const {
  const std::size_t mask = places_.size() - 1;
  auto at = static_cast<std::size_t>((address * 0x9E3779B97F4A7C15U) >> shift_);
  while (places_[at] != 0 && places_[at] != address) {
    at = (at + 1) & mask;
  }
  return at;
}

void AddressSet::grow() {
  constexpr unsigned least_bits = 6;
  shift_ = places_.empty() ? 64 - least_bits : shift_ - 1;
  std::vector<std::uint64_t> old(std::size_t{1} << (64 - shift_));
  old.swap(places_);
  for (const std::uint64_t address : old) {
    if (address != 0) {
      places_[place(address)] = address;
    }
  }
}

}  // namespace arenasim::traces::pytorch
