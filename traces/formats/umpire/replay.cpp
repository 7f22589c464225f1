#include "traces/formats/umpire/replay.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "traces/formats/umpire/tokens.hpp"
#include "traces/text.hpp"

namespace arenasim::traces::umpire {
namespace {

/// A result is looked for among so many of the last reallocations that were meant.
constexpr std::size_t kMostIntents = 1024;

/// The member that holds it, for messages.
std::string_view size_field(const Record& record) {
  return record.form == Form::old ? "payload.size" : "numeric_args.size";
}

std::uint64_t size_of(const Record& record) {
  return take_number(record.size, size_field(record));
}

std::optional<std::uint64_t> reference_of(const Record& record) {
  if (record.allocator_ref.empty()) {
    return std::nullopt;
  }
  return take_pointer(record.allocator_ref, record.form == Form::old ? "allocator_ref" : "string_args.allocator_ref");
}

void expect_keepable(std::string_view text, std::string_view field) {
  if (const auto fault = text_fault(text, kMaxTagBytes)) {
    throw Malformed{fault->error_class, 0, fault->text, std::string(field)};
  }
}

}  // namespace

core::SimTime Replay::time_of(const Record& record) {
  const bool has_time = !record.timestamp.empty();
  if (!begun_) {
    begun_ = true;
    timed_ = has_time;
    intake_.import().clock = timed_ ? "ns" : "ordinal";
    first_time_ = has_time ? take_number(record.timestamp, "timestamp") : 0;
  }
  if (!timed_) {
    return core::SimTime{core::SimDuration{intake_.next_event()}};
  }
  if (!has_time) {
    return intake_.now();
  }
  const std::uint64_t stamp = take_number(record.timestamp, "timestamp");
  return intake_.clamped(core::SimTime{core::SimDuration{stamp - std::min(stamp, first_time_)}});
}

void Replay::take(const Record& record, const Where& where) {
  const RecordContext at{.time = time_of(record), .stream = {}, .device = {}, .tag = {}};
  switch (record.operation) {
    case Operation::allocate:
      return allocate(record, at, where);
    case Operation::deallocate:
      return deallocate(record, at);
    case Operation::reallocate:
      return reallocate(record, at, where);
    case Operation::coalesce:
    case Operation::release:
      return clean(record, at);
    case Operation::make_allocator:
    case Operation::make_memory_resource:
      return make(record, at);
    case Operation::other:
      expect_keepable(record.name, "name");
      return intake_.pass_over(record.name);
  }
}

bool Replay::is_wanted(const Record& record) const {
  if (allocator_.empty()) {
    return true;
  }
  if (!record.allocator_name.empty()) {
    return record.allocator_name == allocator_;
  }
  const std::optional<std::uint64_t> reference = reference_of(record);
  const auto known = reference ? names_.find(*reference) : names_.end();
  return known != names_.end() && intake_.strings().text(known->second) == allocator_;
}

Tag Replay::allocator_tag(const Record& record) {
  const std::optional<std::uint64_t> reference = reference_of(record);
  if (!reference) {
    return {};
  }
  if (*reference != last_ref_) {
    const auto known = names_.find(*reference);
    last_ref_ = *reference;
    last_tag_ = known == names_.end() ? Tag{} : known->second;
  }
  return last_tag_;
}

void Replay::allocate(const Record& record, const RecordContext& at, const Where& where) {
  Import& import = intake_.import();
  if (record.form == Form::old && !record.has_result) {
    ++import.records.overhead;  // only meant; the same with a result follows
    return;
  }
  const std::uint64_t pointer = record.form == Form::old ? take_pointer(record.new_pointer, "result.memory_ptr")
                                                         : take_pointer(record.pointer, "string_args.pointer");
  const core::Bytes size{size_of(record)};
  ++allocations_;
  if (!intents_.empty()) {
    allocated_[pointer] = allocations_;
  }
  if (!is_wanted(record)) {
    ++import.records.dropped;
    return;
  }
  RecordContext tagged = at;
  tagged.tag = allocator_tag(record);
  intake_.alloc(pointer, size, tagged, where);
}

void Replay::deallocate(const Record& record, const RecordContext& at) {
  const std::uint64_t pointer =
      take_pointer(record.pointer, record.form == Form::old ? "payload.memory_ptr" : "string_args.pointer");
  if (pointer == 0) {
    return intake_.null_free(at);
  }
  if (!is_wanted(record)) {
    ++intake_.import().records.dropped;
    return;
  }
  intake_.free(pointer, nullptr, at, false);
}

void Replay::reallocate(const Record& record, const RecordContext& at, const Where& where) {
  const bool is_done = record.form == Form::old ? record.has_result : !record.new_pointer.empty();
  if (is_done) {
    return finish_reallocation(record, at, where);
  }
  intents_.push_back(
      {.current = take_pointer(record.current, record.form == Form::old ? "payload.ptr" : "string_args.current_ptr"),
       .size = core::Bytes{size_of(record)},
       .allocator_ref = reference_of(record).value_or(0),
       .allocations = allocations_});
  if (intents_.size() > kMostIntents) {
    intents_.pop_front();
    ++unfinished_;
  }
  ++intake_.import().records.overhead;
}

/// The latest of the same allocator.
Replay::Intent Replay::take_intent(const Record& record) {
  const std::uint64_t reference = reference_of(record).value_or(0);
  const auto found = std::find_if(intents_.rbegin(), intents_.rend(),
                                  [&](const Intent& intent) { return intent.allocator_ref == reference; });
  if (found == intents_.rend()) {
    throw Malformed{ErrorClass::inconsistent, 0, "a reallocation ends that was never begun", {}};
  }
  const Intent intent = *found;
  intents_.erase(std::next(found).base());
  return intent;
}

void Replay::finish_reallocation(const Record& record, const RecordContext& at, const Where& where) {
  const std::uint64_t made =
      take_pointer(record.new_pointer, record.form == Form::old ? "result.memory_ptr" : "string_args.new_ptr");
  const Intent intent = take_intent(record);
  const auto known = allocated_.find(made);
  const bool nested = known != allocated_.end() && known->second > intent.allocations;
  if (intents_.empty()) {
    allocated_.clear();
  }
  if (nested) {  // its parts were records of their own
    ++nested_;
    return intake_.reallocated(at);
  }
  if (!is_wanted(record) && !intake_.live(intent.current, at.device)) {
    ++intake_.import().records.dropped;
    return;
  }
  ++(made == intent.current ? in_place_ : moved_);
  RecordContext tagged = at;
  tagged.tag = allocator_tag(record);
  intake_.realloc(intent.current, made, intent.size, tagged, where);
}

void Replay::clean(const Record& record, RecordContext at) {
  if (!is_wanted(record)) {
    ++intake_.import().records.dropped;
    return;
  }
  expect_keepable(record.allocator_name, "allocator_name");
  at.tag = record.allocator_name.empty() ? allocator_tag(record) : intake_.strings().intern(record.allocator_name);
  intake_.cleanup(at);
}

void Replay::make(const Record& record, const RecordContext& at) {
  const std::optional<std::uint64_t> reference = reference_of(record);
  if (record.form == Form::old && !record.has_result) {
    ++intake_.import().records.overhead;
    return;
  }
  if (reference && !record.allocator_name.empty()) {
    expect_keepable(record.allocator_name, "allocator_name");
    names_[*reference] = intake_.strings().intern(record.allocator_name);
    last_ref_ = 0;
    last_tag_ = {};
  }
  intake_.fact(record.operation == Operation::make_allocator ? "make_allocator" : "make_memory_resource", at);
}

void Replay::finish() const {
  Import& import = intake_.import();
  import.pairing = "address";
  import.counters["realloc_nested"] = nested_;
  import.counters["realloc_in_place"] = in_place_;
  import.counters["realloc_moved"] = moved_;
  if (unfinished_ + intents_.size() != 0) {
    import.counters["realloc_unfinished"] = unfinished_ + intents_.size();
  }
}

}  // namespace arenasim::traces::umpire
