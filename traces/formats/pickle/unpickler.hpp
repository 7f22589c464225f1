// A restricted unpickler: a stack machine over a value arena that knows plain data and nothing else, so that a file can
// build no object and run no code (spec/formats.md 3).
#pragma once

#include <cstdint>
#include <string_view>

#include "traces/formats/pickle/row_taker.hpp"
#include "traces/formats/pickle/values.hpp"
#include "traces/whole.hpp"

namespace arenasim::traces::pickle {

/// What a pickle came to.
struct Unpickled {
  ValueArena values;
  Value root;
  std::uint64_t stop_offset = 0;  ///< where STOP stands
};

/// Runs a pickle of protocol 2 to 5. `bytes` must outlive the answer, whose strings lie in it. Throws InputError at the
/// offset of the opcode: unsupported (protocol, an opcode that builds objects), syntax (no opcode, stack, memo), range,
/// limit; truncated at the end of the bytes.
[[nodiscard]] Unpickled unpickle(std::string_view bytes);

/// The same of bytes that are read as they are needed and must stay held for as long, but of dicts that `taker` took
/// under its key only the numbers of their rows are left. All others are dicts, and so are all where any was put
/// elsewhere or filled again. Throws what the source throws too.
[[nodiscard]] Unpickled unpickle(Whole& bytes, RowTaker& taker);

}  // namespace arenasim::traces::pickle
