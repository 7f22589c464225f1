#include "core/policies/pytorch/pytorch.hpp"

#include <array>
#include <memory>
#include <utility>

#include "core/policies/pytorch/allocator.hpp"
#include "core/policies/pytorch/conf.hpp"
#include "core/policies/pytorch/settings.hpp"

namespace arenasim::core {
namespace {

constexpr std::uint64_t kMostMebibytes = std::uint64_t{1} << 40U;  // 2^60 bytes, the most that PyTorch takes

constexpr std::array kOptions{
    OptionSpec{"flavour", OptionType::choice, "cuda", "whose build: npu adds 32 bytes to a request before rounding",
               "cuda|npu"},
    OptionSpec{"max_split_size_mb", OptionType::count, "",
               "blocks of so many MiB and more are never split; not set: all may be", "", 1, kMostMebibytes},
    OptionSpec{"roundup_power2_divisions", OptionType::text, "",
               "round requests to so many steps between powers of two", "4, or [256:1,512:2,>:8] by MiB"},
    OptionSpec{"garbage_collection_threshold", OptionType::ratio, "",
               "above this part of the capacity old free segments go back before a new one is asked for"},
    OptionSpec{"expandable_segments", OptionType::flag, "",
               "one range a stream and pool, grown at its end; not set: false"},
    OptionSpec{"large_segment_size_mb", OptionType::count, "", "the segment of requests from 1 to 10 MiB; not set: 20",
               "", 1, kMostMebibytes},
    OptionSpec{"max_non_split_rounding_mb", OptionType::count, "",
               "a block that is never split serves requests less than so many MiB smaller; not set: 20", "", 0,
               kMostMebibytes},
    OptionSpec{"per_process_memory_fraction", OptionType::ratio, "", "the part of the capacity that may be held"},
    OptionSpec{"throw_on_cudamalloc_oom", OptionType::flag, "",
               "a request that would pass that part fails without a second try; not set: false"},
    OptionSpec{.name = "conf",
               .type = OptionType::text,
               .fallback = "",
               .sentence = "a PYTORCH_CUDA_ALLOC_CONF string; takes the rest of the argument",
               .choices = "max_split_size_mb:512,...",
               .takes_rest = true},
};

/// Of options that a recording may set, and so are not set where they are not given.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kDefaults{
    {{"expandable_segments", "false"},
     {"large_segment_size_mb", "20"},
     {"max_non_split_rounding_mb", "20"},
     {"throw_on_cudamalloc_oom", "false"}}};

tl::expected<std::unique_ptr<Allocator>, OptionError> make_pytorch(const Workplace& at, const Options& options) {
  auto settings = pytorch::settings_of(options);
  if (!settings) {
    return tl::make_unexpected(settings.error());
  }
  return std::make_unique<pytorch::PytorchAllocator>(at, std::move(*settings));
}

/// A recording may be younger than the keys known here: what is not known is said, not refused.
tl::expected<Options, OptionError> complete_pytorch(Options options, const std::map<std::string, std::string>* recorded,
                                                    std::vector<std::string>& notes) {
  auto completed = pytorch::with_conf(std::move(options));
  if (!completed || recorded == nullptr) {
    return completed;
  }
  std::vector<std::string> unknown;
  completed = pytorch::with_recorded(std::move(*completed), *recorded, unknown);
  for (const std::string& name : unknown) {
    std::string note = "the recording sets ";
    note += name;
    notes.push_back(note + ", which is not known here and changes nothing");
  }
  for (const auto& [name, value] : kDefaults) {
    if (completed && !completed->has(name)) {
      static_cast<void>(completed->set(name, value));
    }
  }
  return completed;
}

Alignment pytorch_alignment(const Limits& /*limits*/, const Options& /*options*/) {
  return *Alignment::of(512_B);
}

}  // namespace

const Policy kPytorchPolicy{"pytorch",
                            "a small and a large pool a stream: segments split by best fit and kept",
                            "PyTorch's CUDA caching allocator, native backend",
                            kOptions,
                            make_pytorch,
                            complete_pytorch,
                            {.alignment = pytorch_alignment, .serves_again = true, .gives_all_back = true}};

}  // namespace arenasim::core
