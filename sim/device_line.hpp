// The first line of a scenario, of a golden file and of `--facts`: the device and the policy (golden/README.md).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/storage.hpp"

namespace arenasim::sim {

/// Of a device nothing is said about (spec/cli.md, Defaults): pages of up to 1 TiB, alignment 256, no capacity.
inline constexpr core::Limits kDefaultLimits{.capacity = std::nullopt,
                                             .largest_page = core::Bytes{std::uint64_t{1} << 40U},
                                             .alignment = *core::Alignment::of(core::Bytes{256})};

/// `device max_page=N alignment=N capacity=N memory=POLICY mode=MODE`.
struct DeviceLine {
  core::Limits limits;
  std::string policy;               ///< as `--policy` takes it, `mode` left out: `arena`, `rmm-pool:initial=1GiB`
  std::optional<std::string> mode;  ///< of `arena` and `exclusive`

  /// As `--policy` takes it, `mode` among its options.
  [[nodiscard]] std::string policy_with_mode() const;
};

/// Keys in any order; one left out has its default. Throws traces::InputError at a position in line `line` (from 1).
[[nodiscard]] DeviceLine parse_device_line(std::string_view text, std::uint64_t line);

/// The line, without its end.
[[nodiscard]] std::string to_text(const DeviceLine& device);

/// The same from `--policy`'s text: `arena` and `exclusive` give their `mode`, `auto` where it is not said.
[[nodiscard]] DeviceLine device_line(const core::Limits& limits, std::string_view policy);

}  // namespace arenasim::sim
