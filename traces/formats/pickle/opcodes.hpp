// The opcodes of pickle protocols 2 to 5: the ones that are run, and the names of those that are refused because they
// build objects or belong to older protocols (spec/formats.md 3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "traces/input_error.hpp"

namespace arenasim::traces::pickle {

/// What the unpickler runs.
enum class Opcode : std::uint8_t {
  proto = 0x80,
  frame = 0x95,
  stop = 0x2E,
  none = 0x4E,
  new_true = 0x88,
  new_false = 0x89,
  bin_int = 0x4A,
  bin_int1 = 0x4B,
  bin_int2 = 0x4D,
  long1 = 0x8A,
  bin_float = 0x47,
  short_bin_unicode = 0x8C,
  bin_unicode = 0x58,
  bin_unicode8 = 0x8D,
  empty_dict = 0x7D,
  set_item = 0x73,
  set_items = 0x75,
  empty_list = 0x5D,
  append = 0x61,
  appends = 0x65,
  empty_tuple = 0x29,
  tuple = 0x74,
  tuple1 = 0x85,
  tuple2 = 0x86,
  tuple3 = 0x87,
  mark = 0x28,
  memoize = 0x94,
  bin_put = 0x71,
  long_bin_put = 0x72,
  bin_get = 0x68,
  long_bin_get = 0x6A,
};

/// As Python's pickletools names it, of any byte; empty for a byte that is no opcode.
[[nodiscard]] std::string_view opcode_name(std::uint8_t byte);

/// Why a byte that is not run ends the pickle: unsupported where it is an opcode, or syntax. `offset`: where it stands.
[[nodiscard]] InputError refused_opcode(std::uint8_t byte, std::uint64_t offset);

/// How many bytes a string opcode's length takes.
[[nodiscard]] constexpr std::size_t length_width(Opcode opcode) {
  return opcode == Opcode::short_bin_unicode ? 1 : opcode == Opcode::bin_unicode ? 4 : 8;
}

}  // namespace arenasim::traces::pickle
