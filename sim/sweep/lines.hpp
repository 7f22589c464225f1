// A sweep as a file of JSON lines: first what it is, then a line for each cell in order, so that it can go on where it
// was cut (sim/report/sweep.schema.json describes a line).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/compare/cell.hpp"
#include "sim/sweep/grid.hpp"

namespace arenasim::sim::sweep {

/// What a sweep is: equal plans have equal cells.
struct Plan {
  report::Json settings = report::Json::object();  ///< traces, policies, values, everything that cells go by
  std::uint64_t cells_count = 0;                   ///< of all shards together
  std::optional<Shard> shard;
};

struct Line {
  std::uint64_t number = 0;                              ///< of the cell, from 0, over all shards
  std::vector<std::pair<std::string, std::string>> set;  ///< what was set for it
  compare::Cell cell;
  std::string text{};  ///< as it was read, with its line end; empty for a new one
};

/// The first line, with its line end.
[[nodiscard]] std::string plan_line(const Plan& plan);

/// A cell's line, with its line end.
[[nodiscard]] std::string cell_line(const Line& line);

/// A sweep file as it was found.
struct Read {
  Plan plan;
  std::vector<Line> lines;
  std::size_t whole_bytes = 0;  ///< up to the end of its last complete line; what is behind was being written
};

/// Reads one; a last line without its end is left out. Throws traces::InputError, its file set: damaged, a newer
/// version, cells out of their order.
[[nodiscard]] Read read_sweep(const std::string& path);

/// The shards of one sweep as the sweep would be without shards. Throws traces::InputError (inconsistent): shards of
/// different sweeps, one given twice, cells that are missing, with the shard that they belong to.
[[nodiscard]] Read merged(const std::vector<std::pair<std::string, Read>>& shards);

}  // namespace arenasim::sim::sweep
