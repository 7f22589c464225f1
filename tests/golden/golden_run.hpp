// Runs traces on paper and gives what came of them, as text.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sim/device_line.hpp"
#include "sim/engine_settings.hpp"

namespace arenasim::tests {

/// The text of a file, taken out of its containers.
[[nodiscard]] std::string unwrapped_text(const std::filesystem::path& path);

/// A trace's commands and what came of them, with the closing report: what `replay --facts` writes.
[[nodiscard]] std::string facts_of_trace(const std::filesystem::path& path, const sim::DeviceLine& device,
                                         const sim::EngineSettings& settings = {});

/// What the policy notes of itself once the trace has run.
[[nodiscard]] std::vector<std::string> notes_on_trace(const std::filesystem::path& path, const sim::DeviceLine& device,
                                                      const sim::EngineSettings& settings = {});

/// Where `actual` first differs from `golden`, for a message; empty where it does not.
[[nodiscard]] std::string difference(const std::string& golden, const std::string& actual);

}  // namespace arenasim::tests
