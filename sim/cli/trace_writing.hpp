// Which format a trace is written in: by name, or by the name of the file.
#pragma once

#include <string>

#include "traces/writer.hpp"

namespace CLI {
class App;
}

namespace arenasim::sim::cli {

/// Adds `--to`.
void describe_target(CLI::App& app, std::string& target);

/// The row that `target` names; where it is empty the one that the end of `path` means, else native CSV. Throws
/// UsageError.
[[nodiscard]] const traces::WriterRow& writer_for(const std::string& target, const std::string& path);

}  // namespace arenasim::sim::cli
