#include "sim/cli/output_options.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <CLI/CLI.hpp>

#include "sim/cli/values.hpp"

namespace arenasim::sim::cli {
namespace {

constexpr std::array<std::pair<std::string_view, When>, 3> kWhen{
    {{"auto", When::automatic}, {"always", When::always}, {"never", When::never}}};

}  // namespace

void add_output(CLI::App& app, const std::string& names, OutputPath& into, const std::string& sentence) {
  app.add_option_function<std::string>(
         names, [&into](const std::string& text) { into = text; }, sentence + "; - is standard output")
      ->type_name("FILE");
}

std::unique_ptr<Output> opened(const OutputPath& path) {
  return path ? std::make_unique<Output>(*path) : nullptr;
}

void write_text(const std::unique_ptr<Output>& output, const std::function<std::string()>& text) {
  if (output) {
    output->stream() << text();
    output->commit();
  }
}

Person::At person_beside(std::initializer_list<OutputPath> outputs) {
  const auto count = std::count(outputs.begin(), outputs.end(), OutputPath{"-"});
  if (count > 1) {
    throw UsageError{"two outputs are -, and there is one standard output"};
  }
  return count == 1 ? Person::At::standard_error : Person::At::standard_output;
}

void SpeechOptions::describe(CLI::App& app) {
  app.add_flag("--quiet,-q", quiet, "no summary");
  add_choice<When>(app, "--progress", progress, kWhen, "a progress line on standard error; auto: on a terminal");
  add_choice<When>(app, "--color", color, kWhen, "coloured text; auto: on a terminal, without NO_COLOR");
}

}  // namespace arenasim::sim::cli
