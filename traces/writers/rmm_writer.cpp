#include "traces/writers/rmm_writer.hpp"

#include <fmt/format.h>

#include "traces/writers/block_address.hpp"
#include "traces/writers/buffered_text.hpp"

namespace arenasim::traces {
namespace {

/// Blocks become addresses. Times lose what lies below a microsecond, and the day.
class RmmWriter final : public TraceWriter {
 public:
  explicit RmmWriter(std::ostream& out) : text_(out) {
    text_ << "Thread,Time,Action,Pointer,Size,Stream";
    text_.end_line();
  }

  void take(std::span<const Event> events) override {
    for (const Event& event : events) {
      write(event);
    }
  }

  void finish() override { text_.flush(); }

 private:
  void write(const Event& event) {
    switch (event.kind) {
      case EventKind::preexisting:
        drop("preexisting");
        return row(event, "allocate", block_address(event.slot));
      case EventKind::alloc:
        return row(event, "allocate", block_address(event.slot));
      case EventKind::free:
      case EventKind::free_completed:
        return row(event, "free", block_address(event.slot));
      case EventKind::oom:
        return row(event, "allocate failure", 0);
      case EventKind::free_requested:
      case EventKind::marker:
      case EventKind::cleanup:
        drop(std::string{name(event.kind)});
    }
  }

  void row(const Event& event, std::string_view action, std::uint64_t pointer) {
    const std::uint64_t nanoseconds = event.time.time_since_epoch().count();
    const std::uint64_t seconds = nanoseconds / 1'000'000'000;
    count_dropped(event, nanoseconds);
    text_ << fmt::format("0,{:02}:{:02}:{:02}.{:06},{},{:#x},{},{:#x}", seconds / 3600 % 24, seconds / 60 % 60,
                         seconds % 60, nanoseconds / 1000 % 1'000'000, action, pointer, event.size.count(),
                         static_cast<std::uint32_t>(event.stream.number()));
    text_.end_line();
  }

  void count_dropped(const Event& event, std::uint64_t nanoseconds) {
    if (event.tag != Tag{}) {
      drop("tag");
    }
    if (event.device != DeviceId{}) {
      drop("device");
    }
    if (nanoseconds % 1000 != 0) {
      drop("time_below_us");
    }
    constexpr std::uint64_t longest_gap = std::uint64_t{12} * 3600 * 1'000'000'000;
    if (nanoseconds - last_time_ >= longest_gap) {
      drop("gap_over_12_h");
    }
    last_time_ = nanoseconds;
  }

  BufferedText text_;
  std::uint64_t last_time_ = 0;
};

}  // namespace

const WriterRow kRmmWriter{"rmm",
                           {},
                           "RMM CSV: allocs, frees, failures and streams, times in microseconds of a day",
                           [](std::ostream& out, const StringTable& /*strings*/) -> std::unique_ptr<TraceWriter> {
                             return std::make_unique<RmmWriter>(out);
                           }};

}  // namespace arenasim::traces
