// The row of binning: its options, and the policy below that they name.
#include <algorithm>
#include <array>

#include "core/policies/binning.hpp"

namespace arenasim::core {
namespace {

using Made = tl::expected<std::unique_ptr<Allocator>, OptionError>;

constexpr std::array kBinningOptions{
    OptionSpec{"under", OptionType::text, "rmm-pool", "the policy that chunks and large requests come from",
               "NAME or [NAME:key=value,...]"},
    OptionSpec{"min-bin", OptionType::bytes, "256KiB", "the blocks of the smallest bin, a power of two", "", 1},
    OptionSpec{"max-bin", OptionType::bytes, "4MiB", "the blocks of the largest bin, a power of two", "", 1},
    OptionSpec{"bin-chunk", OptionType::count, "128", "blocks that a bin takes at once", "", 1, 1'000'000},
};

std::optional<OptionError> wrong_bins(const Options& options) {
  for (const std::string_view option : {"min-bin", "max-bin"}) {
    if (!Alignment::of(options.bytes(option))) {
      return OptionError{"option '" + std::string{option} + "' is not a power of two"};
    }
  }
  const Bytes most = Bytes{Bytes::max().count() / options.count("bin-chunk")};
  if (options.bytes("min-bin") > options.bytes("max-bin") || options.bytes("max-bin") > most) {
    return OptionError{"option 'max-bin' is smaller than 'min-bin', or a chunk of it passes 2^64 - 1 bytes"};
  }
  return std::nullopt;
}

Made make_below(const Workplace& at, std::string_view text) {
  const auto colon = text.find(':');
  const Policy* const policy = find_policy(text.substr(0, colon));
  if (policy == nullptr || policy == &kBinningPolicy || policy->needs_lifetimes) {
    std::vector<std::string_view> names;
    for (const Policy* row : policies()) {
      if (row != &kBinningPolicy && !row->needs_lifetimes) {
        names.push_back(row->name);
      }
    }
    std::string message = "option 'under' is '";
    message += text;
    message += "', which names no policy that can stand under bins; did you mean '";
    message += nearest(text.substr(0, colon), names);
    return tl::make_unexpected(OptionError{message + "'?"});
  }
  const auto options =
      Options::parse(policy->options, colon == std::string_view::npos ? std::string_view{} : text.substr(colon + 1));
  if (!options) {
    std::string message = "option 'under', policy '";
    message += policy->name;
    message += "': ";
    return tl::make_unexpected(OptionError{message + options.error().text});
  }
  return policy->make(at, *options);
}

Made make_binning(const Workplace& at, const Options& options) {
  if (const auto wrong = wrong_bins(options)) {
    return tl::make_unexpected(*wrong);
  }
  auto heard = std::make_unique<FactLog>(at.facts.keeps_ranges() ? FactDetail::ranges : FactDetail::events);
  auto below = make_below({.storage = at.storage, .copies = at.copies, .facts = *heard}, options.text("under"));
  if (!below) {
    return below;
  }
  const Bytes alignment = at.storage.limits().alignment.bytes();
  BinTable bins{std::max(options.bytes("min-bin"), alignment), options.bytes("max-bin"),
                static_cast<std::uint32_t>(options.count("bin-chunk"))};
  return std::make_unique<Binning>(at.facts, std::move(heard), std::move(*below), std::move(bins));
}

/// Blocks are multiples of it whatever is below, chunks as the policy below places them.
Alignment alignment_below(const Limits& limits, const Options& options) {
  const std::string_view text = options.text("under");
  const auto colon = text.find(':');
  const Policy* const policy = find_policy(text.substr(0, colon));
  const auto below =
      Options::parse(policy->options, colon == std::string_view::npos ? std::string_view{} : text.substr(colon + 1));
  return policy->promises.alignment == nullptr || !below ? limits.alignment
                                                         : policy->promises.alignment(limits, *below);
}

}  // namespace

const Policy kBinningPolicy{"binning",
                            "bins of fixed-size blocks for small requests, another policy for the rest",
                            "RMM, binning memory resource",
                            kBinningOptions,
                            make_binning,
                            nullptr,
                            {.alignment = alignment_below}};

}  // namespace arenasim::core
