#include "sim/device_line.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "sim/words.hpp"
#include "traces/input_error.hpp"

namespace arenasim::sim {
namespace {

/// What a device line calls a policy, and what the table of policies calls it.
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kMemories{
    {{"adaptive", "arena"}, {"exclusive", "exclusive"}}};

/// `NAME` and what follows it: nothing, or `:options`.
std::pair<std::string_view, std::string_view> split_policy(std::string_view text) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  return {text.substr(0, colon), text.substr(colon)};
}

std::string policy_of(std::string_view memory) {
  const auto [word, options] = split_policy(memory);
  for (const auto& [memory_word, policy] : kMemories) {
    if (word == memory_word) {
      return fmt::format("{}{}", policy, options);
    }
  }
  return std::string(memory);
}

bool has_modes(std::string_view policy_name) {
  return policy_name == "arena" || policy_name == "exclusive";
}

/// Reads `key=value` words into a line.
class DeviceLineReader {
 public:
  DeviceLineReader(std::string_view text, std::uint64_t line) : words_(text, line) {}

  DeviceLine read() {
    const Word first = words_.next("device");
    if (first.text != "device") {
      words_.reject(first, "device", "the device line: device max_page=N alignment=N capacity=N memory=NAME");
    }
    while (!words_.empty()) {
      read_setting(words_.next("a setting"));
    }
    if (line_.policy.empty()) {
      line_.policy = "arena";
    }
    return std::move(line_);
  }

 private:
  void read_setting(Word word) {
    const std::size_t equals = word.text.find('=');
    if (equals == std::string_view::npos || equals + 1 == word.text.size()) {
      words_.reject(word, "device", "key=value");
    }
    const std::string_view key = word.text.substr(0, equals);
    const Word value{word.text.substr(equals + 1), word.column + equals + 1};
    if (key == "max_page") {
      line_.limits.largest_page = core::Bytes{words_.count_of(value, key)};
    } else if (key == "alignment") {
      read_alignment(value);
    } else if (key == "capacity") {
      const std::uint64_t capacity = words_.count_of(value, key);
      line_.limits.capacity = capacity == 0 ? std::nullopt : std::optional{core::Bytes{capacity}};
    } else if (key == "memory") {
      line_.policy = policy_of(value.text);
    } else if (key == "mode") {
      line_.mode = std::string(value.text);
    } else {
      words_.reject(word, "device", "max_page, alignment, capacity, memory or mode");
    }
  }

  void read_alignment(Word value) {
    const auto alignment = core::Alignment::of(core::Bytes{words_.count_of(value, "alignment")});
    if (!alignment) {
      words_.reject(value, "alignment", "a power of two");
    }
    line_.limits.alignment = *alignment;
  }

  Words words_;
  DeviceLine line_{.limits = kDefaultLimits, .policy = {}, .mode = {}};
};

}  // namespace

std::string DeviceLine::policy_with_mode() const {
  if (!mode) {
    return policy;
  }
  return fmt::format("{}{}mode={}", policy, policy.find(':') == std::string::npos ? ":" : ",", *mode);
}

DeviceLine parse_device_line(std::string_view text, std::uint64_t line) {
  return DeviceLineReader(text, line).read();
}

std::string to_text(const DeviceLine& device) {
  const auto [policy, options] = split_policy(device.policy);
  std::string_view memory = policy;
  for (const auto& [memory_word, policy_name] : kMemories) {
    if (policy == policy_name) {
      memory = memory_word;
    }
  }
  const std::uint64_t capacity = device.limits.capacity.value_or(core::Bytes{}).count();
  std::string text =
      fmt::format("device max_page={} alignment={} capacity={} memory={}{}", device.limits.largest_page.count(),
                  device.limits.alignment.bytes().count(), capacity, memory, options);
  if (device.mode) {
    text += fmt::format(" mode={}", *device.mode);
  }
  return text;
}

DeviceLine device_line(const core::Limits& limits, std::string_view policy) {
  const auto [name, options] = split_policy(policy);
  DeviceLine line{.limits = limits, .policy = std::string(policy), .mode = {}};
  if (!has_modes(name)) {
    return line;
  }
  line.mode = "auto";
  std::string others;
  std::size_t begin = 1;
  while (begin < options.size()) {
    const std::size_t end = std::min(options.find(',', begin), options.size());
    const std::string_view option = options.substr(begin, end - begin);
    if (option.substr(0, 5) == "mode=") {
      line.mode = std::string(option.substr(5));
    } else {
      others += fmt::format("{}{}", others.empty() ? ":" : ",", option);
    }
    begin = end + 1;
  }
  line.policy = std::string(name) + others;
  return line;
}

}  // namespace arenasim::sim
