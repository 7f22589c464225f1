#include "sim/cli/completion.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include "backends/backends.hpp"
#include "core/policies/policy.hpp"
#include "sim/cli/plugin_argument.hpp"
#include "sim/cost_model.hpp"
#include "sim/generate/kind.hpp"
#include "sim/report/metric.hpp"
#include "traces/formats.hpp"

namespace arenasim::sim::cli {
namespace {

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

template <class Rows>
std::string names_of(const Rows& rows) {
  std::string names;
  for (const auto& row : rows) {
    names += (names.empty() ? "" : " ") + std::string{row_of(row).name};
  }
  return names;
}

/// The words that an option takes; empty where it takes anything, a file for one.
std::string words_of(const CLI::Option& option) {
  const std::string name = option.get_name(false, true);
  if (name.find("--policy") != std::string::npos) {
    return names_of(core::policies());
  }
  if (name.find("--metrics") != std::string::npos) {
    return names_of(report::metrics());
  }
  if (name.find("--format") != std::string::npos) {
    return names_of(traces::formats());
  }
  if (name.find("--backend") != std::string::npos) {
    return names_of(backends::backends());
  }
  if (name == "kind") {
    return names_of(generate::kinds());
  }
  if (name.find("--cost-model") != std::string::npos) {
    return names_of(cost_models());
  }
  std::string type = option.get_type_name();
  const bool words = type.find('|') != std::string::npos && std::all_of(type.begin(), type.end(), [](char c) {
                       return (c >= 'a' && c <= 'z') || c == '-' || c == '|';
                     });
  std::replace(type.begin(), type.end(), '|', ' ');
  return words ? type : std::string{};
}

std::string options_of(const CLI::App& command) {
  std::string names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      names += (names.empty() ? "--" : " --") + name;
    }
  }
  return names;
}

/// `case` lines: what stands before the cursor, and the words that may follow.
std::string bash_case(const CLI::App& command) {
  std::string values;
  std::string positional;
  for (const CLI::Option* option : command.get_options()) {
    const std::string words = words_of(*option);
    if (option->get_lnames().empty()) {
      positional = positional.empty() ? words : positional;
    } else if (!words.empty()) {
      values += fmt::format("        --{}) words=\"{}\" ;;\n", option->get_lnames().front(), words);
    }
  }
  return fmt::format("    {})\n      case \"$previous\" in\n{}        *) words=\"{} {}\" ;;\n      esac ;;\n",
                     command.get_name(), values, options_of(command), positional);
}

std::string bash_script(const CLI::App& app) {
  std::string cases;
  std::string names;
  for (const CLI::App* command : commands_of(app)) {
    cases += bash_case(*command);
    names += command->get_name() + " ";
  }
  return fmt::format(
      "_arenasim() {{\n"
      "  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} words=\n"
      "  case \"${{COMP_WORDS[1]}}\" in\n{}"
      "  esac\n"
      "  [ \"$COMP_CWORD\" -gt 1 ] || words=\"{}--help --version\"\n"
      "  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
      "}}\n"
      "complete -o default -F _arenasim arenasim\n",
      cases, names);
}

std::string zsh_script(const CLI::App& app) {
  return "autoload -U +X bashcompinit && bashcompinit\n" + bash_script(app);
}

std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) {
    out += c == '\'' ? "\\'" : std::string(1, c);
  }
  return out + "'";
}

std::string fish_script(const CLI::App& app) {
  std::string script;
  for (const CLI::App* command : commands_of(app)) {
    const std::string name = command->get_name();
    script += fmt::format("complete -c arenasim -n __fish_use_subcommand -a {} -d {}\n", name,
                          quoted(command->get_description()));
    for (const CLI::Option* option : command->get_options()) {
      const std::string words = words_of(*option);
      const std::string values = words.empty() ? std::string{} : " -a " + quoted(words);
      if (!option->get_lnames().empty()) {
        script += fmt::format("complete -c arenasim -n '__fish_seen_subcommand_from {}' -l {}{}{} -d {}\n", name,
                              option->get_lnames().front(), option->get_expected_max() > 0 ? " -r" : "", values,
                              quoted(option->get_description()));
      } else if (!words.empty()) {
        script += fmt::format("complete -c arenasim -n '__fish_seen_subcommand_from {}'{}\n", name, values);
      }
    }
  }
  return script;
}

constexpr std::array kShells{Shell{"bash", bash_script}, Shell{"zsh", zsh_script}, Shell{"fish", fish_script}};

}  // namespace

std::span<const Shell> shells() {
  return kShells;
}

}  // namespace arenasim::sim::cli
