#include "traces/formats/pytorch/segments.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include <fmt/format.h>

#include "traces/formats/pickle/layouts.hpp"
#include "traces/formats/pytorch/fields.hpp"
#include "traces/input_error.hpp"
#include "traces/where.hpp"

namespace arenasim::traces::pytorch {
namespace {

using pickle::Kind;
using pickle::Value;

class SegmentReader {
 public:
  SegmentReader(const pickle::ValueArena& values, PointerStreams& streams) : values_(values), streams_(streams) {}

  [[nodiscard]] Segment read(Value dict, std::size_t index) {
    const auto where = [&] {
      return Position{
          OffsetPosition{dict.is_container() ? values_.offset(dict) : 0, fmt::format("segments[{}]", index)}};
    };
    if (!dict.is(Kind::dict)) {
      throw InputError(ErrorClass::bad_value, where(), fmt::format("{} is no segment", type_name(dict)));
    }
    const auto record = segment_layouts_.read(values_, dict);
    const auto field = [&](SegmentField number) { return Field{values_, record[number], kSegmentFields[number]}; };
    Segment made;
    made.segment.device = take_device(field(device), where);
    made.segment.address = take_unsigned(field(address), where);
    made.segment.size = core::Bytes{take_unsigned(field(total_size), where)};
    made.segment.stream = streams_.number(static_cast<std::uint64_t>(take_signed_or(field(stream), 0, where)));
    made.segment.type = field(segment_type).given() ? take_text(field(segment_type), where) : "";
    made.segment.expandable = take_bool_or(field(is_expandable), false, where);
    read_blocks(take_sequence(field(blocks), where), index, made, where);
    return made;
  }

 private:
  enum SegmentField : std::uint8_t { device, address, total_size, stream, segment_type, is_expandable, blocks };
  static constexpr std::array<std::string_view, 7> kSegmentFields{
      "device", "address", "total_size", "stream", "segment_type", "is_expandable", "blocks"};
  enum BlockField : std::uint8_t { block_address, block_size, requested_size, state, history };
  static constexpr std::array<std::string_view, 5> kBlockFields{"address", "size", "requested_size", "state",
                                                                "history"};

  void read_blocks(Value list, std::size_t segment_index, Segment& into, const Where& segment) {
    std::uint64_t filled = 0;
    std::size_t index = 0;
    values_.each_run(list, [&](std::span<const Value> run) {
      for (const Value dict : run) {
        const auto where = [&] {
          return Position{OffsetPosition{dict.is_container() ? values_.offset(dict) : values_.offset(list),
                                         fmt::format("segments[{}].blocks[{}]", segment_index, index)}};
        };
        const RecordedBlock block = read_block(dict, into.segment.address + filled, where);
        if (block.address != into.segment.address + filled || block.size.count() > into.segment.size.count() - filled) {
          refuse_misfit(into, filled, block, segment);
        }
        filled += block.size.count();
        into.blocks.push_back(block);
        ++index;
      }
    });
    if (filled != into.segment.size.count()) {
      throw InputError(ErrorClass::inconsistent, segment.position(),
                       fmt::format("blocks of {} bytes in a segment of {}", filled, into.segment.size.count()),
                       "blocks");
    }
  }

  [[noreturn]] static void refuse_misfit(const Segment& into, std::uint64_t filled, const RecordedBlock& block,
                                         const Where& segment) {
    throw InputError(
        ErrorClass::inconsistent, segment.position(),
        fmt::format("a block of {} bytes at {} where {} of the segment's {} bytes at {} are filled", block.size.count(),
                    block.address, filled, into.segment.size.count(), into.segment.address),
        "blocks");
  }

  [[nodiscard]] RecordedBlock read_block(Value dict, std::uint64_t running_address, const Where& where) {
    if (!dict.is(Kind::dict)) {
      throw InputError(ErrorClass::bad_value, where.position(), fmt::format("{} is no block", type_name(dict)));
    }
    const auto record = block_layouts_.read(values_, dict);
    const auto field = [&](BlockField number) { return Field{values_, record[number], kBlockFields[number]}; };
    RecordedBlock block;
    block.address = take_unsigned_or(field(block_address), running_address, where);
    block.size = core::Bytes{take_unsigned(field(block_size), where)};
    const std::uint64_t fallback =
        field(requested_size).given() ? 0 : requested_by_history(field(history), block.size.count(), where);
    block.requested_size = core::Bytes{take_unsigned_or(field(requested_size), fallback, where)};
    set_state(block, take_text(field(state), where), where);
    return block;
  }

  static void set_state(RecordedBlock& block, std::string_view state, const Where& where) {
    block.pending = state == "active_pending_free" || state == "active_awaiting_free";
    block.active = block.pending || state == "active_allocated";
    if (!block.active && state != "inactive") {
      throw InputError(ErrorClass::bad_value, where.position(), fmt::format("no state of a block: {}", state), "state");
    }
  }

  /// Old files keep what was asked for in the first entry of a block's history.
  [[nodiscard]] std::uint64_t requested_by_history(const Field& history_field, std::uint64_t block_bytes,
                                                   const Where& where) const {
    const Value entries = history_field.value;
    const Value latest = entries.is_sequence() ? values_.front(entries) : Value{};
    if (!latest.is(Kind::dict)) {
      return block_bytes;
    }
    return take_unsigned_or(Field{values_, values_.find(latest, "real_size"), "real_size"}, block_bytes, where);
  }

  const pickle::ValueArena& values_;
  PointerStreams& streams_;
  pickle::Layouts<kSegmentFields.size()> segment_layouts_{kSegmentFields};
  pickle::Layouts<kBlockFields.size()> block_layouts_{kBlockFields};
};

}  // namespace

std::vector<Segment> read_segments(const pickle::ValueArena& values, Value list, PointerStreams& streams) {
  std::vector<Segment> segments;
  SegmentReader reader(values, streams);
  values.each_run(list, [&](std::span<const Value> run) {
    for (const Value dict : run) {
      segments.push_back(reader.read(dict, segments.size()));
    }
  });
  return segments;
}

}  // namespace arenasim::traces::pytorch
