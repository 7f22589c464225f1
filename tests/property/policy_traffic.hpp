// Random traffic through a policy and through a slow, obvious model of it: every answer is compared.
#pragma once

#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/property/draw.hpp"
#include "tests/support/policy_on_paper.hpp"

namespace arenasim::tests {

struct Traffic {
  std::uint64_t seed = 0;
  std::uint32_t steps = 1500;
  std::uint64_t most_bits = 12;  ///< sizes up to 2^this
  std::uint64_t streams = 1;
};

/// `Model` has `alloc(id, size, stream)`, which says `PAGE+OFFSET` or a refusal, and `free(id, stream)`.
template <class Model>
void compare(const std::string& policy, const core::Limits& limits, Model model, const Traffic& traffic) {
  INFO(policy << ", seed " << traffic.seed);
  Draw draw(traffic.seed);
  PolicyOnPaper pool(policy, limits);
  std::vector<std::uint32_t> held;
  std::vector<std::uint32_t> vacant;
  std::uint32_t next_id = 0;
  for (std::uint32_t step = 0; step < traffic.steps; ++step) {
    const int stream = static_cast<int>(draw.below(traffic.streams));
    if (held.empty() || draw.chance(step / 300 % 2 == 0 ? 620 : 380)) {
      const std::uint32_t id = vacant.empty() ? next_id++ : draw.take(vacant);
      const std::uint64_t size = draw.chance(300) ? draw.between(1, 8) * 256 : draw.by_magnitude(traffic.most_bits);
      const std::string expected = model.alloc(id, size, stream);
      INFO("step " << step << ": alloc " << id << ' ' << size << ' ' << stream);
      REQUIRE(pool.alloc(id, size, stream) == expected);
      (expected.find('+') == std::string::npos ? vacant : held).push_back(id);
    } else {
      const std::uint32_t id = draw.take(held);
      vacant.push_back(id);
      model.free(id, stream);
      INFO("step " << step << ": free " << id << ' ' << stream);
      pool.free(id, stream);
      REQUIRE(pool.reserved() == model.reserved());
    }
  }
}

}  // namespace arenasim::tests
