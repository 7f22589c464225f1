#include "sim/scenario.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "core/options.hpp"
#include "core/values.hpp"
#include "sim/text_file.hpp"
#include "sim/text_lines.hpp"
#include "sim/words.hpp"
#include "traces/input_error.hpp"

namespace arenasim::sim {
namespace {

constexpr std::string_view kPrompt = "> ";

/// What follows the name of a command.
enum class Form : std::uint8_t { nothing, alloc, id, stream, stream_and_mode, count, duration, text, size_and_stream };

struct CommandForm {
  CommandKind kind;
  Form form;
};

constexpr std::array kForms{
    CommandForm{CommandKind::alloc, Form::alloc},
    CommandForm{CommandKind::free, Form::id},
    CommandForm{CommandKind::free_requested, Form::id},
    CommandForm{CommandKind::free_completed, Form::id},
    CommandForm{CommandKind::cleanup, Form::stream},
    CommandForm{CommandKind::relocate, Form::stream},
    CommandForm{CommandKind::prepare, Form::stream},
    CommandForm{CommandKind::record, Form::stream},
    CommandForm{CommandKind::seal, Form::stream},
    CommandForm{CommandKind::mode, Form::stream_and_mode},
    CommandForm{CommandKind::guard, Form::id},
    CommandForm{CommandKind::unguard, Form::id},
    CommandForm{CommandKind::bind, Form::id},
    CommandForm{CommandKind::unbind, Form::id},
    CommandForm{CommandKind::refuse_pages, Form::count},
    CommandForm{CommandKind::refuse_copies, Form::count},
    CommandForm{CommandKind::fail_waits, Form::count},
    CommandForm{CommandKind::probe, Form::size_and_stream},
    CommandForm{CommandKind::report, Form::nothing},
    CommandForm{CommandKind::advance, Form::duration},
    CommandForm{CommandKind::marker, Form::text},
    CommandForm{CommandKind::audit, Form::nothing},
};

/// What a scenario calls an allocation, and what the engine does: each id has one slot for good, since guards and
/// bindings are the id's and outlive its frees.
struct Named {
  traces::BlockSlot slot;
  core::Bytes size;
  core::StreamId stream;
};

class ScenarioReader {
 public:
  explicit ScenarioReader(Scenario& scenario) : scenario_(scenario) {}

  void read() {
    scenario_.has_facts = has_prompts();
    TextLines lines(scenario_.text);
    bool has_device = false;
    while (const auto line = lines.next()) {
      if (line->text.empty() || line->text.front() == '#') {
        continue;
      }
      if (!has_device) {
        scenario_.device = parse_device_line(line->text, line->number);
        has_device = true;
      } else if (!scenario_.has_facts) {
        read_command(Words(line->text, line->number), line->number);
      } else if (line->text.substr(0, kPrompt.size()) == kPrompt) {
        read_command(Words(line->text.substr(kPrompt.size()), line->number, kPrompt.size() + 1), line->number);
      }
    }
    if (!has_device) {
      throw traces::InputError(traces::ErrorClass::empty, traces::WholeFile{}, "expected a device line and commands");
    }
  }

 private:
  [[nodiscard]] bool has_prompts() const {
    TextLines lines(scenario_.text);
    while (const auto line = lines.next()) {
      if (line->text.substr(0, kPrompt.size()) == kPrompt) {
        return true;
      }
    }
    return false;
  }

  void read_command(Words words, std::uint64_t line) {
    const CommandForm form = form_of(words.next("a command"), words);
    Command command{.time = time_, .kind = form.kind};
    read_arguments(form.form, words, command);
    words.expect_end();
    scenario_.commands.push_back(command);
    scenario_.lines.push_back(line);
  }

  static CommandForm form_of(Word word, const Words& words) {
    const auto found = std::find_if(kForms.begin(), kForms.end(),
                                    [&](const CommandForm& form) { return name(form.kind) == word.text; });
    if (found == kForms.end()) {
      std::array<std::string_view, kForms.size()> known;
      std::transform(kForms.begin(), kForms.end(), known.begin(),
                     [](const CommandForm& form) { return name(form.kind); });
      words.reject(word, "command", fmt::format("a command, such as {}", core::nearest(word.text, known)));
    }
    return *found;
  }

