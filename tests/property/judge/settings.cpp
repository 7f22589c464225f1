#include "tests/property/judge/settings.hpp"

#include <sstream>
#include <stdexcept>

namespace arenasim::tests::judge {
namespace {

void set_option(Settings& settings, const std::string& key, const std::string& value) {
  if (key == "mode") {
    settings.size_match = value == "size-match";
    settings.mode = value == "persistent" ? Mode::persistent : Mode::auto_;
  } else if (key == "padding") {
    settings.reuses_padding = value == "reuse";
  } else if (key == "fit") {
    settings.fit = value == "best" ? Fit::best : value == "next" ? Fit::next : Fit::first;
  } else {
    throw std::invalid_argument("the judge has no option " + key);
  }
}

/// `adaptive` or `exclusive`, and options after a colon.
void set_memory(Settings& settings, const std::string& text) {
  const auto colon = text.find(':');
  settings.exclusive = text.substr(0, colon) == "exclusive";
  if (colon != std::string::npos) {
    for (const std::string& option : split(text.substr(colon + 1), ',')) {
      const auto equals = option.find('=');
      set_option(settings, option.substr(0, equals), option.substr(equals + 1));
    }
  }
}

}  // namespace

std::vector<std::string> split(const std::string& text, char by) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, by);) {
    parts.push_back(part);
  }
  return parts;
}

Settings parse_settings(const std::string& device_line) {
  Settings settings;
  for (const std::string& word : split(device_line, ' ')) {
    const auto equals = word.find('=');
    const std::string key = word.substr(0, equals);
    const std::string value = equals == std::string::npos ? "" : word.substr(equals + 1);
    if (key == "max_page") {
      settings.max_page = std::stoull(value);
    } else if (key == "alignment") {
      settings.alignment = std::stoull(value);
    } else if (key == "capacity") {
      settings.capacity = std::stoull(value);
    } else if (key == "memory") {
      set_memory(settings, value);
    } else if (key != "device") {
      set_option(settings, key, value);
    }
  }
  return settings;
}

}  // namespace arenasim::tests::judge
