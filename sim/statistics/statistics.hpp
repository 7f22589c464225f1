// Every statistic of a replay, kept up from facts alone: no page is ever walked (spec/report.md).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "core/sim_time.hpp"
#include "core/storage.hpp"
#include "sim/observer.hpp"
#include "sim/statistics/results.hpp"

namespace arenasim::sim::statistics {

struct StatisticsOptions {
  core::Limits limits{};                            ///< of the device that the policy sees
  std::uint64_t list_limit = 1000;                  ///< `--list-limit`
  std::uint64_t series_rows = 2000;                 ///< `--series`; 0: none
  std::optional<core::SimDuration> sample_every{};  ///< `--sample-every`: a row at each tick instead
};

/// Watches one replay. Memory grows with what is live and granted, not with how many events pass.
class Statistics final : public Observer {
 public:
  explicit Statistics(const StatisticsOptions& options);
  ~Statistics() override;
  Statistics(const Statistics&) = delete;
  Statistics& operator=(const Statistics&) = delete;

  [[nodiscard]] core::FactDetail detail() const override { return core::FactDetail::ranges; }
  void observe(const Batch& batch) override;

  /// What it came to. Call once, after the last batch.
  [[nodiscard]] Results finish();

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace arenasim::sim::statistics
