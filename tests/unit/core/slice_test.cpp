#include "core/slice.hpp"

#include <catch2/catch.hpp>

namespace arenasim::core {

TEST_CASE("A slice is free when nobody owns or keeps it, and its page stays the same throughout") {
  Slice slice;
  slice.begin_on(kMostPages - 1);
  CHECK(slice.free());
  slice.note_leaf(7);
  CHECK(slice.leaf() == 7);
  CHECK(slice.owner() == kNoAllocation);
  slice.resize(Bytes::max(), true);
  CHECK(slice.padded());
  CHECK(slice.free());
  slice.give(kPlannedOwner);
  CHECK(slice.owner() == kPlannedOwner);
  CHECK(slice.leaf() == kNoSlot);
  slice.bind(true);
  slice.guard(true);
  slice.stick(true);
  slice.let_go();
  CHECK(slice.owner() == kNoAllocation);
  CHECK(slice.leaf() == kNoSlot);
  CHECK((slice.bound() && slice.guarded() && slice.stuck()));
  slice.bind(false);
  slice.guard(false);
  CHECK_FALSE(slice.free());
  slice.stick(false);
  CHECK(slice.free());
  CHECK(slice.padded());
  slice.resize(4_GiB, false);
  CHECK_FALSE(slice.padded());
  CHECK(slice.size == 4_GiB);
  CHECK(slice.page() == kMostPages - 1);
}

}  // namespace arenasim::core
