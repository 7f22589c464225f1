// What an engine can be told to do: trace events and scenario commands are one type.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string_view>

#include "core/allocator.hpp"
#include "core/ids.hpp"
#include "core/sim_time.hpp"
#include "core/units.hpp"
#include "traces/event.hpp"

namespace arenasim::sim {

enum class CommandKind : std::uint8_t {
  // what traces hold
  preexisting,
  alloc,
  free,
  free_requested,
  free_completed,
  marker,
  probe,    ///< what the recording could not get: tried, and given back at once if served
  cleanup,  ///< of one stream in a scenario, of every stream in a trace
  // what only scenarios hold (golden/README.md, spec/cli.md)
  relocate,
  prepare,
  record,
  seal,
  mode,
  guard,
  unguard,
  bind,
  unbind,
  refuse_pages,
  refuse_copies,
  fail_waits,
  report,
  advance,
  audit,
  // what nobody commands
  tick,  ///< a row of the series is due (`--sample-every`)
};

inline constexpr std::size_t kCommandKindCount = 24;

/// As scenarios and golden files spell it: `alloc`, `free_requested`, `refuse_pages`.
[[nodiscard]] std::string_view name(CommandKind kind);

/// The slot of an id that no allocation has.
inline constexpr traces::BlockSlot kNoSlot{std::numeric_limits<std::uint32_t>::max()};

/// One command. Which fields mean something goes by its kind.
struct Command {
  core::SimTime time{};     ///< of trace commands
  std::uint64_t id = 0;     ///< the trace's own
  core::Bytes size{};       ///< of alloc, preexisting, probe and the frees
  std::uint64_t count = 0;  ///< of the faults; nanoseconds of advance
  core::StreamId stream{};
  traces::Tag tag{};                 ///< of alloc and marker; of advance its duration as it was written
  traces::BlockSlot slot = kNoSlot;  ///< of what has an id; no slot: nothing alive ever had that id
  core::AllocationMode mode{};
  CommandKind kind{};
  bool every_stream = false;  ///< a cleanup of all, in stream order
};

}  // namespace arenasim::sim
