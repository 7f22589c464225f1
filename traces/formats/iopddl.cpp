#include "traces/formats/iopddl.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "traces/interval_events.hpp"
#include "traces/json_integers.hpp"
#include "traces/json_root.hpp"

namespace arenasim::traces {
namespace {

constexpr std::array kIopddlOptions{
    core::OptionSpec{"strategy", core::OptionType::choice, "first", "which of a node's sizes is taken",
                     "first|min|max"},
};

/// The life of a node; nothing where its record was malformed and skipped.
struct Life {
  std::int64_t lower = 0;
  std::int64_t upper = 0;
  std::uint64_t offset = 0;
  bool skipped = false;
};

/// The size of a node; nothing where it has none to choose from.
struct Size {
  std::optional<std::uint64_t> bytes;
  std::uint64_t offset = 0;
  bool skipped = false;
};

/// Holds the lives and sizes of all nodes: they stand in separate arrays, in any order.
class ProblemReader {
 public:
  explicit ProblemReader(const Reading& reading)
      : reading_(reading),
        json_(reading.source),
        intake_(reading.options, reading.sink, reading.strings, reading.import, Intake::Ids::dense),
        strategy_(reading.format_options.text("strategy")) {}

  void read();

 private:
  void read_root();
  void read_problem();
  void read_nodes();
  void read_limit();
  void read_elements(std::string_view name, const std::function<void(const JsonText&)>& parse,
                     const std::function<void()>& skipped);
  void parse_interval(const JsonText& element);
  void parse_usage(const JsonText& element);
  [[nodiscard]] std::uint64_t choose(const std::vector<std::int64_t>& usages) const;
  void enter_object(std::string_view name);
  void add_intervals(IntervalEvents& events);
  [[nodiscard]] static Position place(std::uint64_t node, std::uint64_t offset) {
    return OffsetPosition{offset, fmt::format("problem.nodes.intervals[{}]", node)};
  }

