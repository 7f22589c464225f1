// One policy under one program, asked directly, with every promise looked after at every step.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "backends/bookkeeping/bookkeeping.hpp"
#include "backends/faults.hpp"
#include "core/fact_log.hpp"
#include "core/policies/policy.hpp"
#include "sim/command.hpp"
#include "tests/contract/policies/watched_memory.hpp"

namespace arenasim::tests {

class PolicyRun {
 public:
  /// `policy` outlives it.
  PolicyRun(const core::Policy& policy, const core::Options& options, const core::Limits& limits);

  /// Makes the policy, for programs of which this one is all. False where it cannot have the options.
  [[nodiscard]] bool begin(std::span<const sim::Command> program);

  /// Does one command. What it broke; empty where nothing.
  [[nodiscard]] std::string step(const sim::Command& command);

  [[nodiscard]] core::Uint128 reserved() const { return storage_.allocated(); }
  [[nodiscard]] const core::Allocator& allocator() const { return *allocator_; }
  [[nodiscard]] std::uint64_t served_count() const { return served_count_; }
  [[nodiscard]] std::uint64_t refused_count() const { return refused_count_; }

 private:
  /// The last thing done, where it was a free of what had been asked for on the same stream.
  struct JustFreed {
    core::Bytes size;
    core::StreamId stream;
  };

  [[nodiscard]] std::string alloc(const sim::Command& command);
  [[nodiscard]] std::string refused(const core::Request& request, core::Refusal reason);
  [[nodiscard]] std::string free(const sim::Command& command);
  [[nodiscard]] std::string read_facts();
  [[nodiscard]] std::string check_all();

  const core::Policy& policy_;
  core::Options options_;
  core::Lifetimes lifetimes_;
  backends::Bookkeeping storage_;
  backends::Faults faults_;
  core::FactLog log_{core::FactDetail::ranges};
  std::unique_ptr<core::Allocator> allocator_;
  WatchedMemory memory_;
  std::vector<std::optional<core::StreamId>> asked_on_;  // by id, of what is held
  std::optional<JustFreed> just_freed_;
  bool faults_due_ = false;
  std::uint64_t served_count_ = 0;
  std::uint64_t refused_count_ = 0;
};

}  // namespace arenasim::tests
