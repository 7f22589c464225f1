// What `--set` says, as setups: values of policies' options, and of any option about the device or time.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sim/cli/matrix.hpp"
#include "sim/sweep/grid.hpp"

namespace arenasim::sim::cli {

/// `KEY=VALUE,VALUE…`. Throws UsageError for anything else, for a key given twice, and for a key that is neither
/// `POLICY:OPTION` nor an option about the device or time.
[[nodiscard]] std::vector<sweep::Axis> parse_axes(const std::vector<std::string>& texts);

/// What a sweep varies, and what it does not.
struct SweepSpace {
  std::vector<PolicyArgument> policies;
  std::vector<sweep::Axis> axes;
  DeviceOptions device;
  TimingOptions timing;
};

using SetValues = std::vector<std::pair<std::string, std::string>>;

/// Every cell: trace by trace, policy by policy, the last axis changing fastest. An axis of a policy's option is for
/// that policy alone.
class SweepPoints {
 public:
  /// The traces outlive it. Throws UsageError for a value that is none, and for an axis of no policy of the space.
  SweepPoints(const SweepSpace& space, const std::vector<LoadedTrace>& traces);

  [[nodiscard]] std::size_t size() const { return points_.size(); }

  /// What was set for a cell.
  [[nodiscard]] const SetValues& set(std::size_t number) const { return points_[number].set; }

  /// Good for as long as this lives.
  [[nodiscard]] Task task(std::size_t number) const;

 private:
  struct Conditions {
    DeviceOptions device;
    TimingOptions timing;
  };
  struct Point {
    const LoadedTrace* trace = nullptr;
    PolicyArgument policy;
    const Conditions* conditions = nullptr;
    SetValues set;
  };

  void add(const SweepSpace& space, const LoadedTrace& trace, const PolicyArgument& policy);
  const Conditions& conditions_for(const SweepSpace& space, const SetValues& set);

  std::map<SetValues, Conditions> conditions_;  // its values stay where they are
  std::vector<Point> points_;
};

}  // namespace arenasim::sim::cli
