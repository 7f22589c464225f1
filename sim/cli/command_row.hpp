// The table of commands: one row and one file each.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "sim/cli/exit_code.hpp"

namespace CLI {
class App;
}

namespace arenasim::sim::cli {

/// One command, once on the command line.
class Subcommand {
 public:
  Subcommand() = default;
  Subcommand(const Subcommand&) = delete;
  Subcommand& operator=(const Subcommand&) = delete;
  virtual ~Subcommand() = default;

  /// Adds its options and arguments; they are parsed into this object.
  virtual void describe(CLI::App& app) = 0;

  /// Does it, after parsing. Throws UsageError, traces::InputError, OutputError, ClosedPipe.
  [[nodiscard]] virtual ExitCode run() = 0;
};

struct CommandRow {
  std::string_view name;
  std::string_view sentence;
  std::string_view example;  ///< a command line that works in a fresh checkout
  std::unique_ptr<Subcommand> (*make)();
};

/// Every command, in the order of the help.
[[nodiscard]] std::span<const CommandRow> command_rows();

std::unique_ptr<Subcommand> make_replay_command();
std::unique_ptr<Subcommand> make_compare_command();
std::unique_ptr<Subcommand> make_diff_command();
std::unique_ptr<Subcommand> make_fit_command();
std::unique_ptr<Subcommand> make_sweep_command();
std::unique_ptr<Subcommand> make_merge_command();
std::unique_ptr<Subcommand> make_reduce_command();
std::unique_ptr<Subcommand> make_scenario_command();
std::unique_ptr<Subcommand> make_inspect_command();
std::unique_ptr<Subcommand> make_convert_command();
std::unique_ptr<Subcommand> make_generate_command();
std::unique_ptr<Subcommand> make_list_command();
std::unique_ptr<Subcommand> make_calibrate_command();
std::unique_ptr<Subcommand> make_completion_command();

}  // namespace arenasim::sim::cli
