#include "sim/cli/trace_writing.hpp"

#include <CLI/CLI.hpp>

#include "sim/cli/plugin_argument.hpp"

namespace arenasim::sim::cli {

void describe_target(CLI::App& app, std::string& target) {
  std::string names;
  for (const traces::WriterRow* row : traces::writers()) {
    names += (names.empty() ? "" : "|") + std::string{row->name};
  }
  app.add_option("--to", target, "the format to write; else the end of OUT's name tells, else native CSV")
      ->type_name(names);
}

const traces::WriterRow& writer_for(const std::string& target, const std::string& path) {
  if (!target.empty()) {
    return find_row(traces::writers(), target, "format to write");
  }
  const traces::WriterRow* best = traces::writers().front();
  std::size_t longest = 0;
  for (const traces::WriterRow* row : traces::writers()) {
    if (row->suffix.size() > longest && path.ends_with(row->suffix)) {
      best = row;
      longest = row->suffix.size();
    }
  }
  return *best;
}

}  // namespace arenasim::sim::cli
