// PYTORCH_CUDA_ALLOC_CONF and the settings of a snapshot, written into options.
#include <catch2/catch.hpp>

#include <algorithm>

#include "core/policies/policy.hpp"
#include "core/policies/pytorch/conf.hpp"
#include "core/policies/pytorch/settings.hpp"

namespace arenasim::core::pytorch {
namespace {

Options options(std::string_view text) {
  auto parsed = Options::parse(find_policy("pytorch")->options, text);
  REQUIRE(parsed);
  return *parsed;
}

std::string refusal(std::string_view text) {
  const auto settings = settings_of(options(text));
  return settings ? "" : settings.error().text;
}

Options recorded(std::string_view given, const std::map<std::string, std::string>& settings) {
  std::vector<std::string> unknown;
  auto taken = with_recorded(options(given), settings, unknown);
  REQUIRE(taken);
  CHECK(unknown.empty());
  return *taken;
}

}  // namespace

TEST_CASE("The string takes the rest of the argument and sets the options of the same names") {
  const auto settings = settings_of(options(
      "flavour=npu,conf=max_split_size_mb:512, roundup_power2_divisions:[256:1,512:2,>:8],expandable_segments:True,"
      "garbage_collection_threshold:0.8,large_segment_size_mb:40,max_non_split_rounding_mb:30,"
      "per_process_memory_fraction:0.5,throw_on_cudamalloc_oom:True,backend:native"));
  REQUIRE(settings);
  CHECK(settings->added == 32_B);
  CHECK(settings->max_split == 512_MiB);
  CHECK(settings->divisions.of(512_MiB) == 2);
  CHECK(settings->divisions.of(4_GiB) == 8);
  CHECK(settings->expandable);
  CHECK(settings->gc_threshold->value() == 0.8);
  CHECK(settings->large_segment == 40_MiB);
  CHECK(settings->max_non_split_rounding == 30_MiB);
  CHECK(settings->memory_fraction->value() == 0.5);
  CHECK(settings->throw_on_oom);
  CHECK(settings->notes.empty());
}

TEST_CASE("What is not set has its default once a recording had its say, and is written out") {
  std::vector<std::string> notes;
  const std::map<std::string, std::string> settings{{"PYTORCH_CUDA_ALLOC_CONF", "a_new_key:3"}};
  const auto completed = find_policy("pytorch")->complete(options(""), &settings, notes);
  REQUIRE(completed);
  CHECK(completed->count("large_segment_size_mb") == 20);
  CHECK(completed->count("max_non_split_rounding_mb") == 20);
  CHECK(completed->text("expandable_segments") == "false");
  CHECK(notes == std::vector<std::string>{"the recording sets a_new_key, which is not known here and changes nothing"});
}

TEST_CASE("Without options nothing is limited and nothing is collected") {
  const auto settings = settings_of(options(""));
  REQUIRE(settings);
  CHECK_FALSE(settings->limits_splits());
  CHECK_FALSE(settings->gc_threshold);
  CHECK_FALSE(settings->memory_fraction);
  CHECK_FALSE(settings->expandable);
  CHECK(settings->added == 0_B);
  CHECK(settings->large_segment == 20_MiB);
  CHECK(settings->max_non_split_rounding == 20_MiB);
  CHECK(settings->divisions == Divisions{});
}

TEST_CASE("PyTorch's spellings and kebab-case name the same options") {
  CHECK(options("max-split-size-mb=128").count("max_split_size_mb") == 128);
  CHECK(options("expandable-segments=True").flag("expandable_segments"));
  CHECK(options("roundup-power2-divisions=[64:8,>:1]").text("roundup_power2_divisions") == "64:8,>:1");
  CHECK_FALSE(Options::parse(find_policy("pytorch")->options, "max_split_size_mb=1,max-split-size-mb=1"));
}

TEST_CASE("Every documented key is honoured or named as ignored, with a reason") {
  for (const ConfKey& key : conf_keys()) {
    INFO(key.name);
    const auto specs = find_policy("pytorch")->options;
    const bool is_option =
        std::any_of(specs.begin(), specs.end(), [&](const OptionSpec& spec) { return spec.name == key.name; });
    CHECK((is_option || !key.ignored.empty() || key.name == "backend"));
  }
  const auto settings = settings_of(options("conf=pinned_num_register_threads:8,release_lock_on_cudamalloc:True"));
  REQUIRE(settings);
  REQUIRE(settings->notes.size() == 2);
  CHECK(settings->notes[0].find("conf key pinned_num_register_threads is ignored: ") == 0);
}

TEST_CASE("A string that PyTorch would refuse is refused with the nearest right one") {
  CHECK(refusal("conf=max_split_size:512") ==
        "conf: PyTorch has no key 'max_split_size'; did you mean 'max_split_size_mb'?");
  CHECK(refusal("conf=max_split_size_mb") == "conf: it is key:value,key:value, not 'max_split_size_mb'");
  CHECK(refusal("conf=roundup_power2_divisions:[256:1,512:2") == "conf: a bracket is never closed");
  CHECK(refusal("conf=max_split_size_mb:x") ==
        "conf: option 'max_split_size_mb' is 'x', expected a whole number from 1 to 1099511627776");
  CHECK(refusal("conf=backend:cudaMallocAsync") ==
        "conf: backend 'cudaMallocAsync' is another allocator; this policy is 'native'");
  CHECK(refusal("garbage_collection_threshold=2") == "option 'garbage_collection_threshold' is more than 1");
}

TEST_CASE("The string may repeat an option but not contradict it") {
  CHECK(refusal("max_split_size_mb=512,conf=max_split_size_mb:512").empty());
  CHECK(refusal("expandable_segments=true,conf=expandable_segments:True").empty());
  CHECK(refusal("max_split_size_mb=512,conf=max_split_size_mb:256") ==
        "conf: it sets max_split_size_mb to 256, and the option says 512");
  const auto once = with_conf(options("conf=max_split_size_mb:512"));
  REQUIRE(once);
  const auto twice = with_conf(*once);
  REQUIRE(twice);
  CHECK(twice->text("max_split_size_mb") == "512");
}

TEST_CASE("A limit that PyTorch itself refuses is taken with a note") {
  const auto settings = settings_of(options("max_split_size_mb=2"));
  REQUIRE(settings);
  CHECK(settings->notes == std::vector<std::string>{"PyTorch itself refuses a max_split_size_mb below 20"});
}

TEST_CASE("A snapshot's settings are the defaults: sizes in bytes, -1 for none") {
  const Options taken = recorded("", {{"PYTORCH_CUDA_ALLOC_CONF", "max_non_split_rounding_mb:30"},
                                      {"max_split_size", "536870912"},
                                      {"garbage_collection_threshold", "0.8"},
                                      {"expandable_segments", "true"},
                                      {"pinned_num_register_threads", "1"},
                                      {"roundup_power2_divisions.1", "0"},
                                      {"roundup_power2_divisions.256", "2"}});
  CHECK(taken.count("max_split_size_mb") == 512);
  CHECK(taken.ratio("garbage_collection_threshold").value() == 0.8);
  CHECK(taken.flag("expandable_segments"));
  CHECK(taken.count("max_non_split_rounding_mb") == 30);
  const auto settings = settings_of(taken);
  REQUIRE(settings);
  CHECK(settings->divisions.of(256_MiB) == 2);
  CHECK(settings->divisions.of(512_MiB) == 0);

  const Options none = recorded("", {{"max_split_size", "-1"}, {"roundup_power2_divisions.1", "0"}});
  CHECK_FALSE(none.has("max_split_size_mb"));
  CHECK_FALSE(none.has("roundup_power2_divisions"));
}

TEST_CASE("What was given stands before a snapshot's settings, be it the default's value") {
  CHECK_FALSE(recorded("expandable_segments=false", {{"expandable_segments", "true"}}).flag("expandable_segments"));
  CHECK(recorded("max_split_size_mb=64", {{"max_split_size", "536870912"}}).count("max_split_size_mb") == 64);
}

TEST_CASE("A snapshot's key that is not known is named") {
  std::vector<std::string> unknown;
  REQUIRE(with_recorded(options(""), {{"PYTORCH_CUDA_ALLOC_CONF", "a_new_key:3"}}, unknown));
  CHECK(unknown == std::vector<std::string>{"a_new_key"});
}

}  // namespace arenasim::core::pytorch
