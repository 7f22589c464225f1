// The options of `pytorch` as the allocator uses them (spec/pytorch.md, Options and Flavours).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "core/options.hpp"
#include "core/policies/pytorch/rounding.hpp"
#include "core/units.hpp"
#include "core/values.hpp"

namespace arenasim::core::pytorch {

/// Requests whose block is not larger go to the small pool.
inline constexpr Bytes kMostSmall = 1_MiB;

/// What the smallest block and every block size are multiples of, where the device does not ask for more.
inline constexpr Bytes kUnit = 512_B;

struct Settings {
  Bytes added;                            ///< to each request before it is rounded: 32 bytes of the npu flavour
  Bytes max_split = Bytes::max();         ///< blocks from here on are oversize: never split, and only for their like
  Bytes max_non_split_rounding = 20_MiB;  ///< how much more than asked for an oversize block may hold
  Bytes large_segment = 20_MiB;           ///< the segment of large requests below 10 MiB
  Divisions divisions;
  std::optional<Fraction> gc_threshold;     ///< of the memory that may be held
  std::optional<Fraction> memory_fraction;  ///< of the capacity that may be held
  bool expandable = false;
  bool throw_on_oom = false;       ///< past that fraction: no second try
  std::vector<std::string> notes;  ///< what was asked for and changes nothing, or PyTorch would refuse

  /// Some blocks are never split.
  [[nodiscard]] bool limits_splits() const { return max_split != Bytes::max(); }
};

/// `conf` taken into account. An error where an option's text means nothing or contradicts the string.
[[nodiscard]] tl::expected<Settings, OptionError> settings_of(const Options& options);

}  // namespace arenasim::core::pytorch
