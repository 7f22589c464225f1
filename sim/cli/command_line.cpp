#include "sim/cli/command_line.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "sim/cli/build_info.hpp"
#include "sim/cli/failures.hpp"
#include "sim/cli/values.hpp"

namespace arenasim::sim::cli {
namespace {

/// Commands or options of `app` that look like `word`.
std::vector<std::string> names_like(const CLI::App& app, const std::string& word) {
  std::vector<std::string> names;
  if (word.starts_with('-')) {
    for (const CLI::Option* option : app.get_options()) {
      for (const std::string& name : option->get_lnames()) {
        names.push_back("--" + name);
      }
    }
  } else {
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
      names.push_back(command->get_name());
    }
  }
  return names;
}

/// Why `word` was not understood by `app`.
std::string unknown(const CLI::App& app, const std::string& word) {
  const bool option = word.starts_with('-') && word.size() > 1;
  const std::vector<std::string> names = names_like(app, word.substr(0, word.find('=')));
  const std::vector<std::string_view> candidates{names.begin(), names.end()};
  if (option) {
    return "there is no option '" + word + "'" + did_you_mean(word.substr(0, word.find('=')), candidates);
  }
  return candidates.empty() ? "'" + word + "' is one argument too many"
                            : "there is no command '" + word + "'" + did_you_mean(word, candidates);
}

}  // namespace

CommandLine::CommandLine()
    : app_("Replays recorded device-memory allocation traces through allocator policies.", "arenasim") {
  app_.set_version_flag("--version", version_text, "the version, what it was built from and with");
  app_.require_subcommand(1);
  app_.footer("Example:\n  arenasim replay traces/samples/a_resnet50_train.csv.gz\n");
  for (const CommandRow& row : command_rows()) {
    CLI::App* command = app_.add_subcommand(std::string{row.name}, std::string{row.sentence});
    command->footer("Example:\n  " + std::string{row.example} + "\n");
    entries_.push_back({command, row.make()});
    entries_.back().subcommand->describe(*command);
  }
}

void CommandLine::parse(std::span<char* const> arguments) {
  try {
    app_.parse(static_cast<int>(arguments.size()), arguments.data());
  } catch (const CLI::Success&) {
    throw;
  } catch (const CLI::ParseError& error) {
    const std::vector<std::string> rest = app_.remaining(true);
    const std::vector<CLI::App*> chosen = app_.get_subcommands();
    if (rest.empty()) {
      throw UsageError{chosen.empty()
                           ? "a command is missing\n\n" + app_.help()
                           : std::string{error.what()} + "; see arenasim " + chosen.front()->get_name() + " --help"};
    }
    throw UsageError{unknown(chosen.empty() ? app_ : *chosen.front(), rest.front())};
  }
}

ExitCode CommandLine::run() {
  const auto parsed =
      std::find_if(entries_.begin(), entries_.end(), [](const Entry& entry) { return entry.app->parsed(); });
  return parsed->subcommand->run();
}

}  // namespace arenasim::sim::cli
