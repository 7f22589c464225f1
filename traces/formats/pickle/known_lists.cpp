#include "traces/formats/pickle/known_lists.hpp"

#include <algorithm>
#include <cstring>

#include "traces/formats/pickle/bytes.hpp"

namespace arenasim::traces::pickle {
namespace {

/// Of the first bytes; the products do not wait for each other.
std::size_t set_of(const char* at) {
  constexpr std::size_t words = KnownLists::kLeastBytes / sizeof(std::uint64_t);
  std::uint64_t hash = 0;
  std::uint64_t factor = 0x9E3779B97F4A7C15U;
  for (std::size_t word = 0; word < words; ++word) {
    hash += little_endian_at<std::uint64_t>(at + word * sizeof(std::uint64_t)) * factor;
    factor = factor * 0xD1342543DE82EF95U | 1U;
  }
  return hash >> 58U;
}

}  // namespace

const KnownLists::List* KnownLists::find(const char* begin, const char* at, const char* end) const {
  static_assert(kSets == 64, "a set is six bits of a hash");
  const auto left = static_cast<std::size_t>(end - at);
  if (left < kLeastBytes) {
    return nullptr;
  }
  for (const List& list : sets_[set_of(at)].lists) {
    if (list.length != 0 && list.length <= left && std::memcmp(begin + list.offset, at, list.length) == 0) {
      return &list;
    }
  }
  return nullptr;
}

void KnownLists::add(const char* begin, const char* at, const char* behind, std::span<const Value> items,
                     std::uint8_t height) {
  const auto length = static_cast<std::size_t>(behind - at);
  if (length < kLeastBytes) {
    return;
  }
  is_empty_ = false;
  Set& set = sets_[set_of(at)];
  List& list = set.lists[set.oldest++ % set.lists.size()];
  list.offset = static_cast<std::uint64_t>(at - begin);
  list.length = length;
  list.height = height;
  list.items.assign(items.begin(), items.end());
}

void KnownLists::forget() {
  if (is_empty_) {
    return;
  }
  for (Set& set : sets_) {
    for (List& list : set.lists) {
      list.length = 0;
    }
  }
  is_empty_ = true;
}

}  // namespace arenasim::traces::pickle
