#include "traces/formats/arsm.hpp"

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "traces/formats/arsm_blocks.hpp"
#include "traces/formats/arsm_file.hpp"
#include "traces/number_set.hpp"
#include "traces/used_ids.hpp"

namespace arenasim::traces {
namespace {

constexpr std::size_t kForesight = 16;  // events

bool ends_block(EventKind kind) {
  return kind == EventKind::free || kind == EventKind::free_requested || kind == EventKind::free_completed;
}

/// Strict: the file's frame is checked before the first event, its index and counts after the last. Lenient: whole
/// blocks are read from the start, up to the first that is not as it should be.
class ArsmReader {
 public:
  explicit ArsmReader(const Reading& reading)
      : reading_(reading),
        intake_(reading.options, reading.sink, reading.strings, reading.import, Intake::Ids::unique),
        file_(reading.source, reading.options.lenient) {}

  void read() {
    reading_.import.clock = kArsmClocks[file_.header().clock];
    unless_cut([this] { file_.check_frame(); });
    unless_cut([this] { read_strings(); });
    read_blocks();
    unless_cut([this] { check_whole(); });
    reading_.import.repairs.truncated_tail = cut_;
    intake_.finish(OffsetPosition{file_.size(), {}});
  }

 private:
  /// Does it; where it throws, lenient remembers that the file is not whole.
  template <class Step>
  void unless_cut(Step step) {
    try {
      step();
    } catch (const InputError&) {
      if (!reading_.options.lenient) {
        throw;
      }
      cut_ = true;
    }
  }

  void read_strings() {
    for (const std::string& text : file_.strings()) {
      tags_.push_back(reading_.strings.intern(text));
    }
    strings_known_ = true;
  }

  void read_blocks() {
    next_offset_ = file_.header().header_bytes;
    ArsmBlocks blocks{file_};
    for (std::uint64_t number = 0; number < file_.header().block_count; ++number) {
      const ArsmBlock* block = nullptr;
      unless_cut([&] { block = &blocks.next(); });
      const auto fault = block != nullptr ? fault_of(*block, number) : std::nullopt;
      if (fault && !reading_.options.lenient) {
        throw InputError{*fault};
      }
      cut_ = cut_ || fault;
      if (block == nullptr || fault) {
        return;
      }
      next_offset_ = block->end;
      events_read_ += block->events.size();
      ++blocks_read_;
    }
  }

  /// Passes on the events of a block, up to the first that cannot be.
  std::optional<InputError> fault_of(const ArsmBlock& block, std::uint64_t number) {
    const Intake::LiveSum live = intake_.live_of_all_devices();
    index_.push_back({block.offset, events_read_, block.header.base_time, live.bytes, live.count});
    if (block.header.first_event != events_read_) {
      return error(ErrorClass::inconsistent, block, fmt::format("block {}", number),
                   fmt::format("begins with event {}; {} came before", block.header.first_event, events_read_));
    }
    if (block.header.base_time < intake_.now().time_since_epoch().count()) {
      return error(ErrorClass::syntax, block, fmt::format("block {} column time", number),
                   "begins before the block before it ends");
    }
    const bool with_hints = intake_.wants_hints();
    std::uint64_t event_number = events_read_;
    for (const Event& event : block.events) {
      if (with_hints) {
        expect_after(block.events, event_number - events_read_);
      }
      if (auto fault = fault_of(event)) {
        return error(fault->first, block, fmt::format("block {} event {}", number, event_number), fault->second);
      }
      ++event_number;
    }
    return std::nullopt;
  }

  /// Hints at what comes some events behind this one.
  void expect_after(std::span<const Event> events, std::size_t at) {
    if (at + 2 * kForesight < events.size()) {
      const Event& event = events[at + 2 * kForesight];
      intake_.expect(event.id);
      if (event.kind == EventKind::alloc) {
        used_.expect(event.id);
      }
    }
    if (at + kForesight < events.size() && ends_block(events[at + kForesight].kind)) {
      intake_.expect_soon(events[at + kForesight].id);
    }
  }

  using Fault = std::pair<ErrorClass, std::string>;

