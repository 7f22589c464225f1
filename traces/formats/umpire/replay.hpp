// From the records of an Umpire log to events (spec/formats.md 7).
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

#include "traces/formats/umpire/malformed.hpp"
#include "traces/formats/umpire/record.hpp"
#include "traces/intake.hpp"

namespace arenasim::traces::umpire {

class Replay {
 public:
  /// `allocator`: the one whose memory is taken, by name; empty takes all.
  Replay(Intake& intake, std::string allocator) : intake_(intake), allocator_(std::move(allocator)) {}

  /// Throws Malformed, after which the next record can be taken; InputError (range) where live bytes pass 2^64-1.
  void take(const Record& record, const Where& where);

  /// Of what is not known record by record.
  void finish() const;

 private:
  /// A reallocation that is meant and not done.
  struct Intent {
    std::uint64_t current = 0;
    core::Bytes size;
    std::uint64_t allocator_ref = 0;
    std::uint64_t allocations = 0;  // made before it
  };

  [[nodiscard]] core::SimTime time_of(const Record& record);
  [[nodiscard]] bool is_wanted(const Record& record) const;
  [[nodiscard]] Tag allocator_tag(const Record& record);

  void allocate(const Record& record, const RecordContext& at, const Where& where);
  void deallocate(const Record& record, const RecordContext& at);
  void reallocate(const Record& record, const RecordContext& at, const Where& where);
  void finish_reallocation(const Record& record, const RecordContext& at, const Where& where);
  [[nodiscard]] Intent take_intent(const Record& record);
  void clean(const Record& record, RecordContext at);
  void make(const Record& record, const RecordContext& at);

  Intake& intake_;
  std::string allocator_;
  std::unordered_map<std::uint64_t, Tag> names_;  // of allocators by reference
  std::deque<Intent> intents_;
  std::unordered_map<std::uint64_t, std::uint64_t> allocated_;  // while there are intents: when a pointer was last made
  std::uint64_t allocations_ = 0;
  std::uint64_t first_time_ = 0;
  std::uint64_t last_ref_ = 0;
  Tag last_tag_;
  std::uint64_t nested_ = 0;
  std::uint64_t in_place_ = 0;
  std::uint64_t moved_ = 0;
  std::uint64_t unfinished_ = 0;
  bool begun_ = false;
  bool timed_ = true;
};

}  // namespace arenasim::traces::umpire
