#include "core/policies/pytorch/settings.hpp"

#include "core/policies/pytorch/conf.hpp"

namespace arenasim::core::pytorch {
namespace {

constexpr Bytes kNpuAdded = 32_B;
constexpr std::uint64_t kLeastSplitMebibytes = 20;

Bytes mebibytes(std::uint64_t count) {
  return Bytes{count} * (1_MiB).count();
}

/// Nothing where the option is not set, or is 0 and 0 means so. An error above 1.
tl::expected<std::optional<Fraction>, OptionError> part(const Options& options, std::string_view name) {
  if (!options.has(name) || options.ratio(name).numerator == 0) {
    return std::optional<Fraction>{};
  }
  const Fraction fraction = options.ratio(name);
  if (fraction.numerator > fraction.denominator) {
    std::string text = "option '";
    text += name;
    text += "' is more than 1";
    return tl::make_unexpected(OptionError{std::move(text)});
  }
  return std::optional{fraction};
}

}  // namespace

tl::expected<Settings, OptionError> settings_of(const Options& given) {
  const auto options = with_conf(given);
  if (!options) {
    return tl::make_unexpected(options.error());
  }
  Settings settings;
  settings.notes = ignored_notes(*options);
  settings.added = options->text("flavour") == "npu" ? kNpuAdded : Bytes{};
  if (options->has("max_split_size_mb")) {
    settings.max_split = mebibytes(options->count("max_split_size_mb"));
    if (options->count("max_split_size_mb") < kLeastSplitMebibytes) {
      settings.notes.emplace_back("PyTorch itself refuses a max_split_size_mb below 20");
    }
  }
  if (options->has("max_non_split_rounding_mb")) {
    settings.max_non_split_rounding = mebibytes(options->count("max_non_split_rounding_mb"));
  }
  if (options->has("large_segment_size_mb")) {
    settings.large_segment = mebibytes(options->count("large_segment_size_mb"));
  }
  settings.expandable = options->flag("expandable_segments");
  settings.throw_on_oom = options->flag("throw_on_cudamalloc_oom");
  if (options->has("roundup_power2_divisions")) {
    auto divisions = Divisions::parse(options->text("roundup_power2_divisions"));
    if (!divisions) {
      return tl::make_unexpected(divisions.error());
    }
    settings.divisions = *divisions;
  }
  auto threshold = part(*options, "garbage_collection_threshold");
  auto fraction = part(*options, "per_process_memory_fraction");
  if (!threshold || !fraction) {
    return tl::make_unexpected(threshold ? fraction.error() : threshold.error());
  }
  settings.gc_threshold = *threshold;
  settings.memory_fraction = *fraction;
  return settings;
}

}  // namespace arenasim::core::pytorch
