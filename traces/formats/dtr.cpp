#include "traces/formats/dtr.hpp"

#include <array>
#include <optional>
#include <vector>

#include "traces/formats/dtr_instruction.hpp"
#include "traces/formats/dtr_program.hpp"
#include "traces/formats/line_records.hpp"
#include "traces/lines.hpp"
#include "traces/rfc4180.hpp"
#include "traces/sniff.hpp"

namespace arenasim::traces {
namespace {

constexpr std::array kDtrOptions{
    core::OptionSpec{"keep-prologue", core::OptionType::flag, "false",
                     "keep what comes before the annotation START, which is left out otherwise"},
};

constexpr std::string_view kStart = "START";

class DtrReader {
 public:
  explicit DtrReader(const Reading& reading)
      : reading_(reading),
        intake_(reading.options, reading.sink, reading.strings, reading.import, Intake::Ids::dense),
        program_(std::in_place, reading.strings),
        holding_(!reading.format_options.flag("keep-prologue")) {}

  void read();

 private:
  void run(const DtrInstruction& instruction, LinePosition position);
  void begin_at_start();
  void count_line(std::size_t first_step);
  void emit_all();
  void emit(const DtrStep& step);

  const Reading& reading_;
  Intake intake_;
  std::optional<DtrProgram> program_;
  std::vector<DtrStep> steps_;
  Records records_;
  bool holding_;
};

/// Everything before START never was.
void DtrReader::begin_at_start() {
  const std::uint64_t lines = records_.as_events + records_.dropped + records_.overhead;
  if (lines != 0) {
    reading_.import.skipped["prologue"] = lines;
  }
  records_ = {};
  records_.skipped = lines;
  steps_.clear();
  program_.emplace(reading_.strings);
  holding_ = false;
}

/// A line counts as the first event it makes.
void DtrReader::count_line(std::size_t first_step) {
  if (first_step == steps_.size()) {
    ++records_.overhead;
  } else if (steps_[first_step].storage == kDtrUnknownTensor) {
    ++records_.dropped;
  } else {
    ++records_.as_events;
  }
}

void DtrReader::run(const DtrInstruction& instruction, LinePosition position) {
  if (holding_ && instruction.verb == DtrVerb::annotate && instruction.name == kStart) {
    begin_at_start();
  }
  const std::size_t first_step = steps_.size();
  program_->run(instruction, position, steps_);
  count_line(first_step);
  if (!holding_) {
    emit_all();
  }
}

void DtrReader::emit(const DtrStep& step) {
  switch (step.kind) {
    case EventKind::alloc:
      intake_.alloc(step.storage, step.size, step.at, step.position);
      break;
    case EventKind::free:
      intake_.free(step.storage, nullptr, step.at, false);
      break;
    default:
      intake_.marker(step.at);
      break;
  }
}

void DtrReader::emit_all() {
  for (const DtrStep& step : steps_) {
    emit(step);
  }
  steps_.clear();
}

void DtrReader::read() {
  reading_.import.clock = "tick";
  reading_.import.pairing = "name";
  LineReader lines(reading_.source, reading_.options.lenient);
  DtrInstructionParser parser;
  std::string_view line;
  while (lines.next(line)) {
    if (is_blank(line) || line.front() == '#') {
      continue;
    }
    std::optional<DtrInstruction> instruction;
    try {
      instruction = parser.parse(line, lines.at());
    } catch (const InputError& error) {
      skip_record(intake_, lines, error);
      continue;
    }
    run(*instruction, lines.at());
  }
  if (!reading_.options.lenient) {
    program_->require_complete(lines.at());
  }
  emit_all();
  Import& import = reading_.import;
  import.repairs.truncated_tail = import.repairs.truncated_tail || lines.truncated();
  records_.skipped += import.records.skipped;
  import.records = records_;
  intake_.finish(lines.at());
}

bool is_dtr(const Glimpse& start) {
  const auto lines = first_lines(start, 1);
  return !lines.empty() && lines.front().starts_with('{') && is_dtr_line(lines.front());
}

void read_dtr(const Reading& reading) {
  DtrReader(reading).read();
}

}  // namespace

const Format kDtrFormat{
    .name = "dtr",
    .sentence = "logs of dynamic tensor rematerialization (simrd)",
    .knows = {.time = true, .streams = false, .devices = false, .addresses = false, .two_step_frees = false},
    .options = kDtrOptions,
    .sniff = is_dtr,
    .read = read_dtr,
};

}  // namespace arenasim::traces
