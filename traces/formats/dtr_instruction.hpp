// One line of a DTR log, taken apart (spec/formats.md 12).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "traces/input_error.hpp"

namespace arenasim::traces {

enum class DtrVerb : std::uint8_t { constant, call, mutate, copy, copy_from, release, annotate, memory, alias };

/// The members that the verb has; numbers may stand in strings.
struct DtrInstruction {
  DtrVerb verb{};
  std::string name;         ///< NAME; of annotate: ANNOTATION
  std::string destination;  ///< DST
  std::string origin;       ///< SRC
  std::vector<std::string> arguments;
  std::vector<std::string> results;
  std::vector<std::uint64_t> mutated;  ///< indices of arguments
  std::uint64_t memory = 0;
  std::uint64_t time = 0;
  std::int64_t alias = 0;
};

/// Parses lines. Throws InputError at the line: `syntax` where it is no JSON object, `bad_value` for an unknown
/// instruction, `missing_field`, `bad_value` or `range` for its members.
class DtrInstructionParser {
 public:
  DtrInstructionParser();
  ~DtrInstructionParser();
  DtrInstructionParser(const DtrInstructionParser&) = delete;
  DtrInstructionParser& operator=(const DtrInstructionParser&) = delete;

  [[nodiscard]] DtrInstruction parse(std::string_view line, LinePosition position);

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

/// True for a line that is one JSON object with a member INSTRUCTION.
[[nodiscard]] bool is_dtr_line(std::string_view line);

}  // namespace arenasim::traces
