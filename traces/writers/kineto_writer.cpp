#include "traces/writers/kineto_writer.hpp"

#include <map>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "traces/writers/block_address.hpp"
#include "traces/writers/buffered_text.hpp"

namespace arenasim::traces {
namespace {

constexpr int kCuda = 1;  // device type

/// Blocks become addresses on CUDA devices; markers become instants that viewers show. An empty block cannot be told
/// from its own free, and is left out.
class KinetoWriter final : public TraceWriter {
 public:
  KinetoWriter(std::ostream& out, const StringTable& strings) : text_(out), strings_(strings) {
    text_ << R"({"schemaVersion": 1, "traceEvents": [)";
  }

  void take(std::span<const Event> events) override {
    for (const Event& event : events) {
      write(event);
    }
  }

  void finish() override {
    text_ << "\n]}";
    text_.end_line();
    text_.flush();
  }

 private:
  void write(const Event& event) {
    if (event.stream != core::StreamId{}) {
      drop("stream");
    }
    if (event.tag != Tag{} && event.kind != EventKind::marker) {
      drop("tag");
    }
    switch (event.kind) {
      case EventKind::preexisting:
        drop("preexisting");
        return memory(event, true);
      case EventKind::alloc:
        return memory(event, true);
      case EventKind::free:
      case EventKind::free_completed:
        return memory(event, false);
      case EventKind::marker:
        return instant(event);
      case EventKind::free_requested:
      case EventKind::oom:
      case EventKind::cleanup:
        drop(std::string{name(event.kind)});
    }
  }

  void memory(const Event& event, bool grows) {
    if (event.size == core::Bytes{}) {
      return drop("zero_size");
    }
    core::Bytes& allocated = allocated_[event.device];
    allocated = grows ? allocated + event.size : allocated - event.size;
    begin(event);
    text_ << fmt::format(
        R"("name":"[memory]","args":{{"Device Type":{},"Device Id":{},"Addr":{},"Bytes":{}{},"Total Allocated":{},)"
        R"("Total Reserved":0}}}})",
        kCuda, event.device.number(), block_address(event.slot), grows ? "" : "-", event.size.count(),
        allocated.count());
  }

  void instant(const Event& event) {
    begin(event);
    const nlohmann::json label = std::string{strings_.text(event.tag)};
    text_ << R"("name":)" << label.dump() << R"(,"cat":"user_annotation"})";
  }

  void begin(const Event& event) {
    const std::uint64_t nanoseconds = event.time.time_since_epoch().count();
    text_ << (first_ ? "" : ",");
    text_.end_line();
    first_ = false;
    text_ << fmt::format(R"({{"ph":"i","s":"t","pid":0,"tid":0,"ts":{}.{:03},)", nanoseconds / 1000,
                         nanoseconds % 1000);
  }

  BufferedText text_;
  const StringTable& strings_;
  std::map<DeviceId, core::Bytes> allocated_;
  bool first_ = true;
};

}  // namespace

const WriterRow kKinetoWriter{
    "kineto",
    {},
    "Chrome trace events as the PyTorch profiler writes them: allocs and frees with addresses",
    [](std::ostream& out, const StringTable& strings) -> std::unique_ptr<TraceWriter> {
      return std::make_unique<KinetoWriter>(out, strings);
    }};

}  // namespace arenasim::traces
