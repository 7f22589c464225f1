// A replay beside a recording that has addresses and no segments: the first placement on a page says where the page
// would have lain, and every other one on it is held against that.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/fact.hpp"
#include "sim/observer.hpp"
#include "sim/report/report_input.hpp"
#include "traces/recorded.hpp"

namespace arenasim::sim::recorded {

/// Placements that say where a page lies are not counted: they cannot differ.
class AnchoredComparison final : public Observer {
 public:
  /// `addresses` by rising event number.
  explicit AnchoredComparison(std::vector<traces::RecordedAddress> addresses) : addresses_(std::move(addresses)) {}

  [[nodiscard]] core::FactDetail detail() const override { return core::FactDetail::events; }
  void observe(const Batch& batch) override;

  [[nodiscard]] const report::RecordedComparison& answer() const { return answer_; }

 private:
  void compare(const Moment& moment, const core::Fact& outcome, std::uint64_t address);
  void differ(const Moment& moment, std::uint64_t address, std::string predicted, std::string reason);

  std::vector<traces::RecordedAddress> addresses_;
  std::size_t next_ = 0;
  std::unordered_map<std::uint64_t, std::uint64_t> bases_;  // address of offset 0, by page; may wrap
  report::RecordedComparison answer_;
};

}  // namespace arenasim::sim::recorded
