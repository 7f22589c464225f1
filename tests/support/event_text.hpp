// Events as text, a line each, so that a test can say what it expects.
#pragma once

#include <string>

#include <fmt/format.h>

#include "tests/support/read_text.hpp"

namespace arenasim::tests {

/// `TIME KIND ID SIZE`, then `sN` and `dN` where stream and device are not 0, then the tag where there is one.
inline std::string text_of(const ReadText& read) {
  std::string text;
  for (const traces::Event& event : read.events) {
    text += fmt::format("{} {} {} {}", event.time.time_since_epoch().count(), traces::name(event.kind), event.id,
                        event.size.count());
    text += event.stream.number() == 0 ? "" : fmt::format(" s{}", event.stream.number());
    text += event.device.number() == 0 ? "" : fmt::format(" d{}", event.device.number());
    const std::string_view tag = read.contents.strings.text(event.tag);
    text += tag.empty() ? "\n" : fmt::format(" {}\n", tag);
  }
  return text;
}

}  // namespace arenasim::tests
