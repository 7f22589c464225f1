// What the device's slow operations cost: named rows, or figures measured on a device (spec/timing.md, Costs).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/sim_time.hpp"
#include "core/units.hpp"

namespace arenasim::sim {

struct CostModel {
  std::uint64_t grant_ns = 0;           ///< a page is granted
  std::uint64_t grant_ns_per_mib = 0;   ///< and touched
  std::uint64_t refuse_ns = 0;          ///< a page is refused
  std::uint64_t release_ns = 0;         ///< a page goes back
  bool release_waits_device = false;    ///< and the host waits for the device first
  std::uint64_t copy_ns = 0;            ///< each copy of a relocation
  std::uint64_t copy_bytes_per_us = 0;  ///< its speed; 0 is instant
  std::uint64_t wait_ns = 0;            ///< any wait for the device

  /// True when nothing ever costs anything.
  [[nodiscard]] bool free() const { return *this == CostModel{}; }

  [[nodiscard]] core::SimDuration grant(core::Bytes page) const;
  [[nodiscard]] core::SimDuration copy(core::Bytes size) const;

  friend bool operator==(const CostModel&, const CostModel&) = default;
};

struct NamedCostModel {
  std::string name;
  CostModel model;
  std::string sentence;
};

/// `free`, `cuda-like`, `integrated`.
[[nodiscard]] std::span<const NamedCostModel> cost_models();

/// Null for a name that is not in the table.
[[nodiscard]] const NamedCostModel* find_cost_model(std::string_view name);

}  // namespace arenasim::sim
