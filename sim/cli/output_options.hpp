// What a command writes, and how it speaks to a person.
#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>

#include "sim/cli/output.hpp"
#include "sim/cli/person.hpp"

namespace CLI {
class App;
}

namespace arenasim::sim::cli {

/// The path of an output that may be asked for; `-` is standard output.
using OutputPath = std::optional<std::string>;

/// Adds an option that names an output.
void add_output(CLI::App& app, const std::string& names, OutputPath& into, const std::string& sentence);

/// The output, where it is asked for; else null. To be opened before long work, that what cannot be written is told at
/// once. Throws OutputError.
[[nodiscard]] std::unique_ptr<Output> opened(const OutputPath& path);

/// Writes what `text` makes, where there is an output, as a whole. Throws OutputError, ClosedPipe.
void write_text(const std::unique_ptr<Output>& output, const std::function<std::string()>& text);

/// Where people are spoken to when these are the outputs. Throws UsageError when two of them are `-`.
[[nodiscard]] Person::At person_beside(std::initializer_list<OutputPath> outputs);

/// `--quiet`, `--progress`, `--color`.
struct SpeechOptions {
  bool quiet = false;
  When progress = When::automatic;
  When color = When::automatic;

  void describe(CLI::App& app);
};

}  // namespace arenasim::sim::cli
