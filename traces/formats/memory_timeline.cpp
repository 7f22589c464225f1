#include "traces/formats/memory_timeline.hpp"

#include <array>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "traces/json_integers.hpp"
#include "traces/json_root.hpp"

namespace arenasim::traces {
namespace {

constexpr std::array<std::string_view, 8> kCategories{"parameter",  "optimizer state", "input",           "temporary",
                                                      "activation", "gradient",        "autograd detail", "none"};

enum class Action : std::uint8_t { preexisting = 1, create = 2, version = 3, destroy = 4 };

struct Record {
  std::int64_t time = 0;
  Action action{};
  std::int64_t bytes = 0;
  std::size_t category = 0;
  OffsetPosition position;

  [[nodiscard]] core::Bytes size() const {
    const auto count = static_cast<std::uint64_t>(bytes);
    return core::Bytes{bytes < 0 ? 0 - count : count};
  }
};

/// Blocks have no ids: a free ends the last live one of its size and category.
class BlocksByKind {
 public:
  [[nodiscard]] BlockKey born(core::Bytes size, std::size_t category) {
    live_[{size, category}].push_back(next_);
    return next_++;
  }

  /// A key that is not live where there is no such block.
  [[nodiscard]] BlockKey died(core::Bytes size, std::size_t category) {
    auto& same = live_[{size, category}];
    if (same.empty()) {
      return next_++;
    }
    const BlockKey last = same.back();
    same.pop_back();
    return last;
  }

  /// False where there is no such block.
  bool move(core::Bytes size, std::size_t from, std::size_t to) {
    auto& same = live_[{size, from}];
    if (same.empty()) {
      return false;
    }
    const BlockKey last = same.back();
    same.pop_back();
    live_[{size, to}].push_back(last);
    return true;
  }

 private:
  std::map<std::pair<core::Bytes, std::size_t>, std::vector<BlockKey>> live_;
  BlockKey next_ = 0;
};

class TimelineReader {
 public:
  explicit TimelineReader(const Reading& reading)
      : reading_(reading),
        json_(reading.source),
        intake_(reading.options, reading.sink, reading.strings, reading.import, Intake::Ids::dense) {}

  void read();

 private:
  void read_elements();
  [[nodiscard]] Record parse(const JsonText& element, bool first);
  [[nodiscard]] static InputError bad(ErrorClass error_class, const Record& record, std::string text,
                                      std::string_view field);
  void apply(const Record& record);
  void apply_version(const Record& record);
  void drop_half_version();
  [[nodiscard]] RecordContext context(const Record& record);

