#include "sim/cli/rule_options.hpp"

#include <iostream>
#include <iterator>

#include <CLI/CLI.hpp>

#include "sim/cli/failures.hpp"
#include "sim/cli/values.hpp"

namespace arenasim::sim::cli {

void RuleOptions::describe(CLI::App& app) {
  add_repeated(app, "--fail-on", texts_, "RULES",
               "end with 1 where a rule is broken: 'failures_count>0,peak_reserved_bytes>+2%,any worse by 5%'");
  add_repeated(app, "--rules", files_, "FILE", "the same from a JSON file, for chosen traces and policies");
}

std::vector<compare::Rule> RuleOptions::rules() const {
  std::vector<compare::Rule> rules;
  try {
    for (const std::string& text : texts_) {
      std::vector<compare::Rule> more = compare::parse_rules(text);
      std::move(more.begin(), more.end(), std::back_inserter(rules));
    }
    for (const std::string& file : files_) {
      std::vector<compare::Rule> more = compare::read_rules(file);
      std::move(more.begin(), more.end(), std::back_inserter(rules));
    }
  } catch (const compare::RuleError& error) {
    throw UsageError{error.what()};
  }
  return rules;
}

std::vector<compare::Verdict> judge_or_refuse(const std::vector<compare::Rule>& rules,
                                              const std::vector<compare::Cell>& cells,
                                              const std::vector<const compare::Cell*>& before) {
  try {
    return compare::judge(rules, cells, before);
  } catch (const compare::RuleError& error) {
    throw UsageError{error.what()};
  }
}

ExitCode exit_after(const std::vector<compare::Verdict>& verdicts) {
  const std::vector<compare::Verdict> broken = compare::broken(verdicts);
  std::cerr << compare::sentences(broken);
  return broken.empty() ? ExitCode::done : ExitCode::threshold;
}

}  // namespace arenasim::sim::cli
