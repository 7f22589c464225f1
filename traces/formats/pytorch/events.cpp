#include "traces/formats/pytorch/events.hpp"

#include <algorithm>
#include <span>
#include <string>

#include <fmt/format.h>

#include "traces/formats/pytorch/fields.hpp"
#include "traces/huge_pages.hpp"
#include "traces/input_error.hpp"

namespace arenasim::traces::pytorch {
namespace {

using pickle::Kind;
using pickle::Value;

constexpr std::array<std::pair<std::string_view, Action>, 9> kActions{{{"alloc", Action::alloc},
                                                                       {"free_requested", Action::free_requested},
                                                                       {"free_completed", Action::free_completed},
                                                                       {"segment_alloc", Action::segment_alloc},
                                                                       {"segment_free", Action::segment_free},
                                                                       {"segment_map", Action::segment_map},
                                                                       {"segment_unmap", Action::segment_unmap},
                                                                       {"oom", Action::oom},
                                                                       {"snapshot", Action::snapshot}}};
constexpr std::size_t kMostKnownActions = 16;

}  // namespace

EventReader::EventReader(const pickle::ValueArena& values, PointerStreams& streams, Intake& intake, bool tags)
    : values_(values), streams_(streams), intake_(intake), tags_(tags) {}

std::vector<SnapshotEvent> EventReader::read(Value list, std::size_t device) {
  std::vector<SnapshotEvent> events;
  events.reserve(values_.size(list));
  prefer_huge_pages(events.data(), events.capacity() * sizeof(SnapshotEvent));
  std::size_t index = 0;
  values_.each_run(list, [&](std::span<const Value> run) {
    for (const Value dict : run) {
      const auto where = [&] {
        return Position{OffsetPosition{dict.is_container() ? values_.offset(dict) : values_.offset(list),
                                       fmt::format("device_traces[{}][{}]", device, index)}};
      };
      try {
        const SnapshotEvent event = read_event(dict, where);
        if (event.action != Action::other) {
          events.push_back(event);
        }
      } catch (const InputError& error) {
        intake_.skip(error);
      }
      ++index;
    }
  });
  return events;
}

SnapshotEvent EventReader::read_event(Value dict, const Where& where) {
  if (!dict.is(Kind::dict)) {
    throw InputError(ErrorClass::bad_value, where.position(), fmt::format("{} is no event", type_name(dict)));
  }
  const auto record = layouts_.read(values_, dict);
  const auto field = [&](FieldNumber number) { return Field{values_, record[number], kFields[number]}; };
  SnapshotEvent event;
  event.action = action_of(record[action]);
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

Tag EventReader::tag_of(Value frames_value, const Where& where) {
  const auto known = known_tags_.find(frames_value.word());
  if (known != known_tags_.end()) {
    return known->second;
  }
  const Value innermost = values_.front(frames_value);
  Tag tag;
  if (innermost.is(Kind::dict)) {
    const Field name{values_, values_.find(innermost, "name"), "name"};
    tag = name.given() ? intake_.strings().intern(take_text(name, where)) : Tag{};
  }
  known_tags_.emplace(frames_value.word(), tag);
  return tag;
}

Action EventReader::action_of(Value name) {
  for (const auto& [word, known] : known_actions_) {
    if (word == name.word()) {
      return known;
    }
  }
  if (!name.is(Kind::string)) {
    return Action::other;
  }
  const std::string_view text = values_.text(name);
  const auto* const found =
      std::find_if(kActions.begin(), kActions.end(), [text](const auto& row) { return row.first == text; });
  if (found == kActions.end()) {
    return Action::other;
  }
  if (known_actions_.size() < kMostKnownActions) {
    known_actions_.emplace_back(name.word(), found->second);
  }
  return found->second;
}

}  // namespace arenasim::traces::pytorch
