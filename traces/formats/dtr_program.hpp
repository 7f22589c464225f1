// The program that a DTR log is: tensors come to refer to storages and cease to; a storage lives while one refers to it
// (spec/formats.md 12).
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "traces/event.hpp"
#include "traces/formats/dtr_instruction.hpp"
#include "traces/input_error.hpp"
#include "traces/intake.hpp"
#include "traces/string_table.hpp"

namespace arenasim::traces {

/// The storage of a tensor that is released without being known.
inline constexpr BlockKey kDtrUnknownTensor = std::numeric_limits<BlockKey>::max();

/// An event of the log. Those before START are held back: only START, or the end of the log, tells whether they count.
struct DtrStep {
  EventKind kind{};
  BlockKey storage = 0;
  core::Bytes size;
  RecordContext at;
  LinePosition position;
};

/// The tensors of the log's program, and which storage each refers to.
class DtrProgram {
 public:
  explicit DtrProgram(StringTable& strings) : strings_(strings) {}

  /// What the instruction does, appended to `steps`.
  void run(const DtrInstruction& instruction, LinePosition position, std::vector<DtrStep>& steps);

  /// Says what is missing where the log ends between an instruction and its MEMORY or ALIAS.
  void require_complete(LinePosition position) const;

 private:
  /// Bytes that tensors share.
  struct Storage {
    std::uint64_t bytes = 0;
    std::uint64_t references = 0;
  };

  /// A CONSTANT or CALL whose MEMORY and ALIAS lines come next.
  struct Expected {
    std::vector<std::string> results;
    std::vector<BlockKey> arguments;
    Tag tag;
    bool constant = false;
    std::size_t next = 0;
    std::optional<std::uint64_t> memory;
  };

  void run_memory(const DtrInstruction& instruction);
  void run_alias(const DtrInstruction& instruction);
  void run_call(const DtrInstruction& instruction);
  void run_mutate(const DtrInstruction& instruction);
  void run_copy_from(const DtrInstruction& instruction);
  void run_release(const std::string& name);
  void expect_result(const std::string& name, bool memory_now) const;
  void bind(const std::string& name, BlockKey storage);
  [[nodiscard]] BlockKey make(std::uint64_t bytes, Tag tag);
  void drop(BlockKey storage);
  void advance(std::uint64_t time);
  [[nodiscard]] BlockKey storage_of(const std::string& name, const char* field) const;
  void add(EventKind kind, BlockKey storage, core::Bytes size, Tag tag);
  [[noreturn]] void fail(ErrorClass error_class, std::string text, std::string field = {}) const;

  StringTable& strings_;
  std::unordered_map<std::string, BlockKey> tensors_;
  std::vector<Storage> storages_;
  std::optional<Expected> expected_;
  core::SimTime now_;
  LinePosition position_;
  std::vector<DtrStep>* steps_ = nullptr;
};

}  // namespace arenasim::traces
