#include "traces/writers/intervals_writer.hpp"

#include <vector>

#include "traces/writers/buffered_text.hpp"

namespace arenasim::traces {
namespace {

/// Ticks are event numbers: times may tie, and then a row could be empty or the peak another one. Rows come in the
/// order in which blocks end.
class IntervalsWriter final : public TraceWriter {
 public:
  explicit IntervalsWriter(std::ostream& out) : text_(out) {
    text_ << "id,lower,upper,size";
    text_.end_line();
  }

  void take(std::span<const Event> events) override {
    for (const Event& event : events) {
      note(event);
      ++number_;
    }
  }

  void finish() override {
    for (const Life& life : lives_) {
      if (life.live) {
        row(life);
      }
    }
    text_.flush();
  }

 private:
  struct Life {
    std::uint64_t id = 0;
    std::uint64_t lower = 0;
    core::Bytes size;
    bool live = false;
  };

  void note(const Event& event) {
    drop("time");
    if (event.tag != Tag{}) {
      drop("tag");
    }
    if (event.stream != core::StreamId{}) {
      drop("stream");
    }
    if (event.device != DeviceId{}) {
      drop("device");
    }
    switch (event.kind) {
      case EventKind::preexisting:
        drop("preexisting");
        return begin(event);
      case EventKind::alloc:
        return begin(event);
      case EventKind::free:
      case EventKind::free_completed:
        return end(event);
      case EventKind::free_requested:
      case EventKind::marker:
      case EventKind::oom:
      case EventKind::cleanup:
        drop(std::string{name(event.kind)});
    }
  }

  void begin(const Event& event) {
    const std::size_t slot = event.slot.number();
    if (slot >= lives_.size()) {
      lives_.resize(slot + 1);
    }
    lives_[slot] = {event.id, number_, event.size, true};
  }

  void end(const Event& event) {
    Life& life = lives_.at(event.slot.number());
    row(life);
    life.live = false;
  }

  void row(const Life& life) {
    text_ << life.id << ',' << life.lower << ',' << number_ << ',' << life.size.count();
    text_.end_line();
  }

  BufferedText text_;
  std::vector<Life> lives_;  // by slot
  std::uint64_t number_ = 0;
};

}  // namespace

const WriterRow kIntervalsWriter{"intervals",
                                 {},
                                 "interval CSV as minimalloc reads it: lifetimes and sizes, in event numbers",
                                 [](std::ostream& out, const StringTable& /*strings*/) -> std::unique_ptr<TraceWriter> {
                                   return std::make_unique<IntervalsWriter>(out);
                                 }};

}  // namespace arenasim::traces
