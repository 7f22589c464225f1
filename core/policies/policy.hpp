// The table of allocator policies: one row each, one file each.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/allocator.hpp"
#include "core/fact_log.hpp"
#include "core/options.hpp"
#include "core/packing/lifetime.hpp"
#include "core/storage.hpp"

namespace arenasim::core {

/// What a policy works on. All of it outlives the policy.
struct Workplace {
  Storage& storage;
  CopyQueue& copies;
  FactLog& facts;
  const Lifetimes* lifetimes = nullptr;  ///< all that will be asked for, where that is known
};

/// What a policy promises besides what every Allocator does; the contract suite holds it to that.
struct Promises {
  /// Every offset is a multiple of it; null: of the device's alignment.
  Alignment (*alignment)(const Limits& limits, const Options& options) = nullptr;
  /// What was just freed can be had again: the same size on the same stream, with nothing in between.
  bool serves_again = false;
  /// When nothing is held and every stream was cleaned up, the device has all its memory back.
  bool gives_all_back = false;
};

struct Policy {
  std::string_view name;
  std::string_view sentence;
  std::string_view source;  ///< whose behaviour it is: a project, a paper, a page of spec/
  std::span<const OptionSpec> options;
  /// An error where an option's text means nothing to the policy, or options contradict each other.
  tl::expected<std::unique_ptr<Allocator>, OptionError> (*make)(const Workplace& workplace, const Options& options);
  /// Null, or: options with all that their texts stand for written out, for a policy whose options are not set where
  /// they are not given. `recorded`, where it is not null: the settings of a recorded allocator by name, perhaps none,
  /// which become the values of options not set; what is still not set then gets its default. Settings that mean
  /// nothing to the policy become notes, a sentence each.
  tl::expected<Options, OptionError> (*complete)(Options options, const std::map<std::string, std::string>* recorded,
                                                 std::vector<std::string>& notes) = nullptr;
  Promises promises = {};
  bool needs_lifetimes = false;  ///< made only where the workplace knows what will be asked for
};

/// Every policy, in the order `list policies` shows them; the first is the default.
[[nodiscard]] std::span<const Policy* const> policies();

/// Null where there is none of that name.
[[nodiscard]] const Policy* find_policy(std::string_view name);

}  // namespace arenasim::core
