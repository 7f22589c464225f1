// The device that a policy works on: its backend, its limits, and the faults it is to have.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "backends/backends.hpp"
#include "backends/faults.hpp"
#include "core/storage.hpp"
#include "core/values.hpp"
#include "sim/report/report_input.hpp"
#include "sim/verification.hpp"

namespace CLI {
class App;
}

namespace arenasim::sim::cli {

/// `--capacity`: none, bytes, or so many times the trace's peak live bytes.
using CapacityChoice = std::variant<std::monostate, core::Bytes, core::Fraction>;

/// `none`, a size, or `1.05x`. Nothing where the text is anything else.
[[nodiscard]] std::optional<CapacityChoice> parse_capacity(std::string_view text);

/// `N` or `N+K`, N from 1. Nothing where the text is anything else.
[[nodiscard]] std::optional<backends::FaultRange> parse_fault_range(std::string_view text);

class DeviceOptions {
 public:
  DeviceOptions() = default;

  /// `usual`: the backend where none is asked for.
  explicit DeviceOptions(const backends::Backend& usual) : backend_(&usual) {}

  void describe(CLI::App& app);

  /// The part that leaves the device's limits to somebody else.
  void describe_backend(CLI::App& app);

  /// Nothing where the backend is to say.
  [[nodiscard]] const std::optional<CapacityChoice>& capacity() const { return capacity_; }

  /// What to ask the backend for, with the capacity that was found out.
  [[nodiscard]] backends::DeviceRequest request(std::optional<core::Bytes> capacity) const;

  [[nodiscard]] const backends::Backend& backend() const { return *backend_; }

  /// What was asked for, else `moves` where pages hold bytes. Throws UsageError where they hold none and verification
  /// was asked for.
  [[nodiscard]] Verify verify() const;

  /// Asks for the faults that the command line names.
  void arm(backends::Faults& faults) const;

  /// The faults as a report lists them.
  [[nodiscard]] report::Settings faults() const;

  /// What else was asked for, as a report lists it.
  [[nodiscard]] report::Settings not_default() const;

 private:
  struct Fault {
    std::string text;
    std::optional<backends::FaultRange> range;
  };

  const backends::Backend* backend_ = &backends::backends().front();
  backends::DeviceRequest request_;
  std::optional<CapacityChoice> capacity_;
  std::optional<core::Fraction> share_;
  std::optional<Verify> verify_;
  Fault page_;
  Fault copy_;
  Fault wait_;
};

}  // namespace arenasim::sim::cli
