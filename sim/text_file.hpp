// Small text inputs, whole: scenarios, cost models.
#pragma once

#include <string>

namespace arenasim::sim {

/// The bytes of a file; "-" is standard input. Throws traces::InputError (io), its file set.
[[nodiscard]] std::string read_text(const std::string& path);

/// As messages name a file: `standard input` for "-".
[[nodiscard]] std::string shown_name(const std::string& path);

}  // namespace arenasim::sim
