// One device allocation and the slices it is carved into, as lists that are walked from end to end.
#pragma once

#include <cstdint>
#include <list>
#include <vector>

#include "tests/property/judge/device.hpp"

namespace arenasim::tests::judge {

struct Page;

struct Slice {
  Page* page = nullptr;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  std::uint64_t padding = 0;
  std::uint64_t owner = 0;  ///< its id, while `owned` and named
  bool owned = false;
  bool bound = false;
  bool guarded = false;  ///< on pages of one slice only; elsewhere the page counts its guards
  bool stuck = false;    ///< a failed wait left it held for good

  [[nodiscard]] bool free() const { return !owned && !bound && !guarded && !stuck; }
  [[nodiscard]] std::uint64_t effective() const { return size + padding; }
  [[nodiscard]] Spot spot() const;
};

struct Page {
  Page(std::uint64_t page_number, std::uint64_t page_size, int of_pool, bool is_sliced);

  /// Merges each run of two or more free neighbours; a lone free slice keeps its padding.
  void coalesce();

  /// Takes `size` and its padding from a free slice; null where none offers enough. Coalesces nothing.
  [[nodiscard]] Slice* carve(std::uint64_t size, const Settings& settings);

  [[nodiscard]] std::vector<Slice*> held();
  [[nodiscard]] bool empty() { return held().empty(); }
  [[nodiscard]] bool has_bound() const;
  /// Sum of the sizes held.
  [[nodiscard]] Sum live_bytes();

  std::uint64_t number;
  std::uint64_t size;
  int pool_index;
  bool sliced;
  std::list<Slice> slices;
  std::uint64_t guards = 0;
  std::uint64_t next_fit_from = 0;  ///< where the last carving ended
  std::uint64_t seen_free = 4;      ///< exclusive pages
  std::uint64_t filed_under = 0;    ///< persistent pages
  std::uint64_t place = 0;          ///< dedicated pages: in the order of indices
};

}  // namespace arenasim::tests::judge
