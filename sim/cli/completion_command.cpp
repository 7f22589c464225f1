// `completion`: a script that a shell reads to complete our command lines.
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/cli/command_line.hpp"
#include "sim/cli/command_row.hpp"
#include "sim/cli/completion.hpp"
#include "sim/cli/output.hpp"
#include "sim/cli/values.hpp"

namespace arenasim::sim::cli {
namespace {

class CompletionCommand final : public Subcommand {
 public:
  void describe(CLI::App& app) override {
    app.add_option("shell", shell_, "the shell")->type_name("bash|zsh|fish")->required();
  }

  [[nodiscard]] ExitCode run() override {
    std::vector<std::string_view> names;
    for (const Shell& shell : shells()) {
      if (shell.name == shell_) {
        CommandLine line;
        Output output{"-"};
        output.stream() << shell.script(line.app());
        output.commit();
        return ExitCode::done;
      }
      names.push_back(shell.name);
    }
    throw UsageError{"there is no completion for '" + shell_ + "'" + did_you_mean(shell_, names)};
  }

 private:
  std::string shell_;
};

}  // namespace

std::unique_ptr<Subcommand> make_completion_command() {
  return std::make_unique<CompletionCommand>();
}

}  // namespace arenasim::sim::cli
