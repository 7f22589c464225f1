#include "traces/formats/intervals.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "traces/formats/interval_gaps.hpp"
#include "traces/formats/named_columns.hpp"
#include "traces/intake.hpp"
#include "traces/interval_events.hpp"
#include "traces/lines.hpp"
#include "traces/rfc4180.hpp"
#include "traces/sniff.hpp"

namespace arenasim::traces {
namespace {

/// Which column is what.
struct Layout {
  NamedColumns columns;
  std::size_t id;
  std::size_t lower;
  std::size_t size;
  bool inclusive;  ///< the column `end` names the last tick, not the one behind it
  std::size_t upper;
  std::optional<std::size_t> alignment;
  std::optional<std::size_t> gaps;
  std::optional<std::size_t> offset;

  explicit Layout(RecordReader& records)
      : columns(records),
        id(columns.require({"id", "buffer", "buffer_id"})),
        lower(columns.require({"lower", "start", "begin"})),
        size(columns.require({"size"})),
        inclusive(!columns.find({"upper"}) && columns.find({"end"})),
        upper(columns.require({"upper", "end"})),
        alignment(columns.find({"alignment"})),
        gaps(columns.find({"gaps"})),
        offset(columns.find({"offset"})) {
    static_cast<void>(columns.find({"hint"}));  // known, and means nothing here
  }
};

/// Facts of a row, kept until its alloc has a number.
struct RowFacts {
  std::uint64_t record = 0;
  std::optional<std::uint64_t> offset;
  std::optional<std::uint64_t> alignment;
};

class IntervalsReader {
 public:
  explicit IntervalsReader(const Reading& reading)
      : reading_(reading),
        intake_(reading.options, reading.sink, reading.strings, reading.import, Intake::Ids::dense),
        lines_(reading.source, reading.options.lenient),
        records_(lines_),
        layout_(records_),
        split_gaps_(format_option(reading, "split-gaps", "false") == "true") {}

  void read() {
    reading_.import.ignored_columns = layout_.columns.ignored();
    for_each_row(records_, lines_, intake_, [this](const RecordReader& record) { take(record); });
    intervals_.emit(
        intake_,
        [](const Interval& interval) {
          return LinePosition{interval.record, 0};
        },
        [this](const Interval& interval, std::uint64_t event) { keep_facts(interval, event); });
    intake_.finish(lines_.at());
  }

 private:
  void take(const RecordReader& record) {
    layout_.columns.check_count(record);
    Interval interval{.lower = tick(record, layout_.lower, "lower"),
                      .upper = upper_of(record),
                      .size = core::Bytes{number(record, layout_.size, "size")},
                      .key = record.position().line,
                      .record = record.position().line};
    if (interval.lower > interval.upper) {
      const Field& field = record.fields()[layout_.upper];
      throw InputError{ErrorClass::bad_value, field.position, quoted(field.text) + " lies before lower", "upper"};
    }
    const std::vector<Gap> gaps = layout_.gaps ? gaps_of(record, interval) : std::vector<Gap>{};
    const RowFacts facts{.record = interval.record,
                         .offset = optional_number(record, layout_.offset, "offset"),
                         .alignment = optional_number(record, layout_.alignment, "alignment")};
    check_id(record);
    if (!gaps.empty()) {
      reading_.import.counters["gaps"] += gaps.size();
    }
    if (facts.offset || facts.alignment) {
      facts_.push_back(facts);
    }
    add_pieces(interval, gaps);
  }

  [[nodiscard]] std::int64_t tick(const RecordReader& record, std::size_t column, std::string_view name) const {
    const Field& field = record.fields()[column];
    return required_field(parse_signed(trimmed(field.text)), field, "a tick", name);
  }

  [[nodiscard]] std::int64_t upper_of(const RecordReader& record) const {
    const std::int64_t upper = tick(record, layout_.upper, "upper");
    if (!layout_.inclusive) {
      return upper;
    }
    if (upper == std::numeric_limits<std::int64_t>::max()) {
      throw InputError{ErrorClass::range, record.fields()[layout_.upper].position, "no tick is behind it", "upper"};
    }
    return upper + 1;
  }

  [[nodiscard]] static std::uint64_t number(const RecordReader& record, std::size_t column, std::string_view name) {
    const Field& field = record.fields()[column];
    return required_field(parse_unsigned(trimmed(field.text)), field, "an unsigned number", name);
  }

