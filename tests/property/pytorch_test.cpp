// `pytorch` beside a slow model of it: the same place, block and refusal for every request, whatever the options.
#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "backends/bookkeeping/bookkeeping.hpp"
#include "core/fact_log.hpp"
#include "tests/property/draw.hpp"
#include "tests/property/pytorch_model.hpp"
#include "tests/support/scenario_run.hpp"

namespace arenasim::tests {
namespace {

constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20U;

/// The same rules for both.
struct Drawn {
  PytorchModel::Rules rules;
  std::string policy = "pytorch:large_segment_size_mb=20";
};

Drawn draw_rules(Draw& draw) {
  Drawn drawn;
  const auto add = [&](const std::string& option) { drawn.policy += "," + option; };
  if (draw.chance(300)) {
    drawn.rules.added = 32;
    add("flavour=npu");
  }
  if (draw.chance(300)) {
    drawn.rules.steps = draw.pick<std::uint64_t>({1, 2, 4, 8});
    add("roundup_power2_divisions=" + std::to_string(drawn.rules.steps));
  }
  if (draw.chance(300)) {
    drawn.rules.expandable = true;
    add("expandable_segments=true");
  } else if (draw.chance(500)) {
    const std::uint64_t limit = draw.between(20, 60);
    drawn.rules.max_split = limit * kMebibyte;
    drawn.rules.most_rounding = draw.between(0, 30) * kMebibyte;
    add("max_split_size_mb=" + std::to_string(limit));
    add("max_non_split_rounding_mb=" + std::to_string(drawn.rules.most_rounding / kMebibyte));
  }
  if (draw.chance(700)) {
    drawn.rules.capacity = draw.between(60, 600) * kMebibyte;
  }
  if (drawn.rules.capacity != ~std::uint64_t{0} && draw.chance(400)) {
    drawn.rules.gc_percent = draw.between(1, 99);
    add("garbage_collection_threshold=" + std::to_string(drawn.rules.gc_percent) + "%");
  }
  return drawn;
}

std::uint64_t draw_size(Draw& draw) {
  switch (draw.below(4)) {
    case 0:
      return draw.below(2 * kMebibyte);
    case 1:
      return draw.by_magnitude(26);
    case 2:
      return draw.pick<std::uint64_t>(
          {0, 512, kMebibyte - 1, kMebibyte, kMebibyte + 1, 10 * kMebibyte - 512, 10 * kMebibyte});
    default:
      return draw.between(1, 40) * kMebibyte;
  }
}

/// One random run.
void run(std::uint64_t seed) {
  Draw draw(seed);
  const Drawn drawn = draw_rules(draw);
  INFO("seed " << seed << ", " << drawn.policy << ", capacity " << drawn.rules.capacity);
  PytorchModel model(drawn.rules);
  core::Limits limits{.capacity = {}, .largest_page = core::Bytes{kMebibyte << 20U}, .alignment = {}};
  if (drawn.rules.capacity != ~std::uint64_t{0}) {
    limits.capacity = core::Bytes{drawn.rules.capacity};
  }
  backends::Bookkeeping device(limits);
  core::FactLog log(core::FactDetail::events);
  const auto policy = make_policy(drawn.policy, {.storage = device, .copies = device, .facts = log});
  std::vector<std::uint32_t> held;
  for (std::uint32_t step = 0; step < 150; ++step) {
    INFO("step " << step);
    const core::StreamId stream{static_cast<std::int32_t>(draw.below(2))};
    log.clear();
    if (draw.chance(30)) {
      policy->cleanup(stream);
      model.cleanup(stream.number());
    } else if (!held.empty() && draw.chance(450)) {
      const std::uint32_t id = draw.take(held);
      policy->complete_free(core::AllocationId{id}, stream);
      model.free(id);
    } else {
      const core::Bytes size{draw_size(draw)};
      const auto served = policy->allocate({.id = core::AllocationId{step}, .size = size, .stream = stream});
      const auto expected = model.allocate(step, size.count(), stream.number());
      REQUIRE(served.has_value() == expected.has_value());
      if (served) {
        REQUIRE(served->place == core::Place{core::PageId{expected->page}, core::Bytes{expected->offset}});
        REQUIRE(log.facts().back().extra.count() == expected->size - size.count());
        held.push_back(step);
      }
    }
    REQUIRE(device.allocated() == model.reserved());
    REQUIRE(policy->audit() == std::nullopt);
  }
}

}  // namespace

TEST_CASE("PyTorch's allocator places, splits, joins and gives back as the slow model does") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    run(seed);
  }
}

}  // namespace arenasim::tests
