// One policy on a device on paper, asked directly: for tests that know every answer.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "backends/bookkeeping/bookkeeping.hpp"
#include "core/allocator.hpp"
#include "core/fact_log.hpp"
#include "sim/device_line.hpp"

namespace arenasim::tests {

/// Audits after every step, free ranges included: a flaw is thrown as std::runtime_error.
class PolicyOnPaper {
 public:
  /// `policy` as `--policy` takes it. Throws where there is none, or an option is wrong.
  explicit PolicyOnPaper(const std::string& policy, const core::Limits& limits = sim::kDefaultLimits);

  /// Where it was placed, `PAGE+OFFSET`, or the name of the refusal.
  std::string alloc(std::uint32_t id, std::uint64_t size, int stream = 0);
  void free(std::uint32_t id, int stream = 0);
  void cleanup(int stream = 0);

  /// What the device was asked since the last call: `+SIZE` a page granted, `-SIZE` given back, `!SIZE` refused.
  [[nodiscard]] std::string traffic();

  /// Bytes of all pages held.
  [[nodiscard]] std::uint64_t reserved() const { return static_cast<std::uint64_t>(storage_.allocated()); }
  [[nodiscard]] std::vector<std::string> notes() const { return allocator_->describe().notes; }
  [[nodiscard]] const core::Allocator& allocator() const { return *allocator_; }

  /// The free ranges told so far and not taken back, as `PAGE+OFFSET:SIZE`, in order.
  [[nodiscard]] std::string ranges() const;

 private:
  void step();

  backends::Bookkeeping storage_;
  core::FactLog log_{core::FactDetail::ranges};
  std::unique_ptr<core::Allocator> allocator_;
  std::string traffic_;
  struct Range {
    std::uint64_t page;
    std::uint64_t offset;
    std::uint64_t bytes;
    auto operator<=>(const Range&) const = default;
  };

  void remove(const Range& range);
  std::vector<Range> ranges_;
};

}  // namespace arenasim::tests
