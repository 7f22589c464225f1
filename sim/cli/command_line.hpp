// Every command with its options, as one parser.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "sim/cli/command_row.hpp"

namespace arenasim::sim::cli {

/// The parser, and the commands that it parses into.
class CommandLine {
 public:
  CommandLine();

  [[nodiscard]] CLI::App& app() { return app_; }

  /// Parses. Throws UsageError, which offers the nearest name for an unknown one, or CLI::Success where help or the
  /// version is asked for.
  void parse(std::span<char* const> arguments);

  /// Runs what was parsed.
  [[nodiscard]] ExitCode run();

 private:
  struct Entry {
    CLI::App* app = nullptr;
    std::unique_ptr<Subcommand> subcommand;
  };

  CLI::App app_;
  std::vector<Entry> entries_;
};

}  // namespace arenasim::sim::cli
