// Huge pages for memory that is filled once from end to end: a fault for each small page would take as long as reading
// a trace.
#pragma once

#include <cstddef>
#include <vector>

namespace arenasim::traces {

/// Tells the system that these bytes, of any value so far, are best backed by huge pages. Nothing else changes, and
/// where the system has none, or the bytes are few, nothing at all.
void prefer_huge_pages(void* begin, std::size_t bytes);

/// Reserves room for `count` items, and the same for that of those still to come. Throws as `reserve` does.
template <class Item>
void reserve_on_huge_pages(std::vector<Item>& items, std::size_t count) {
  items.reserve(count);
  prefer_huge_pages(items.data() + items.size(), (count - items.size()) * sizeof(Item));
}

}  // namespace arenasim::traces
