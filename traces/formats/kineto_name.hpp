// Whether the text of a trace event may be that of a memory event, judged without parsing it: most events are not.
#pragma once

#include <string_view>

namespace arenasim::traces {

/// The name of memory events.
inline constexpr std::string_view kMemoryEventName = "[memory]";

/// False where the name stands nowhere in the text, nor a character of it that is written as a number (`\u005b`).
[[nodiscard]] bool may_be_memory_event(std::string_view text);

}  // namespace arenasim::traces
