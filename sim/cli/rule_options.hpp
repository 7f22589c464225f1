// `--fail-on` and `--rules`: what must not be broken, for every command that can fail.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "sim/cli/exit_code.hpp"
#include "sim/compare/rule.hpp"
#include "sim/compare/verdict.hpp"

namespace CLI {
class App;
}

namespace arenasim::sim::cli {

class RuleOptions {
 public:
  void describe(CLI::App& app);

  /// Every rule, those of `--fail-on` first. Throws UsageError for a rule that cannot be parsed or names no metric,
  /// traces::InputError for a file that cannot be read.
  [[nodiscard]] std::vector<compare::Rule> rules() const;

 private:
  std::vector<std::string> texts_;
  std::vector<std::string> files_;
};

/// As compare::judge; a rule that does not suit is a UsageError.
[[nodiscard]] std::vector<compare::Verdict> judge_or_refuse(const std::vector<compare::Rule>& rules,
                                                            const std::vector<compare::Cell>& cells,
                                                            const std::vector<const compare::Cell*>& before);

/// Names what is broken on standard error, whatever else is said, and says how the program is to end.
[[nodiscard]] ExitCode exit_after(const std::vector<compare::Verdict>& verdicts);

}  // namespace arenasim::sim::cli
