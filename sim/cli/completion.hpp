// Completion scripts for shells, made from the commands, their options and the tables that these read.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

namespace arenasim::sim::cli {

struct Shell {
  std::string_view name;
  std::string (*script)(const CLI::App& app);
};

/// bash, zsh, fish.
[[nodiscard]] std::span<const Shell> shells();

}  // namespace arenasim::sim::cli
