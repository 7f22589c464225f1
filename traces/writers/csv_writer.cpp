#include "traces/writers/csv_writer.hpp"

#include "traces/event_spool.hpp"
#include "traces/writers/buffered_text.hpp"

namespace arenasim::traces {
namespace {

/// The header says which columns there are, so nothing is written before the last event has come.
class CsvWriter final : public TraceWriter {
 public:
  CsvWriter(std::ostream& out, const StringTable& strings) : text_(out), strings_(strings) {}

  void take(std::span<const Event> events) override { spool_.add(events); }

  void finish() override {
    spool_.close();
    with_device_ = spool_.uses().devices;
    with_device_free_ = spool_.uses().device_free;
    text_ << "time_ns,event,id,size,stream,tag" << (with_device_ ? ",device" : "")
          << (with_device_free_ ? ",device_free" : "");
    text_.end_line();
    spool_.for_each_batch([this](std::span<const Event> events) {
      for (const Event& event : events) {
        write(event);
      }
    });
    text_.flush();
  }

 private:
  void write(const Event& event) {
    const EventKind kind = event.kind;
    const bool has_id = kind != EventKind::marker && kind != EventKind::cleanup && kind != EventKind::oom;
    const bool has_size = kind == EventKind::alloc || kind == EventKind::preexisting || kind == EventKind::oom;
    text_ << event.time.time_since_epoch().count() << ',' << name(kind) << ',';
    if (has_id) {
      text_ << event.id;
    }
    text_ << ',';
    if (has_size) {
      text_ << event.size.count();
    }
    text_ << ',';
    if (kind != EventKind::marker || event.stream != core::StreamId{}) {
      text_ << event.stream.number();
    }
    text_ << ',';
    write_tag(strings_.text(event.tag));
    if (with_device_) {
      text_ << ',' << event.device.number();
    }
    if (with_device_free_) {
      text_ << ',';
      if (event.device_free_plus_one != 0) {
        text_ << event.device_free_plus_one - 1;
      }
    }
    text_.end_line();
  }

  void write_tag(std::string_view tag) {
    if (tag.find_first_of("\",\r\n") == std::string_view::npos) {
      text_ << tag;
      return;
    }
    text_ << '"';
    for (const char character : tag) {
      text_ << character;
      if (character == '"') {
        text_ << '"';
      }
    }
    text_ << '"';
  }

  BufferedText text_;
  const StringTable& strings_;
  EventSpool spool_;
  bool with_device_ = false;
  bool with_device_free_ = false;
};

}  // namespace

const WriterRow kCsvWriter{"csv", ".csv", "native CSV: holds everything",
                           [](std::ostream& out, const StringTable& strings) -> std::unique_ptr<TraceWriter> {
                             return std::make_unique<CsvWriter>(out, strings);
                           }};

}  // namespace arenasim::traces
