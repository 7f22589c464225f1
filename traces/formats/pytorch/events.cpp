#include "traces/formats/pytorch/events.hpp"

#include <optional>
#include <span>

#include <fmt/format.h>

#include "traces/formats/pytorch/fields.hpp"
#include "traces/huge_pages.hpp"
#include "traces/input_error.hpp"

namespace arenasim::traces::pytorch {

using pickle::Kind;
using pickle::Value;

void DeviceEvents::reserve(std::size_t count) {
  reserve_on_huge_pages(events_, count);
}

void DeviceEvents::add_reserved(const SnapshotEvent& event) {
  if (event.action == Action::segment_alloc || event.action == Action::segment_map) {
    gained_ += event.size.count();
  } else if (event.action == Action::segment_free || event.action == Action::segment_unmap) {
    lost_ += event.size.count();
  }
}

EventReader::EventReader(const pickle::ValueArena& values, const EntryRows& rows, PointerStreams& streams,
                         Intake& intake, bool tags)
    : values_(values), rows_(rows), streams_(streams), intake_(intake), tags_(tags) {}

DeviceEvents EventReader::read(Value list, std::size_t device) {
  DeviceEvents events;
  events.reserve(values_.size(list));
  std::size_t index = 0;
  values_.each_run(list, [&](std::span<const Value> run) {
    for (const Value dict : run) {
      const auto where = [&] {
        return Position{OffsetPosition{offset(dict, list), fmt::format("device_traces[{}][{}]", device, index)}};
      };
      try {
        read_into(events, dict, where);
      } catch (const InputError& error) {
        intake_.skip(error);
      }
      ++index;
    }
  });
  return events;
}

/// Of an item of a list; that of the list where it has none of its own.
std::uint64_t EventReader::offset(Value item, Value list) const {
  if (item.is(Kind::row)) {
    return rows_.origin(static_cast<std::uint32_t>(item.payload())).offset;
  }
  return values_.offset(item.is_container() ? item : list);
}

void EventReader::read_into(DeviceEvents& events, Value dict, const Where& where) {
  if (!dict.is_dict()) {
    throw InputError(ErrorClass::bad_value, where.position(), fmt::format("{} is no event", type_name(dict)));
  }
  if (const std::optional<std::uint32_t> number = values_.row(dict)) {
    SnapshotEvent event = rows_[*number];
    event.stream = streams_.number(rows_.pointer(event.stream));
    if (tags_ && rows_.origin(*number).frames.is_sequence()) {
      event.tag = tag_of(rows_.origin(*number).frames, where);
    }
    events.add(event);
    return;
  }
  const SnapshotEvent event = read_event(dict, where);
  if (event.action != Action::other) {
    events.add(event);
  }
}

SnapshotEvent EventReader::read_event(Value dict, const Where& where) {
  const auto record = layouts_.read(values_, dict);
  const auto field = [&](EntryField number) { return Field{values_, record[number], kEntryFields[number]}; };
  SnapshotEvent event;
  event.action = actions_.of(values_, record[action]);
  if (event.action == Action::other) {
    intake_.pass_over(fmt::format("action.{}", take_text(field(action), where)));
    return event;
  }
  event.address = event.action == Action::oom ? take_unsigned_or(field(device_free), kNoTime, where) + 1
                                              : take_unsigned(field(addr), where);
  event.size = core::Bytes{take_unsigned(field(size), where)};
  event.time_us = take_unsigned_or(field(time_us), kNoTime, where);
  event.stream = streams_.number(static_cast<std::uint64_t>(take_signed_or(field(stream), 0, where)));
  if (tags_ && record[frames].is_sequence()) {
    event.tag = tag_of(record[frames], where);
  }
  return event;
}

Tag EventReader::tag_of(Value entry_frames, const Where& where) {
  const auto known = known_tags_.find(entry_frames.payload());
  if (known != known_tags_.end()) {
    return known->second;
  }
  const Value innermost = values_.front(entry_frames);
  Tag tag;
  if (innermost.is(Kind::dict)) {
    const Field name{values_, values_.find(innermost, "name"), "name"};
    tag = name.given() ? intake_.strings().intern(take_text(name, where)) : Tag{};
  }
  known_tags_.emplace(entry_frames.payload(), tag);
  return tag;
}

}  // namespace arenasim::traces::pytorch
