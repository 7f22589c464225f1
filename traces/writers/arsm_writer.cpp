#include "traces/writers/arsm_writer.hpp"

#include <ostream>
#include <string>
#include <vector>

#include <zstd.h>

#include "traces/arsm_layout.hpp"
#include "traces/event_spool.hpp"
#include "traces/varint.hpp"

namespace arenasim::traces {
namespace {

constexpr int kLevel = 3;  // zstd's own default

/// Bytes as they are stored: compressed where that is shorter.
struct Stored {
  std::string bytes;
  std::uint32_t codec = kArsmPlain;
};

Stored stored(std::string raw) {
  std::string packed(ZSTD_compressBound(raw.size()), '\0');
  const std::size_t length = ZSTD_compress(packed.data(), packed.size(), raw.data(), raw.size(), kLevel);
  if (ZSTD_isError(length) != 0U || length >= raw.size()) {
    return {std::move(raw), kArsmPlain};
  }
  packed.resize(length);
  return {std::move(packed), kArsmZstd};
}

/// Numbers texts in the order in which events use them, whatever else the table of the source holds.
class UsedTexts {
 public:
  /// `strings` must outlive it.
  explicit UsedTexts(const StringTable& strings) : strings_(strings) {}

  /// The number of a text; 0 of the empty one, which is none.
  [[nodiscard]] Tag number(Tag tag) {
    if (tag.number() >= numbers_.size()) {
      numbers_.resize(strings_.size());
    }
    std::uint32_t& number = numbers_[tag.number()];
    if (number == 0 && tag != Tag{}) {
      used_.push_back(tag);
      number = static_cast<std::uint32_t>(used_.size());
    }
    return Tag{number};
  }

  /// From number 1 on, each behind its length.
  [[nodiscard]] std::string bytes() const {
    std::string bytes;
    for (const Tag tag : used_) {
      const std::string_view text = strings_.text(tag);
      append_varint(bytes, text.size());
      bytes += text;
    }
    return bytes;
  }

 private:
  const StringTable& strings_;
  std::vector<std::uint32_t> numbers_;  // by that of the source; 0: not used yet
  std::vector<Tag> used_;
};

/// The header tells what is in the file, so nothing is written before the last event has come.
class ArsmWriter final : public TraceWriter {
 public:
  ArsmWriter(std::ostream& out, const StringTable& strings) : out_(out), texts_(strings) {}

  void take(std::span<const Event> events) override {
    batch_.assign(events.begin(), events.end());
    for (Event& event : batch_) {
      event.tag = texts_.number(event.tag);
    }
    spool_.add(batch_);
  }

  void finish() override {
    spool_.close();
    // Offsets stand in the header: the parts are measured first, then written.
    ArsmHeader header = counted_header();
    std::uint64_t at = kArsmHeaderBytes;
    std::string index{kArsmIndexMagic};
    append_little(index, static_cast<std::uint32_t>(spool_.block_count()));
    spool_.for_each_block([&](const SpooledBlock& block) {
      add_index_row(index, at, block);
      at += encoded(block).size();
    });
    append_little(index, arsm_checksum(index));
    const std::string strings = strings_bytes();
    header.strings_offset = strings.empty() ? 0 : at;
    header.index_offset = at + strings.size();
    header.file_bytes = header.index_offset + index.size() + kArsmTrailerBytes;
    write(arsm_header_bytes(header));
    spool_.for_each_block([this](const SpooledBlock& block) { write(encoded(block)); });
    write(strings);
    write(index);
    write(trailer_bytes(header.index_offset));
  }

 private:
  void write(const std::string& bytes) { out_.write(bytes.data(), static_cast<std::streamsize>(bytes.size())); }

  [[nodiscard]] ArsmHeader counted_header() const {
    const EventUses& uses = spool_.uses();
    ArsmHeader header;
    header.flags = (uses.tags ? kArsmHasTags : 0) | (uses.two_step_frees ? kArsmHasTwoStepFrees : 0) |
                   (uses.device_free ? kArsmHasDeviceFree : 0) | (uses.dense_ids ? 0 : kArsmKeepsIds);
    header.event_count = uses.events;
    header.id_count = uses.ids;
    header.block_count = spool_.block_count();
    header.events_per_block = EventSpool::kBlockEvents;
    header.device_count = static_cast<std::uint32_t>(uses.device_numbers.size());
    header.stream_count = static_cast<std::uint32_t>(uses.stream_numbers.size());
    return header;
  }

  static void add_index_row(std::string& index, std::uint64_t offset, const SpooledBlock& block) {
    for (const std::uint64_t number :
         {offset, block.first_event, block.columns.base_time, block.live_bytes, block.live_count}) {
      append_little(index, number);
    }
  }

  [[nodiscard]] std::string encoded(const SpooledBlock& block) const {
    std::vector<std::string_view> columns(block.columns.columns.begin(), block.columns.columns.end());
    if (!spool_.uses().tags) {
      columns[static_cast<std::size_t>(EventColumn::tag)] = {};
    }
    if (!spool_.uses().device_free) {
      columns.pop_back();
    }
    std::string raw;
    for (const std::string_view column : columns) {
      append_little(raw, static_cast<std::uint32_t>(column.size()));
    }
    for (const std::string_view column : columns) {
      raw += column;
    }
    ArsmBlockHeader header{.events = block.columns.events,
                           .first_event = block.first_event,
                           .base_time = block.columns.base_time,
                           .base_id = block.columns.base_id,
                           .raw_bytes = static_cast<std::uint32_t>(raw.size())};
    const Stored payload = stored(std::move(raw));
    header.stored_bytes = static_cast<std::uint32_t>(payload.bytes.size());
    header.codec = payload.codec;
    return arsm_block_header_bytes(header, payload.bytes) + payload.bytes;
  }

  [[nodiscard]] std::string strings_bytes() const {
    if (!spool_.uses().tags) {
      return {};
    }
    std::string raw = texts_.bytes();
    const auto raw_size = static_cast<std::uint32_t>(raw.size());
    const Stored payload = stored(std::move(raw));
    std::string bytes{kArsmStringsMagic};
    append_little(bytes, payload.codec);
    append_little(bytes, raw_size);
    append_little(bytes, static_cast<std::uint32_t>(payload.bytes.size()));
    append_little(bytes, arsm_checksum(bytes, payload.bytes));
    return bytes + payload.bytes;
  }

  static std::string trailer_bytes(std::uint64_t index_offset) {
    std::string bytes;
    append_little(bytes, index_offset);
    append_little(bytes, arsm_checksum(bytes));
    bytes += kArsmTrailerMagic;
    return bytes;
  }

  std::ostream& out_;
  UsedTexts texts_;
  EventSpool spool_;
  std::vector<Event> batch_;
};

}  // namespace

const WriterRow kArsmWriter{"arsm", ".arsm", "native binary: holds everything in a few bytes an event",
                            [](std::ostream& out, const StringTable& strings) -> std::unique_ptr<TraceWriter> {
                              return std::make_unique<ArsmWriter>(out, strings);
                            }};

}  // namespace arenasim::traces
