#include "traces/formats/kineto_name.hpp"

#include <string>

#include <catch2/catch.hpp>

namespace arenasim::traces {

TEST_CASE("The name of a memory event is found at every place of a text of any length") {
  for (std::size_t size = 0; size < 70; ++size) {
    const std::string text(size, '[');
    CHECK_FALSE(may_be_memory_event(text));
    for (std::size_t at = 0; at + kMemoryEventName.size() <= size; ++at) {
      std::string with_name = text;
      with_name.replace(at, kMemoryEventName.size(), kMemoryEventName);
      CHECK(may_be_memory_event(with_name));
      with_name[at + 3] = ']';
      CHECK_FALSE(may_be_memory_event(with_name));
    }
  }
}

TEST_CASE("A character written as a number may be one of the name of a memory event, other escapes are not") {
  for (std::size_t size = 6; size < 60; ++size) {
    std::string text(size, ' ');
    text.replace(size - 6, 6, "\\u005b");
    CHECK(may_be_memory_event(text));
    text.replace(size - 6, 6, "\\n    ");
    CHECK_FALSE(may_be_memory_event(text));
  }
}

}  // namespace arenasim::traces
