// Reads the fuzzer's bytes as one format, strictly and leniently: an InputError is an answer, anything else a finding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>

namespace arenasim::tests {

/// What a fuzz target returns. Aborts where a time falls, or where the counts of the import do not add up.
int fuzz_format(const std::string& format, std::span<const std::uint8_t> bytes,
                const std::map<std::string, std::string>& format_options = {});

/// The same for bytes whose format and containers their content tells.
int fuzz_any_format(std::span<const std::uint8_t> bytes);

}  // namespace arenasim::tests
