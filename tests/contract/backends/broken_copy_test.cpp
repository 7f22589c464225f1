// Verification earns its keep: a device that loses one byte in a copy is found out.
#include <catch2/catch.hpp>

#include "backends/host/host.hpp"
#include "tests/support/scenario_run.hpp"

namespace arenasim::tests {
namespace {

using core::operator""_B;
using core::operator""_MiB;

/// Host memory whose copies leave out their last byte.
class DropsTheLastByte final : public backends::Device {
 public:
  explicit DropsTheLastByte(const core::Limits& limits) : host_(limits, 512_MiB) {}

  [[nodiscard]] core::Limits limits() const override { return host_.limits(); }
  [[nodiscard]] tl::expected<core::PageId, core::Refused> map(core::Bytes size) override { return host_.map(size); }
  void unmap(core::PageId page) override { host_.unmap(page); }
  [[nodiscard]] core::Uint128 allocated() const override { return host_.allocated(); }
  void wait_device() override { host_.wait_device(); }
  [[nodiscard]] tl::expected<void, core::Refused> copy(core::Place from, core::Place to, core::Bytes size) override {
    return host_.copy(from, to, size - 1_B);
  }
  [[nodiscard]] tl::expected<void, core::Refused> wait_copies() override { return host_.wait_copies(); }
  [[nodiscard]] backends::Patterns* patterns() override { return host_.patterns(); }

 private:
  backends::Host host_;
};

}  // namespace

TEST_CASE("A copy that drops one byte is found after the move, with allocation, page and offset") {
  const sim::Scenario scenario = sim::parse_scenario(
      "device max_page=1073741824 alignment=256 capacity=0 memory=adaptive mode=auto\n"
      "alloc 17 262144 0\nalloc 18 9437184 0\nrelocate 0\n");
  DropsTheLastByte device(scenario.device.limits);
  CHECK_THROWS_WITH(
      facts_of(scenario, device, {.audits = false, .verify = sim::Verify::moves}),
      Catch::Contains("allocation 17 of event 0, 262144 bytes on page 1 at offset 9437184: byte 262143") &&
          Catch::Contains("after a move from page 0 offset 0"));
}

}  // namespace arenasim::tests
