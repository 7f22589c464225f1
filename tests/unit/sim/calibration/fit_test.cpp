#include "sim/calibration/fit.hpp"

#include <algorithm>
#include <array>
#include <memory>

#include <catch2/catch.hpp>

#include "backends/bookkeeping/bookkeeping.hpp"
#include "sim/calibration/least_squares.hpp"
#include "sim/calibration/timed_device.hpp"

namespace arenasim::tests {
namespace {

using namespace sim::calibration;
using core::Bytes;
using core::operator""_B;
using core::operator""_GiB;
using core::operator""_KiB;
using core::operator""_MiB;
using std::chrono::nanoseconds;

/// Grants pages as paper does, and counts what is there.
class PaperDevice final : public backends::Device {
 public:
  explicit PaperDevice(Bytes capacity)
      : paper_({.capacity = capacity, .largest_page = 1_GiB, .alignment = *core::Alignment::of(256_B)}) {}

  [[nodiscard]] core::Limits limits() const override { return paper_.limits(); }
  [[nodiscard]] tl::expected<core::PageId, core::Refused> map(Bytes size) override {
    const auto page = paper_.map(size);
    most_ = std::max(most_, paper_.allocated());
    return page;
  }
  void unmap(core::PageId page) override { paper_.unmap(page); }
  [[nodiscard]] core::Uint128 allocated() const override { return paper_.allocated(); }
  void wait_device() override {}
  [[nodiscard]] tl::expected<void, core::Refused> copy(core::Place, core::Place, Bytes) override { return {}; }
  [[nodiscard]] tl::expected<void, core::Refused> wait_copies() override { return {}; }

  [[nodiscard]] core::Uint128 most() const { return most_; }

 private:
  backends::Bookkeeping paper_;
  core::Uint128 most_ = 0;
};

}  // namespace

TEST_CASE("Measurements that follow a model give that model back") {
  const sim::CostModel model{.grant_ns = 20'000,
                             .grant_ns_per_mib = 300,
                             .refuse_ns = 90,
                             .release_ns = 4'000,
                             .release_waits_device = false,
                             .copy_ns = 5'000,
                             .copy_bytes_per_us = 10'000,
                             .wait_ns = 7'000};
  std::vector<Sample> samples{{Step::refuse, 1_GiB, 1, nanoseconds{90}}};
  for (Bytes size = 64_KiB; size <= 256_MiB; size = size * 2) {
    const auto ns = [](core::SimDuration cost) { return nanoseconds{static_cast<std::int64_t>(cost.count())}; };
    samples.push_back({Step::grant, size, 1, ns(model.grant(size))});
    samples.push_back({Step::release, size, 1, nanoseconds{4'000}});
    samples.push_back({Step::wait, size, 1, nanoseconds{7'000}});
    for (const std::uint64_t count : {1U, 4U}) {
      samples.push_back({Step::copies, size, count, nanoseconds{7'000} + ns(model.copy(size) * count)});
    }
  }
  const Fit found = fit(samples);
  const auto near = [](std::uint64_t value) {
    return Approx(static_cast<double>(value)).margin(1);
  };  // costs are whole
  CHECK(found.model.grant_ns == near(model.grant_ns));
  CHECK(found.model.grant_ns_per_mib == near(model.grant_ns_per_mib));
  CHECK(found.model.refuse_ns == model.refuse_ns);
  CHECK(found.model.release_ns == model.release_ns);
  CHECK(found.model.copy_ns == near(model.copy_ns));
  CHECK(found.model.copy_bytes_per_us == near(model.copy_bytes_per_us));
  CHECK(found.model.wait_ns == near(model.wait_ns));
  for (const Residual& residual : found.residuals) {
    CHECK(residual.error() == Approx(0).margin(0.001));
  }
}

TEST_CASE("A few measurements that took far too long change nothing") {
  std::vector<Sample> samples;
  for (const Bytes size : {1_MiB, 8_MiB, 64_MiB}) {
    const auto mib = static_cast<std::int64_t>(size.count() >> 20U);
    for (const std::int64_t longer : {1, 1, 1, 1000, 5000}) {
      samples.push_back({Step::grant, size, 1, nanoseconds{longer * (3'000 + 100 * mib)}});
      samples.push_back({Step::release, size, 1, nanoseconds{longer * 10 * mib}});
    }
  }
  const Fit found = fit(samples);
  CHECK(found.model.grant_ns == 3'000);
  CHECK(found.model.grant_ns_per_mib == 100);
  CHECK(found.model.release_ns == 80);
  REQUIRE(found.residuals.size() == 6);
  CHECK(found.residuals.front().samples_count == 5);
  CHECK(found.residuals.front().measured_ns == Approx(3'100));
}

TEST_CASE("No coefficient is below 0, and one that no equation speaks of is 0") {
  const std::array<Equation, 3> falling{Equation{{1, 1, 0}, 10}, Equation{{1, 2, 0}, 8}, Equation{{1, 3, 0}, 6}};
  const auto found = least_squares(falling);
  CHECK(found[0] > 0);
  CHECK(found[1] == 0);
  CHECK(found[2] == 0);
  CHECK(least_squares({}) == std::array<double, kCoefficients>{});
}

TEST_CASE("Measuring keeps to the memory it may take and leaves no page behind") {
  PaperDevice device(1_GiB);
  const auto samples = measure(device, {.memory = 4_MiB, .time = std::chrono::seconds{10}}, [](Bytes) {});
  CHECK((device.most() <= (4_MiB).count()));
  CHECK((device.allocated() == 0));
  CHECK(std::count_if(samples.begin(), samples.end(),
                      [](const Sample& sample) { return sample.step == Step::grant && sample.size == 2_MiB; }) == 10);
}

TEST_CASE("Measuring ends where the device refuses, and where the time is over") {
  PaperDevice small(1_MiB);
  for (const Sample& sample : measure(small, {.memory = 1_GiB, .time = std::chrono::seconds{10}}, [](Bytes) {})) {
    CHECK((sample.step == Step::refuse || sample.size <= 1_MiB));
  }
  CHECK((small.allocated() == 0));
  PaperDevice slow(1_GiB);
  for (const Sample& sample : measure(slow, {.memory = 1_GiB, .time = nanoseconds{0}}, [](Bytes) {})) {
    CHECK(sample.step == Step::refuse);
  }
}

TEST_CASE("A stopwatch in front of a device changes nothing of what it answers") {
  HostTimes times;
  TimedDevice device(std::make_unique<PaperDevice>(1_MiB), times);
  const auto page = device.map(1_MiB);
  REQUIRE(page);
  CHECK_FALSE(device.map(1_B));
  CHECK((device.allocated() == (1_MiB).count()));
  CHECK(device.copy({*page, 0_B}, {*page, 8_B}, 8_B));
  CHECK(device.wait_copies());
  device.unmap(*page);
  CHECK((device.allocated() == 0));
  CHECK(times.sum() == times.grant + times.refuse + times.release + times.relocation);
}

}  // namespace arenasim::tests
