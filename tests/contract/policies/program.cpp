#include "tests/contract/policies/program.hpp"

#include <fmt/format.h>

#include "tests/property/draw.hpp"

namespace arenasim::tests {
namespace {

using sim::Command;
using sim::CommandKind;

class Writer {
 public:
  explicit Writer(const ProgramShape& shape) : shape_(shape), draw_(shape.seed) {}

  std::vector<Command> write() {
    for (std::uint64_t step = 0; step < shape_.steps; ++step) {
      write_step(step);
    }
    while (!requested_.empty()) {
      end(CommandKind::free_completed, draw_.take(requested_));
    }
    while (!live_.empty()) {
      end(CommandKind::free, draw_.take(live_));
    }
    for (std::uint64_t stream = 0; stream < shape_.streams; ++stream) {
      cleanup(stream);
    }
    return std::move(program_);
  }

 private:
  void write_step(std::uint64_t step) {
    const std::uint64_t roll = draw_.below(1000);
    if (roll < 20) {
      cleanup(draw_.below(shape_.streams));
    } else if (roll < 35 && shape_.faults) {
      program_.push_back({.count = draw_.between(1, 3), .kind = CommandKind::refuse_pages});
    } else if (roll < 120 && !requested_.empty()) {
      end(CommandKind::free_completed, draw_.take(requested_));
    } else if (live_.empty() || draw_.chance(step / 60 % 2 == 0 ? 650 : 400)) {
      alloc(size(), draw_.below(shape_.streams));
    } else {
      free();
    }
  }

  [[nodiscard]] std::uint64_t size() {
    const std::uint64_t roll = draw_.below(10);
    if (roll == 0) {
      return draw_.chance(100) ? 0 : std::uint64_t{1} << draw_.below(shape_.most_bits + 1);
    }
    return roll < 4 ? draw_.between(1, 4) * 4096 : draw_.by_magnitude(shape_.most_bits);
  }

  void alloc(std::uint64_t size, std::uint64_t stream) {
    const auto id = static_cast<std::uint32_t>(made_.size());
    made_.push_back({.id = id,
                     .size = core::Bytes{size},
                     .stream = core::StreamId{static_cast<std::int32_t>(stream)},
                     .slot = traces::BlockSlot{id},
                     .kind = CommandKind::alloc});
    program_.push_back(made_.back());
    live_.push_back(id);
  }

  void free() {
    const std::uint32_t id = draw_.take(live_);
    if (draw_.chance(250)) {
      end(CommandKind::free_requested, id);
      requested_.push_back(id);
      return;
    }
    end(CommandKind::free, id);
    if (draw_.chance(400)) {
      const auto stream = static_cast<std::uint64_t>(program_.back().stream.number());
      alloc(made_[id].size.count(), stream);
    }
  }

  /// Most often on the stream that asked.
  void end(CommandKind kind, std::uint32_t id) {
    Command command = made_[id];
    command.kind = kind;
    if (draw_.chance(200)) {
      command.stream = core::StreamId{static_cast<std::int32_t>(draw_.below(shape_.streams))};
    }
    program_.push_back(command);
  }

  void cleanup(std::uint64_t stream) {
    program_.push_back({.stream = core::StreamId{static_cast<std::int32_t>(stream)}, .kind = CommandKind::cleanup});
  }

  ProgramShape shape_;
  Draw draw_;
  std::vector<Command> program_;
  std::vector<Command> made_;  // by id
  std::vector<std::uint32_t> live_;
  std::vector<std::uint32_t> requested_;
};

}  // namespace

std::vector<Command> random_program(const ProgramShape& shape) {
  return Writer(shape).write();
}

std::string text_of(const std::vector<Command>& program) {
  std::string text;
  for (const Command& command : program) {
    switch (command.kind) {
      case CommandKind::alloc:
        text += fmt::format("alloc {} {} {}\n", command.id, command.size.count(), command.stream.number());
        break;
      case CommandKind::cleanup:
        text += fmt::format("cleanup {}\n", command.stream.number());
        break;
      case CommandKind::refuse_pages:
        text += fmt::format("refuse_pages {}\n", command.count);
        break;
      default:
        text += fmt::format("{} {}\n", sim::name(command.kind), command.id);
    }
  }
  return text;
}

}  // namespace arenasim::tests
