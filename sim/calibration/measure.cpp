#include "sim/calibration/measure.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "core/values.hpp"

namespace arenasim::sim::calibration {
namespace {

using core::Bytes;
using core::operator""_B;

constexpr std::uint64_t kRounds = 5;
constexpr std::uint64_t kRefusals = 16;                    // each round: the first of them is slower
constexpr std::array<std::uint64_t, 2> kCopyCounts{1, 4};  // two of them tell a copy from the wait for it

/// A page of the device that is given back whatever happens.
class Page {
 public:
  Page(backends::Device& device, core::PageId id) : device_(device), id_(id) {}
  Page(const Page&) = delete;
  Page& operator=(const Page&) = delete;
  ~Page() { device_.unmap(id_); }

  [[nodiscard]] core::Place start() const { return {id_, 0_B}; }

 private:
  backends::Device& device_;
  core::PageId id_;
};

class Measuring {
 public:
  Measuring(backends::Device& device, const Bounds& bounds) : device_(device), bounds_(bounds) {}

  std::vector<Sample> run(const std::function<void(Bytes)>& tell) {
    if (!measure_size(kSmallestMeasured)) {
      throw backends::DeviceError(
          fmt::format("the device grants no two pages of {}", core::to_text(kSmallestMeasured)));
    }
    samples_.clear();  // the first of everything is slower
    const Bytes half{bounds_.memory.count() / 2};
    Bytes largest = std::min({device_.limits().largest_page, half, Bytes{std::numeric_limits<std::int64_t>::max()}});
    for (std::uint64_t round = 0; round < kRounds; ++round) {
      for (std::uint64_t refusal = 0; refusal < kRefusals; ++refusal) {
        measure_refusal();
      }
      for (Bytes size = kSmallestMeasured; size <= largest && !over(); size = size * 2) {
        tell(size);
        if (!measure_size(size)) {
          largest = Bytes{size.count() / 2};
        }
      }
    }
    return std::move(samples_);
  }

 private:
  [[nodiscard]] bool over() const { return watch_.elapsed() > bounds_.time; }

  void add(Step step, Bytes size, const backends::Stopwatch& watch, std::uint64_t count = 1) {
    samples_.push_back({.step = step, .size = size, .count = count, .took = watch.elapsed()});
  }

  /// Nothing where the device refuses.
  std::unique_ptr<Page> granted(Bytes size) {
    const backends::Stopwatch watch;
    const auto page = device_.map(size);
    if (!page) {
      return nullptr;
    }
    add(Step::grant, size, watch);
    return std::make_unique<Page>(device_, *page);
  }

  void give_back(std::unique_ptr<Page> page, Bytes size) {
    const backends::Stopwatch watch;
    page.reset();
    add(Step::release, size, watch);
  }

  void measure_refusal() {
    constexpr Bytes kTooLarge{std::uint64_t{1} << 62U};
    const backends::Stopwatch watch;
    if (const auto page = device_.map(kTooLarge)) {
      device_.unmap(*page);
    } else {
      add(Step::refuse, 0_B, watch);
    }
  }

  /// False where the device does not grant two pages of this size.
  [[nodiscard]] bool measure_size(Bytes size) {
    auto from = granted(size);
    auto into = from ? granted(size) : nullptr;
    if (!into) {
      return false;
    }
    const backends::Stopwatch idle;
    device_.wait_device();
    add(Step::wait, 0_B, idle);
    for (const std::uint64_t count : kCopyCounts) {
      measure_copies(*from, *into, size, count);
    }
    give_back(std::move(from), size);
    give_back(std::move(into), size);
    return true;
  }

  void measure_copies(const Page& from, const Page& into, Bytes size, std::uint64_t count) {
    const backends::Stopwatch watch;
    bool landed = true;
    for (std::uint64_t copy = 0; copy < count; ++copy) {
      landed = device_.copy(from.start(), into.start(), size).has_value() && landed;
    }
    if (device_.wait_copies() && landed) {
      add(Step::copies, size, watch, count);
    }
  }

  backends::Device& device_;
  Bounds bounds_;
  backends::Stopwatch watch_;
  std::vector<Sample> samples_;
};

}  // namespace

std::vector<Sample> measure(backends::Device& device, const Bounds& bounds, const std::function<void(Bytes)>& tell) {
  return Measuring{device, bounds}.run(tell);
}

}  // namespace arenasim::sim::calibration