  const Reading& reading_;
  JsonWindows json_;
  Intake intake_;
  JsonIntegerArrays arrays_;
  BlocksByKind blocks_;
  std::optional<Record> half_version_;  // the -n of a pair whose +n must come next
  std::optional<std::int64_t> first_time_;
};

InputError TimelineReader::bad(ErrorClass error_class, const Record& record, std::string text, std::string_view field) {
  return {error_class, record.position, std::move(text), std::string(field)};
}

Record TimelineReader::parse(const JsonText& element, bool first) {
  const std::string path = json_.path();
  const std::vector<std::int64_t>& numbers = arrays_.read(element, path, {});
  if (numbers.size() != 4) {
    if (first && numbers.size() > 4) {
      throw InputError(ErrorClass::unsupported, OffsetPosition{element.offset, path},
                       "a timeline of times and sums; export it again as raw (a name that ends in raw.json.gz)");
    }
    throw InputError(ErrorClass::syntax, OffsetPosition{element.offset, path},
                     fmt::format("{} numbers; an element is [time_ns, action, bytes, category]", numbers.size()));
  }
  Record record{.time = numbers[0], .bytes = numbers[2], .position = {element.offset, path}};
  if (numbers[1] < 1 || numbers[1] > 4) {
    throw bad(ErrorClass::bad_value, record, fmt::format("{} is no action; 1 to 4 are", numbers[1]), "action");
  }
  record.action = static_cast<Action>(numbers[1]);
  if (numbers[3] < 0 || numbers[3] >= static_cast<std::int64_t>(kCategories.size())) {
    throw bad(ErrorClass::bad_value, record, fmt::format("{} is no category; 0 to 7 are", numbers[3]), "category");
  }
  record.category = static_cast<std::size_t>(numbers[3]);
  const bool wrong_sign = record.action == Action::destroy ? record.bytes > 0 : record.bytes < 0;
  if (wrong_sign && record.action != Action::version) {
    throw bad(ErrorClass::bad_value, record, fmt::format("{} bytes against action {}", record.bytes, numbers[1]),
              "bytes");
  }
  if (record.action == Action::preexisting && intake_.begun()) {
    throw bad(ErrorClass::inconsistent, record, "a block of before the trace after its first event", "action");
  }
  return record;
}

RecordContext TimelineReader::context(const Record& record) {
  RecordContext at;
  if (record.action != Action::preexisting) {
    first_time_ = first_time_.value_or(record.time);
    if (record.time >= *first_time_) {
      const std::uint64_t since_first =
          static_cast<std::uint64_t>(record.time) - static_cast<std::uint64_t>(*first_time_);
      at.time = intake_.clamped(core::SimTime{core::SimDuration{since_first}});
    } else {
      at.time = intake_.now();
      ++reading_.import.repairs.clamped_times;
    }
  }
  at.tag = reading_.strings.intern(kCategories[record.category]);
  return at;
}

void TimelineReader::apply_version(const Record& record) {
  if (!half_version_ && record.bytes > 0) {
    intake_.skip(bad(ErrorClass::inconsistent, record, "the second half of a version pair without the first", "bytes"));
    return;
  }
  if (!half_version_) {
    half_version_ = record;
    return;
  }
  const Record from = *std::exchange(half_version_, std::nullopt);
  Import& import = reading_.import;
  intake_.fact("version", context(from));
  intake_.fact("version", context(record));
  ++import.counters["version_pairs"];
  import.counters["version_pairs_same_category"] += from.category == record.category ? 1 : 0;
  if (!blocks_.move(record.size(), from.category, record.category)) {
    ++import.counters["unmatched_versions"];
  }
}

void TimelineReader::drop_half_version() {
  if (const auto half = std::exchange(half_version_, std::nullopt)) {
    intake_.skip(bad(ErrorClass::inconsistent, *half, "a version pair whose second half does not follow", "action"));
  }
}

void TimelineReader::apply(const Record& record) {
  const bool second_half =
      half_version_ && record.action == Action::version && record.bytes >= 0 && record.size() == half_version_->size();
  if (!second_half) {
    drop_half_version();
  }
  switch (record.action) {
    case Action::preexisting:
      intake_.preexisting(blocks_.born(record.size(), record.category), record.size(), context(record),
                          record.position);
      break;
    case Action::create:
      intake_.alloc(blocks_.born(record.size(), record.category), record.size(), context(record), record.position);
      break;
    case Action::version:
      apply_version(record);
      break;
    case Action::destroy: {
      const core::Bytes size = record.size();
      intake_.free(blocks_.died(size, record.category), &size, context(record), false);
      break;
    }
  }
}

void TimelineReader::read_elements() {
  json_.enter();
  for (bool first = true; json_.next_element(); first = false) {
    std::optional<Record> record;
    try {
      record = parse(json_.take(), first);
    } catch (const CutJson&) {
      throw;
    } catch (const InputError& error) {
      if (error.error_class() == ErrorClass::limit || error.error_class() == ErrorClass::unsupported) {
        throw;
      }
      intake_.skip(error);
      continue;
    }
    apply(*record);
  }
  json_.finish();
}

void TimelineReader::read() {
  reading_.import.clock = "ns";
  reading_.import.pairing = "size-category-lifo";
  if (json_.kind() != JsonKind::array) {
    throw InputError(ErrorClass::unsupported, json_.position(),
                     "no raw timeline; export it as raw (a name that ends in raw.json.gz)");
  }
  try {
    read_elements();
  } catch (const CutJson&) {
    if (!reading_.options.lenient) {
      throw;
    }
    reading_.import.repairs.truncated_tail = true;
  }
  drop_half_version();
  intake_.finish(json_.position());
}

bool is_memory_timeline(const Glimpse& start) {
  return json_root(start) == JsonRoot::array_of_arrays;
}

void read_memory_timeline(const Reading& reading) {
  TimelineReader(reading).read();
}

}  // namespace

const Format kMemoryTimelineFormat{
    .name = "memory-timeline",
    .sentence = "raw memory timelines of the PyTorch profiler: [time_ns, action, bytes, category]",
    .knows = {.time = true, .streams = false, .devices = false, .addresses = false, .two_step_frees = false},
    .options = {},
    .sniff = is_memory_timeline,
    .read = read_memory_timeline,
};

}  // namespace arenasim::traces
