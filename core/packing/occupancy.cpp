#include "core/packing/occupancy.hpp"

#include <bit>

namespace arenasim::core {

Occupancy::Occupancy(std::size_t times) : leaves_(std::bit_ceil(times)), nodes_(2 * leaves_) {}

/// The fewest nodes that make up the window.
template <class Visit>
void Occupancy::visit_whole_nodes(Window window, const Visit& visit) const {
  std::size_t left = leaves_ + window.begin;
  std::size_t right = leaves_ + window.end;
  for (; left < right; left /= 2, right /= 2) {
    if (left % 2 == 1) {
      visit(left++);
    }
    if (right % 2 == 1) {
      visit(--right);
    }
  }
}

/// Every node over the first or the last time of the window; among them each one that the window has a part of only.
template <class Visit>
void Occupancy::visit_ends(Window window, const Visit& visit) const {
  std::size_t left = leaves_ + window.begin;
  std::size_t right = leaves_ + window.end - 1;
  for (; left != right; left /= 2, right /= 2) {
    visit(left);
    visit(right);
  }
  for (; left != 0; left /= 2) {
    visit(left);
  }
}

std::optional<Bytes> Occupancy::lowest_room(Window window, Bytes size) const {
  struct InTheWay {
    const RangeSet* used;
    std::size_t passed;
  };
  std::vector<InTheWay> sets;
  visit_whole_nodes(window, [&](std::size_t node) { sets.push_back({&nodes_[node].sometimes, 0}); });
  visit_ends(window, [&](std::size_t node) { sets.push_back({&nodes_[node].always, 0}); });
  Bytes at;
  std::size_t agreed = 0;  // how many sets in a row have room there
  for (std::size_t i = 0; agreed < sets.size(); i = i + 1 == sets.size() ? 0 : i + 1) {
    const auto room = sets[i].used->lowest_room(at, size, sets[i].passed);
    if (!room) {
      return std::nullopt;
    }
    agreed = *room == at ? agreed + 1 : 1;
    at = *room;
  }
  return at;
}

void Occupancy::occupy(Window window, Bytes offset, Bytes size) {
  const Bytes end = offset + size;
  visit_whole_nodes(window, [&](std::size_t node) {
    nodes_[node].always.add(offset, end);
    nodes_[node].sometimes.add(offset, end);
  });
  visit_ends(window, [&](std::size_t node) { nodes_[node].sometimes.add(offset, end); });
}

}  // namespace arenasim::core
