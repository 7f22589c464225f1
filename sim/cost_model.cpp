#include "sim/cost_model.hpp"

#include <algorithm>
#include <array>

namespace arenasim::sim {
namespace {

/// `dividend / divisor` rounded up, at most 2^64 - 1.
core::SimDuration ceil_divided(core::Uint128 dividend, std::uint64_t divisor) {
  const core::Uint128 quotient = (dividend + divisor - 1) / divisor;
  return std::min(core::SimDuration::max(), quotient > core::SimDuration::max().count()
                                                ? core::SimDuration::max()
                                                : core::SimDuration{static_cast<std::uint64_t>(quotient)});
}

core::SimDuration sum(core::SimDuration left, core::SimDuration right) {
  return core::SimDuration::max() - left < right ? core::SimDuration::max() : left + right;
}

}  // namespace

core::SimDuration CostModel::grant(core::Bytes page) const {
  return sum(core::SimDuration{grant_ns},
             ceil_divided(core::Uint128{page.count()} * grant_ns_per_mib, std::uint64_t{1} << 20U));
}

core::SimDuration CostModel::copy(core::Bytes size) const {
  if (copy_bytes_per_us == 0) {
    return core::SimDuration{copy_ns};
  }
  return sum(core::SimDuration{copy_ns}, ceil_divided(core::Uint128{size.count()} * 1000, copy_bytes_per_us));
}

std::span<const NamedCostModel> cost_models() {
  static const std::array<NamedCostModel, 3> models{{
      {.name = "free", .model = {}, .sentence = "Nothing costs anything."},
      {.name = "cuda-like",
       .model = {.grant_ns = 100'000,
                 .grant_ns_per_mib = 500,
                 .refuse_ns = 200'000,
                 .release_ns = 150'000,
                 .release_waits_device = true,
                 .copy_ns = 4'000,
                 .copy_bytes_per_us = 1'000'000,
                 .wait_ns = 10'000},
       .sentence = "A discrete GPU whose releases wait for the device; orders of magnitude, not measurements."},
      {.name = "integrated",
       .model = {.grant_ns = 20'000,
                 .grant_ns_per_mib = 100'000,
                 .refuse_ns = 50'000,
                 .release_ns = 20'000,
                 .release_waits_device = false,
                 .copy_ns = 10'000,
                 .copy_bytes_per_us = 10'000,
                 .wait_ns = 10'000},
       .sentence = "A GPU in the host's memory, whose pages cost when touched; orders of magnitude, not measurements."},
  }};
  return models;
}

const NamedCostModel* find_cost_model(std::string_view name) {
  const auto models = cost_models();
  const auto found =
      std::find_if(models.begin(), models.end(), [name](const NamedCostModel& row) { return row.name == name; });
  return found == models.end() ? nullptr : &*found;
}

}  // namespace arenasim::sim
