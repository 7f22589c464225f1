// PYTORCH_CUDA_ALLOC_CONF: every key that PyTorch documents, and which of them mean something to a simulation
// (spec/pytorch.md, Options; PyTorch's notes on CUDA semantics, Memory management).
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "core/options.hpp"

namespace arenasim::core::pytorch {

/// One key of the string.
struct ConfKey {
  std::string_view name;
  std::string_view ignored;  ///< why it changes nothing here; empty: the option of that name takes it
};

[[nodiscard]] std::span<const ConfKey> conf_keys();

/// `key:value,key:[a:b,c:d]` as pairs, spaces dropped. An error where a part is no `key:value` or a bracket stays open.
[[nodiscard]] tl::expected<std::vector<std::pair<std::string, std::string>>, OptionError> split_conf(
    std::string_view text);

/// What the string of `options` says, written into the options of the same names. An error where a key is unknown
/// (naming the nearest), a value is wrong, `backend` is not `native`, or an option that was given says otherwise.
/// Applying it again changes nothing.
[[nodiscard]] tl::expected<Options, OptionError> with_conf(Options options);

/// Why keys of the string change nothing here, a sentence each.
[[nodiscard]] std::vector<std::string> ignored_notes(const Options& options);

/// The settings of a recorded allocator (`allocator_settings` of a snapshot, nested names joined by a dot) written into
/// the options that are not set; keys of its string that are not known are named in `unknown`. An error where a
/// value is none that the option can have.
[[nodiscard]] tl::expected<Options, OptionError> with_recorded(Options options,
                                                               const std::map<std::string, std::string>& settings,
                                                               std::vector<std::string>& unknown);

}  // namespace arenasim::core::pytorch