  std::optional<Fault> fault_of(const Event& event) {
    Tag tag;
    if (event.tag != Tag{} && strings_known_) {
      if (event.tag.number() > tags_.size()) {
        return Fault{ErrorClass::syntax, fmt::format("string {} of {}", event.tag.number(), tags_.size())};
      }
      tag = tags_[event.tag.number() - 1];
    }
    note_places(event);
    const RecordContext at{event.time, event.stream, event.device, tag};
    if (event.kind == EventKind::free) {
      return close(event, at);
    }
    switch (event.kind) {
      case EventKind::preexisting:
      case EventKind::alloc:
        return open(event, at);
      case EventKind::free:
      case EventKind::free_requested:
      case EventKind::free_completed:
        return close(event, at);
      case EventKind::marker:
        intake_.marker(at);
        break;
      case EventKind::oom:
        intake_.oom(event.size, event.device_free_plus_one, at);
        break;
      case EventKind::cleanup:
        intake_.cleanup(at);
        break;
    }
    return std::nullopt;
  }

  std::optional<Fault> open(const Event& event, const RecordContext& at) {
    if (used_.claim(event.id) != event.id) {
      return Fault{ErrorClass::syntax, fmt::format("id {} is opened twice", event.id)};
    }
    if (event.kind == EventKind::preexisting && intake_.begun()) {
      return Fault{ErrorClass::inconsistent, "preexisting after other events"};
    }
    ++ids_read_;
    const auto where = [this] { return Position{OffsetPosition{next_offset_, fmt::format("block {}", blocks_read_)}}; };
    if (event.kind == EventKind::alloc) {
      intake_.alloc(event.id, event.size, at, where);
    } else {
      intake_.preexisting(event.id, event.size, at, where);
    }
    return std::nullopt;
  }

  std::optional<Fault> close(const Event& event, const RecordContext& at) {
    const bool known = event.kind == EventKind::free_requested ? intake_.request_if_live(event.id, at)
                                                               : intake_.free_if_live(event.id, at);
    if (!known) {
      return Fault{ErrorClass::syntax, fmt::format("a {} of id {}, which is not open", name(event.kind), event.id)};
    }
    return std::nullopt;
  }

  void note_places(const Event& event) {
    if (!any_place_ || event.device != last_device_ || event.stream != last_stream_) {
      any_place_ = true;
      last_device_ = event.device;
      last_stream_ = event.stream;
      devices_.insert(static_cast<std::uint32_t>(event.device.number()));
      streams_.insert(static_cast<std::uint32_t>(event.stream.number()));
    }
  }

  static InputError error(ErrorClass error_class, const ArsmBlock& block, std::string path, std::string text) {
    return {error_class, OffsetPosition{block.offset, std::move(path)}, std::move(text)};
  }

  void check_whole() {
    if (cut_) {
      return;
    }
    const ArsmHeader& header = file_.header();
    const std::uint64_t after_blocks = header.strings_offset != 0 ? header.strings_offset : header.index_offset;
    check_count(after_blocks, next_offset_, 40, "bytes before what follows the blocks");
    check_count(header.event_count, events_read_, 16, "events");
    check_count(header.id_count, ids_read_, 24, "ids");
    check_count(header.device_count, devices_.size(), 76, "devices");
    check_count(header.stream_count, streams_.size(), 80, "streams");
    file_.check_index(index_);
  }

  static void check_count(std::uint64_t told, std::uint64_t found, std::uint64_t offset, std::string_view what) {
    if (told != found) {
      throw InputError{ErrorClass::inconsistent, OffsetPosition{offset, "header"},
                       fmt::format("the header says {} {}; there are {}", told, what, found)};
    }
  }

  const Reading& reading_;
  Intake intake_;
  ArsmFile file_;
  std::vector<Tag> tags_;  // by number of the file less one
  std::vector<ArsmIndexRow> index_;
  UsedIds used_;
  FamiliarNumbers<16> devices_;
  FamiliarNumbers<64> streams_;
  DeviceId last_device_;
  core::StreamId last_stream_;
  std::uint64_t next_offset_ = 0;
  std::uint64_t events_read_ = 0;
  std::uint64_t blocks_read_ = 0;
  std::uint64_t ids_read_ = 0;
  bool any_place_ = false;
  bool strings_known_ = false;
  bool cut_ = false;
};

bool is_arsm(const Glimpse& start) {
  return start.bytes.starts_with(kArsmMagic);
}

void read_arsm(const Reading& reading) {
  ArsmReader{reading}.read();
}

}  // namespace

const Format kArsmFormat{.name = "arsm",
                         .sentence = "native binary: a few bytes an event, checked by sums",
                         .knows = {.time = true, .streams = true, .devices = true, .two_step_frees = true},
                         .options = {},
                         .sniff = is_arsm,
                         .read = read_arsm};

}  // namespace arenasim::traces