  void read_arguments(Form form, Words& words, Command& command) {
    switch (form) {
      case Form::nothing:
        break;
      case Form::alloc:
        read_alloc(words, command);
        break;
      case Form::id:
        read_id(words, command);
        break;
      case Form::stream:
        command.stream = words.next_stream();
        break;
      case Form::stream_and_mode:
        command.stream = words.next_stream();
        command.mode = read_mode(words);
        break;
      case Form::count:
        command.count = words.next_count("count");
        break;
      case Form::duration:
        read_duration(words, command);
        break;
      case Form::text:
        command.tag = scenario_.strings.intern(words.remainder("a name").text);
        break;
      case Form::size_and_stream:
        command.size = words.next_bytes("size");
        command.stream = words.next_stream();
        break;
    }
  }

  void read_alloc(Words& words, Command& command) {
    command.id = words.next_count("id");
    command.size = words.next_bytes("size");
    command.stream = words.next_stream();
    const auto next_slot = traces::BlockSlot{static_cast<std::uint32_t>(named_.size())};
    Named& named = named_.try_emplace(command.id, Named{.slot = next_slot, .size = {}, .stream = {}}).first->second;
    named.size = command.size;
    named.stream = command.stream;
    command.slot = named.slot;
  }

  void read_id(Words& words, Command& command) {
    command.id = words.next_count("id");
    if (const auto found = named_.find(command.id); found != named_.end()) {
      command.slot = found->second.slot;
      command.size = found->second.size;
      command.stream = found->second.stream;
    }
  }

  static core::AllocationMode read_mode(Words& words) {
    const Word word = words.next("a mode");
    if (word.text == "0") {
      return core::AllocationMode::auto_;
    }
    if (word.text == "1") {
      return core::AllocationMode::persistent;
    }
    if (word.text == "2") {
      return core::AllocationMode::dedicated;
    }
    words.reject(word, "mode", "0 (auto), 1 (persistent) or 2 (dedicated)");
  }

  void read_duration(Words& words, Command& command) {
    const Word word = words.next("a duration");
    const auto duration = core::parse_duration(word.text);
    if (!duration || *duration > core::SimTime::max() - time_) {
      words.reject(word, "duration", "a number with ns, us, ms or s");
    }
    time_ += *duration;
    command.time = time_;
    command.count = duration->count();
    command.tag = scenario_.strings.intern(word.text);
  }

  Scenario& scenario_;
  core::SimTime time_;
  std::unordered_map<std::uint64_t, Named> named_;
};

/// The next line that is neither blank nor a comment.
std::optional<TextLine> next_meant(TextLines& lines) {
  while (const auto line = lines.next()) {
    if (!line->text.empty() && line->text.front() != '#') {
      return line;
    }
  }
  return std::nullopt;
}

}  // namespace

Scenario parse_scenario(std::string text) {
  Scenario scenario;
  scenario.text = std::move(text);
  ScenarioReader(scenario).read();
  return scenario;
}

Scenario read_scenario(const std::string& path) {
  try {
    return parse_scenario(read_text(path));
  } catch (traces::InputError& error) {
    error.set_file(shown_name(path));
    throw;
  }
}

traces::InputError live_id_error(const Scenario& scenario, const LiveBlock& problem) {
  const std::size_t command = problem.event() % scenario.commands.size();
  return {traces::ErrorClass::inconsistent, traces::LinePosition{scenario.lines[command], 0},
          fmt::format("found an alloc of {}, which is held; expected an id that is not", scenario.commands[command].id),
          "id"};
}

std::optional<Difference> first_difference(std::string_view scenario, std::string_view facts) {
  TextLines expected_lines(scenario);
  TextLines actual_lines(facts);
  static_cast<void>(next_meant(expected_lines));  // the device may be said in other words
  static_cast<void>(actual_lines.next());
  std::uint64_t last_line = 1;
  for (;;) {
    const auto expected = next_meant(expected_lines);
    const auto actual = actual_lines.next();
    if (!expected && !actual) {
      return std::nullopt;
    }
    last_line = expected ? expected->number : last_line + 1;
    if (!expected || !actual || expected->text != actual->text) {
      return Difference{.line = last_line,
                        .expected = expected ? std::string(expected->text) : std::string{},
                        .actual = actual ? std::string(actual->text) : std::string{}};
    }
  }
}

}  // namespace arenasim::sim
