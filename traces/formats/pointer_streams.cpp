#include "traces/formats/pointer_streams.hpp"

#include <fmt/format.h>

namespace arenasim::traces {

core::StreamId PointerStreams::number(std::uint64_t pointer) {
  if (last_number_ < 0 || pointer != last_pointer_) {
    const auto [entry, is_new] = numbers_.try_emplace(pointer, pointer == 0 ? 0 : next_);
    next_ += is_new && pointer != 0 ? 1 : 0;
    last_pointer_ = pointer;
    last_number_ = entry->second;
  }
  return core::StreamId{last_number_};
}

void PointerStreams::write_to(Import& import) const {
  for (const auto& [pointer, number] : numbers_) {
    import.stream_names[fmt::format("{:#x}", pointer)] = number;
  }
}

}  // namespace arenasim::traces
