#include "core/policies/pytorch/conf.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>

#include "core/values.hpp"

namespace arenasim::core::pytorch {
namespace {

constexpr std::string_view kHostMemory = "it is about pinned host memory, which no trace of device memory holds";
constexpr std::string_view kLocks = "it decides which thread waits for a lock, not where anything is placed";

constexpr std::array kKeys{
    ConfKey{"max_split_size_mb", ""},
    ConfKey{"roundup_power2_divisions", ""},
    ConfKey{"garbage_collection_threshold", ""},
    ConfKey{"expandable_segments", ""},
    ConfKey{"large_segment_size_mb", ""},
    ConfKey{"max_non_split_rounding_mb", ""},
    ConfKey{"per_process_memory_fraction", ""},
    ConfKey{"throw_on_cudamalloc_oom", ""},
    ConfKey{"backend", ""},
    ConfKey{"pinned_use_cuda_host_register", kHostMemory},
    ConfKey{"pinned_num_register_threads", kHostMemory},
    ConfKey{"pinned_use_background_threads", kHostMemory},
    ConfKey{"pinned_reserve_segment_size_mb", kHostMemory},
    ConfKey{"pinned_max_round_threshold_mb", kHostMemory},
    ConfKey{"pinned_max_cached_size_mb", kHostMemory},
    ConfKey{"graph_capture_record_stream_reuse",
            "a trace does not say which work a capture joined, so a block freed "
            "during one is reused when its free completed"},
    ConfKey{"release_lock_on_cudamalloc", kLocks},
    ConfKey{"release_lock_on_hipmalloc", kLocks},
};

const ConfKey* find_key(std::string_view name) {
  const auto found = std::find_if(kKeys.begin(), kKeys.end(), [&](const ConfKey& key) { return key.name == name; });
  return found == kKeys.end() ? nullptr : &*found;
}

tl::unexpected<OptionError> error(std::string text) {
  return tl::make_unexpected(OptionError{"conf: " + std::move(text)});
}

tl::expected<void, OptionError> take(Options& options, const std::string& name, const std::string& value) {
  if (name == "backend") {
    if (value != "native") {
      return error("backend '" + value + "' is another allocator; this policy is 'native'");
    }
    return {};
  }
  const bool decided = options.has(name);
  const std::string before = options.text(name);
  if (auto set = options.set(name, value); !set) {
    return error(std::move(set.error().text));
  }
  if (decided && options.text(name) != before) {
    return error("it sets " + name + " to " + value + ", and the option says " + before);
  }
  return {};
}

tl::unexpected<OptionError> unknown_key(const std::string& name) {
  std::vector<std::string_view> names;
  std::transform(kKeys.begin(), kKeys.end(), std::back_inserter(names), [](const ConfKey& key) { return key.name; });
  std::string text = "PyTorch has no key '";
  text += name;
  text += "'; did you mean '";
  text += nearest(name, names);
  return error(text + "'?");
}

/// `roundup_power2_divisions.1` to `.32768`: the intervals of a recording, as the option takes them; empty where it
/// gives none, or only 0.
std::string recorded_divisions(const std::map<std::string, std::string>& settings) {
  std::string text;
  bool any = false;
  for (std::uint64_t mebibytes = 1; mebibytes <= 32768; mebibytes *= 2) {
    const auto found = settings.find("roundup_power2_divisions." + std::to_string(mebibytes));
    if (found != settings.end()) {
      any = any || found->second != "0";
      text += (text.empty() ? "" : ",") + std::to_string(mebibytes) + ':' + found->second;
    }
  }
  return any ? text : "";
}

/// A number of bytes as MiB; empty where it means none.
std::string in_mebibytes(const std::string& bytes) {
  const auto count = parse_count(bytes);
  return count ? std::to_string(*count >> 20U) : "";
}

/// The settings of a recording under the names of the options, those with a value alone.
std::vector<std::pair<std::string, std::string>> recorded_options(const std::map<std::string, std::string>& settings) {
  std::vector<std::pair<std::string, std::string>> pairs;
  const auto add = [&](const char* option, std::string value) {
    if (!value.empty()) {
      pairs.emplace_back(option, std::move(value));
    }
  };
  const auto text = [&](const char* name) {
    const auto found = settings.find(name);
    return found == settings.end() ? std::string{} : found->second;
  };
  add("max_split_size_mb", in_mebibytes(text("max_split_size")));
  add("large_segment_size_mb", in_mebibytes(text("large_segment_size")));
  add("max_non_split_rounding_mb", in_mebibytes(text("max_non_split_rounding_size")));
  add("garbage_collection_threshold", text("garbage_collection_threshold"));
  add("expandable_segments", text("expandable_segments"));
  add("roundup_power2_divisions", recorded_divisions(settings));
  return pairs;
}

}  // namespace

std::span<const ConfKey> conf_keys() {
  return kKeys;
}

tl::expected<std::vector<std::pair<std::string, std::string>>, OptionError> split_conf(std::string_view text) {
  std::string dense;
  std::copy_if(text.begin(), text.end(), std::back_inserter(dense),
               [](unsigned char c) { return std::isspace(c) == 0; });
  std::vector<std::pair<std::string, std::string>> pairs;
  for (std::size_t at = 0; at < dense.size();) {
    std::size_t end = at;
    for (bool inside = false; end < dense.size() && (inside || dense[end] != ','); ++end) {
      inside = dense[end] == '[' || (inside && dense[end] != ']');
      if (inside && end + 1 == dense.size()) {
        return error("a bracket is never closed");
      }
    }
    const std::string part = dense.substr(at, end - at);
    const auto colon = part.find(':');
    if (colon == std::string::npos || colon == 0) {
      return error("it is key:value,key:value, not '" + part + "'");
    }
    pairs.emplace_back(part.substr(0, colon), part.substr(colon + 1));
    at = end + 1;
  }
  return pairs;
}

tl::expected<Options, OptionError> with_conf(Options options) {
  const auto pairs = split_conf(options.text("conf"));
  if (!pairs) {
    return tl::make_unexpected(pairs.error());
  }
  for (const auto& [name, value] : *pairs) {
    const ConfKey* const key = find_key(name);
    if (key == nullptr) {
      return unknown_key(name);
    }
    if (key->ignored.empty()) {
      if (auto taken = take(options, name, value); !taken) {
        return tl::make_unexpected(std::move(taken.error()));
      }
    }
  }
  return options;
}

std::vector<std::string> ignored_notes(const Options& options) {
  std::vector<std::string> notes;
  const auto pairs = split_conf(options.text("conf")).value_or(std::vector<std::pair<std::string, std::string>>{});
  for (const auto& [name, value] : pairs) {
    const ConfKey* const key = find_key(name);
    if (key != nullptr && !key->ignored.empty()) {
      notes.push_back("conf key " + name + " is ignored: " + std::string{key->ignored});
    }
  }
  return notes;
}

tl::expected<Options, OptionError> with_recorded(Options options, const std::map<std::string, std::string>& settings,
                                                 std::vector<std::string>& unknown) {
  std::vector<std::pair<std::string, std::string>> pairs;
  if (const auto text = settings.find("PYTORCH_CUDA_ALLOC_CONF"); text != settings.end()) {
    if (auto split = split_conf(text->second)) {
      pairs = std::move(*split);
    }
  }
  for (auto& pair : recorded_options(settings)) {
    pairs.push_back(std::move(pair));
  }
  const Options asked = options;
  for (const auto& [name, value] : pairs) {
    const ConfKey* const key = find_key(name);
    if (key == nullptr) {
      unknown.push_back(name);
    } else if (key->ignored.empty() && name != "backend" && !asked.has(name)) {
      if (auto set = options.set(name, value); !set) {
        return error("the recording's own settings: " + std::move(set.error().text));
      }
    }
  }
  return options;
}

}  // namespace arenasim::core::pytorch
