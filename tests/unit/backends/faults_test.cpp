// Faults on demand, in front of a device.
#include <catch2/catch.hpp>

#include "backends/bookkeeping/bookkeeping.hpp"
#include "backends/faults.hpp"

namespace arenasim::tests {
namespace {

struct FaultyDevice {
  backends::Bookkeeping device{{.capacity = core::Bytes{100}, .largest_page = core::Bytes{100}, .alignment = {}}};
  backends::Faults faults{device, device};
};

}  // namespace

TEST_CASE("A refused page is used up before the capacity is looked at, and takes no number") {
  FaultyDevice under;
  under.faults.refuse_pages(1);
  const auto refused = under.faults.map(core::Bytes{1000});
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().injected);
  const auto real = under.faults.map(core::Bytes{1000});
  REQUIRE_FALSE(real.has_value());
  CHECK_FALSE(real.error().injected);
  CHECK(under.faults.map(core::Bytes{100}) == core::PageId{0});
  CHECK(under.faults.allocated() == 100);
}

TEST_CASE("A count of faults is set, not added to") {
  FaultyDevice under;
  under.faults.refuse_copies(5);
  under.faults.refuse_copies(1);
  CHECK_FALSE(under.faults.copy({}, {}, core::Bytes{1}).has_value());
  CHECK(under.faults.copy({}, {}, core::Bytes{1}).has_value());
  under.faults.fail_waits(2);
  under.faults.fail_waits(0);
  CHECK(under.faults.wait_copies().has_value());
}

TEST_CASE("The Nth page asked for fails, and K more") {
  FaultyDevice under;
  under.faults.fail_page({.first = 2, .more = 1});
  CHECK(under.faults.map(core::Bytes{1}).has_value());
  CHECK_FALSE(under.faults.map(core::Bytes{1}).has_value());
  CHECK_FALSE(under.faults.map(core::Bytes{1}).has_value());
  CHECK(under.faults.map(core::Bytes{1}).has_value());
}

TEST_CASE("The first wait fails and the next does not") {
  FaultyDevice under;
  under.faults.fail_wait({.first = 1, .more = 0});
  CHECK_FALSE(under.faults.wait_copies().has_value());
  CHECK(under.faults.wait_copies().has_value());
}

}  // namespace arenasim::tests
