// `list`: the tables that everything else reads, for people.
#include <algorithm>
#include <array>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include "core/options.hpp"
#include "core/policies/policy.hpp"
#include "sim/cli/command_row.hpp"
#include "sim/cli/listings.hpp"
#include "sim/cli/output.hpp"
#include "sim/cli/values.hpp"

namespace arenasim::sim::cli {
namespace {

class ListCommand final : public Subcommand {
 public:
  void describe(CLI::App& app) override {
    std::string names;
    for (const Listing& listing : listings()) {
      names += (names.empty() ? "" : "|") + std::string{listing.name};
    }
    app.add_option("what", what_, "the table to print")->type_name(names)->required();
  }

  [[nodiscard]] ExitCode run() override {
    std::vector<std::string_view> names;
    for (const Listing& listing : listings()) {
      if (listing.name == what_) {
        Output output{"-"};
        listing.print(output.stream());
        output.commit();
        return ExitCode::done;
      }
      names.push_back(listing.name);
    }
    throw UsageError{"there is no list of '" + what_ + "'" + did_you_mean(what_, names)};
  }

 private:
  std::string what_;
};

}  // namespace

std::unique_ptr<Subcommand> make_list_command() {
  return std::make_unique<ListCommand>();
}

}  // namespace arenasim::sim::cli