  const Reading& reading_;
  JsonWindows json_;
  Intake intake_;
  JsonIntegerArrays arrays_;
  std::string strategy_;
  std::vector<Life> lives_;
  std::vector<Size> sizes_;
  bool has_lives_ = false;
  bool has_sizes_ = false;
};

std::uint64_t ProblemReader::choose(const std::vector<std::int64_t>& usages) const {
  if (strategy_ == "min") {
    return static_cast<std::uint64_t>(*std::min_element(usages.begin(), usages.end()));
  }
  if (strategy_ == "max") {
    return static_cast<std::uint64_t>(*std::max_element(usages.begin(), usages.end()));
  }
  return static_cast<std::uint64_t>(usages.front());
}

void ProblemReader::parse_interval(const JsonText& element) {
  const std::string path = json_.path();
  const std::vector<std::int64_t>& ends = arrays_.read(element, path, "intervals");
  const OffsetPosition position{element.offset, path};
  if (ends.size() != 2) {
    throw InputError(ErrorClass::syntax, position, "an interval is two whole numbers", "intervals");
  }
  if (ends[0] < 0 || ends[1] < 0) {
    throw InputError(ErrorClass::range, position, "a negative tick", ends[0] < 0 ? "lower" : "upper");
  }
  if (ends[0] > ends[1]) {
    throw InputError(ErrorClass::bad_value, position, fmt::format("{} lies before {}", ends[1], ends[0]), "upper");
  }
  lives_.push_back(Life{ends[0], ends[1], element.offset, false});
}

void ProblemReader::parse_usage(const JsonText& element) {
  const std::string path = json_.path();
  const std::vector<std::int64_t>& usages = arrays_.read(element, path, "usages");
  if (std::any_of(usages.begin(), usages.end(), [](std::int64_t bytes) { return bytes < 0; })) {
    throw InputError(ErrorClass::range, OffsetPosition{element.offset, path}, "a negative size", "usages");
  }
  sizes_.push_back(Size{usages.empty() ? std::nullopt : std::optional{choose(usages)}, element.offset, false});
}

/// Lenient: an element that is malformed counts and leaves its node out.
void ProblemReader::read_elements(std::string_view name, const std::function<void(const JsonText&)>& parse,
                                  const std::function<void()>& skipped) {
  if (json_.kind() != JsonKind::array) {
    throw InputError(ErrorClass::bad_value, json_.position(), "expected an array", std::string(name));
  }
  json_.enter();
  while (json_.next_element()) {
    try {
      parse(json_.take());
    } catch (const CutJson&) {
      throw;
    } catch (const InputError& error) {
      if (error.error_class() == ErrorClass::limit) {
        throw;
      }
      intake_.skip(error);
      --reading_.import.records.skipped;  // its node counts, once
      skipped();
    }
  }
}

void ProblemReader::enter_object(std::string_view name) {
  if (json_.kind() != JsonKind::object) {
    throw InputError(ErrorClass::bad_value, json_.position(), "expected an object", std::string(name));
  }
  json_.enter();
}

void ProblemReader::read_nodes() {
  enter_object("nodes");
  while (const auto key = json_.next_member()) {
    if (*key == "intervals") {
      has_lives_ = true;
      read_elements(
          "intervals", [this](const JsonText& element) { parse_interval(element); },
          [this] {
            lives_.push_back(Life{0, 0, 0, true});
          });
    } else if (*key == "usages") {
      has_sizes_ = true;
      read_elements(
          "usages", [this](const JsonText& element) { parse_usage(element); },
          [this] {
            sizes_.push_back(Size{std::nullopt, 0, true});
          });
    } else {
      json_.skip();
    }
  }
}

void ProblemReader::read_limit() {
  const JsonText limit = json_.take();
  const auto bytes = parse_json_unsigned(limit.text);
  if (!bytes) {
    throw number_error(bytes.error(), OffsetPosition{limit.offset, json_.path()}, limit.text, "a number of bytes",
                       "usage_limit");
  }
  reading_.recorded.limits["usage_limit"] = core::Bytes{*bytes};
}

void ProblemReader::read_problem() {
  enter_object("problem");
  while (const auto key = json_.next_member()) {
    if (*key == "nodes") {
      read_nodes();
    } else if (*key == "usage_limit") {
      read_limit();
    } else {
      json_.skip();
    }
  }
}

void ProblemReader::read_root() {
  const Position root = json_.position();
  enter_object("problem");
  bool found = false;
  while (const auto key = json_.next_member()) {
    if (*key == "problem") {
      found = true;
      read_problem();
    } else {
      json_.skip();
    }
  }
  json_.finish();
  const auto require = [&root](bool present, const char* name) {
    if (!present) {
      throw InputError(ErrorClass::missing_field, root, fmt::format("a problem has a member {}", name), name);
    }
  };
  require(found, "problem");
  require(has_lives_, "intervals");
  require(has_sizes_, "usages");
}

void ProblemReader::add_intervals(IntervalEvents& events) {
  if (lives_.size() != sizes_.size()) {
    throw InputError(ErrorClass::inconsistent, WholeFile{},
                     fmt::format("{} intervals and {} usages", lives_.size(), sizes_.size()), "usages");
  }
  for (std::size_t node = 0; node < lives_.size(); ++node) {
    const Life& life = lives_[node];
    const Size& size = sizes_[node];
    if (life.skipped || size.skipped) {
      ++reading_.import.records.skipped;
      continue;
    }
    if (!size.bytes && life.lower != life.upper) {
      intake_.skip(InputError(ErrorClass::bad_value,
                              OffsetPosition{size.offset, fmt::format("problem.nodes.usages[{}]", node)},
                              "no size for a node that lives", "usages"));
      continue;
    }
    Interval interval;
    interval.lower = life.lower;
    interval.upper = life.upper;
    interval.size = core::Bytes{size.bytes.value_or(0)};
    interval.key = node;
    interval.record = node;
    events.add(interval);
  }
}

void ProblemReader::read() {
  reading_.import.clock = "tick";
  read_root();
  IntervalEvents events;
  add_intervals(events);
  events.emit(intake_,
              [this](const Interval& interval) { return place(interval.record, lives_[interval.record].offset); });
  intake_.finish(WholeFile{});
}

bool is_iopddl(const Glimpse& start) {
  return json_root(start) == JsonRoot::problem;
}

void read_iopddl(const Reading& reading) {
  ProblemReader(reading).read();
}

}  // namespace

const Format kIopddlFormat{
    .name = "iopddl",
    .sentence = "problems of the ASPLOS 2025 contest on intra-operator parallelism (JSON)",
    .knows = {.time = true, .streams = false, .devices = false, .addresses = false, .two_step_frees = false},
    .options = kIopddlOptions,
    .sniff = is_iopddl,
    .read = read_iopddl,
};

}  // namespace arenasim::traces