  [[nodiscard]] static std::optional<std::uint64_t> optional_number(const RecordReader& record,
                                                                    std::optional<std::size_t> column,
                                                                    std::string_view name) {
    if (!column || trimmed(record.fields()[*column].text).empty()) {
      return std::nullopt;
    }
    return number(record, *column, name);
  }

  /// In order, and inside the life of the buffer.
  [[nodiscard]] std::vector<Gap> gaps_of(const RecordReader& record, const Interval& interval) const {
    const Field& field = record.fields()[*layout_.gaps];
    std::vector<Gap> gaps = parse_gaps(field, layout_.inclusive);
    std::int64_t last = interval.lower;
    for (const Gap& gap : gaps) {
      if (gap.lower < last || gap.upper > interval.upper) {
        throw InputError{ErrorClass::bad_value, field.position, "gaps that overlap or leave the buffer's life", "gaps"};
      }
      last = gap.upper;
    }
    return gaps;
  }

  void check_id(const RecordReader& record) {
    const Field& field = record.fields()[layout_.id];
    const std::string_view id = trimmed(field.text);
    if (id.empty()) {
      throw InputError{ErrorClass::missing_field, field.position, "an empty field", "id"};
    }
    if (!ids_.emplace(id).second) {
      throw InputError{ErrorClass::inconsistent, field.position, quoted(id) + " names a buffer above", "id"};
    }
  }

  /// The parts of a life between those gaps that leave nothing of the buffer, where they are to be used.
  void add_pieces(Interval interval, const std::vector<Gap>& gaps) {
    if (!split_gaps_ || gaps.empty()) {
      intervals_.add(interval);
      return;
    }
    const std::int64_t end = interval.upper;
    for (const Gap& gap : gaps) {
      if (gap.windowed) {
        continue;
      }
      interval.upper = gap.lower;
      if (interval.lower != interval.upper) {
        intervals_.add(interval);
        interval.continued = true;
      }
      interval.lower = gap.upper;
    }
    interval.upper = end;
    if (interval.lower != interval.upper || !interval.continued) {
      intervals_.add(interval);
    }
  }

  void keep_facts(const Interval& interval, std::uint64_t event) {
    const auto facts = std::lower_bound(facts_.begin(), facts_.end(), interval.record,
                                        [](const RowFacts& one, std::uint64_t record) { return one.record < record; });
    if (facts == facts_.end() || facts->record != interval.record) {
      return;
    }
    if (facts->offset) {
      reading_.recorded.addresses.push_back({event, *facts->offset});
      ++reading_.import.facts["offset"];
    }
    if (facts->alignment) {
      reading_.recorded.alignments.push_back({event, core::Bytes{*facts->alignment}});
      ++reading_.import.facts["alignment"];
    }
  }

  const Reading& reading_;
  Intake intake_;
  LineReader lines_;
  RecordReader records_;
  Layout layout_;
  IntervalEvents intervals_;
  std::unordered_set<std::string> ids_;
  std::vector<RowFacts> facts_;  // by rising record
  bool split_gaps_;
};

void read_intervals(const Reading& reading) {
  reading.import.clock = "tick";
  reading.import.pairing = "id";
  IntervalsReader{reading}.read();
}

bool is_intervals(const Glimpse& start) {
  const auto columns = header_columns(start);
  const auto has_one = [&](std::initializer_list<std::string_view> names) {
    return std::any_of(names.begin(), names.end(), [&](std::string_view name) { return has_columns(columns, {name}); });
  };
  return has_one({"size"}) && has_one({"id", "buffer", "buffer_id"}) && has_one({"lower", "start", "begin"}) &&
         has_one({"upper", "end"});
}

constexpr std::array kIntervalsOptions{
    core::OptionSpec{.name = "split-gaps",
                     .type = core::OptionType::flag,
                     .fallback = "false",
                     .sentence = "free a buffer over those of its gaps that leave nothing of it"},
};

}  // namespace

const Format kIntervalsFormat{.name = "intervals",
                              .sentence = "CSV of buffers with lower, upper and size (minimalloc, idealloc)",
                              .knows = {.time = true},
                              .options = kIntervalsOptions,
                              .sniff = is_intervals,
                              .read = read_intervals};

}  // namespace arenasim::traces
