// The machine that a pickle is a program of: a stack, a memo and an arena of values. Every opcode has a careful step
// that checks all and says what is wrong; runs of the commonest ones go through a loop that does what surely succeeds.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "traces/formats/pickle/bytes.hpp"
#include "traces/formats/pickle/memo.hpp"
#include "traces/formats/pickle/opcodes.hpp"
#include "traces/formats/pickle/row_taker.hpp"
#include "traces/formats/pickle/stack.hpp"
#include "traces/formats/pickle/unpickler.hpp"
#include "traces/formats/pickle/values.hpp"
#include "traces/input_error.hpp"
#include "traces/whole.hpp"

namespace arenasim::traces::pickle {

class Machine {
 public:
  /// `taker`: takes dicts; null: all stay. `rest`: where more bytes are read, of which `bytes` is what it holds by now;
  /// null: there are no more.
  Machine(std::string_view bytes, RowTaker* taker, Whole* rest)
      : bytes_(bytes), values_(bytes), taker_(taker), rest_(rest) {}

  /// Once. Throws InputError as `unpickle` does.
  [[nodiscard]] Unpickled run();

 private:
  /// Where the loop of common opcodes is.
  struct Registers {
    const char* at;  // the next opcode; at least kSlack bytes follow
    Value* top;      // behind the last value of the stack; there is room for one more
  };
  static constexpr std::ptrdiff_t kSlack = 16;

  /// The keys of dicts that became rows, as they stand in the bytes.
  struct Pattern {
    struct Key {
      std::uint64_t bytes = 0;  // the opcode that gets it from the memo, the least first
      std::uint64_t mask = 0;
      std::ptrdiff_t length = 0;
    };
    static constexpr std::size_t kMostKeys = 16;
    static constexpr std::ptrdiff_t kMostBytes = 14;  // of a key and a value

    std::array<Key, kMostKeys> keys;
    std::size_t count = 0;  // 0: none is known
  };

  void run_common();
  [[nodiscard, gnu::always_inline]] bool step_common(Registers& to);
  [[nodiscard]] bool push(Registers& to, Value value, std::ptrdiff_t length) const;
  [[nodiscard]] bool push_container(Registers& to, Kind kind);
  [[nodiscard]] bool push_long(Registers& to) const;
  [[nodiscard]] bool push_string(Registers& to) const;
  [[nodiscard]] bool push_known(Registers& to, std::uint64_t slot, std::ptrdiff_t length) const;
  [[nodiscard]] bool memoize(Registers& to);
  [[nodiscard]] bool set_items(Registers& to);
  [[nodiscard]] bool push_row(Registers& to);
  [[nodiscard]] bool read_plain(const char*& at, Value& value) const;
  void learn_pattern(const char* dict, const char* end);

  void need(std::uint64_t count);
  void read_on(std::uint64_t count);
  void expect_protocol();
  [[nodiscard]] bool step();
  [[nodiscard]] bool step_memo(Opcode opcode);
  [[nodiscard]] bool step_scalar(Opcode opcode);
  [[nodiscard]] bool step_container(Opcode opcode);

  void frame();
  void long1();
  void string(std::uint64_t length);
  void tuple(std::size_t first);
  void append(std::size_t first);
  void set(std::size_t first);
  void fill(Value dict, std::span<const Value> pairs);
  void put(std::uint64_t slot);
  void get(std::uint64_t slot);

  [[nodiscard]] std::size_t last(std::size_t count) const;
  [[nodiscard]] std::size_t from_mark();
  [[noreturn]] void fail(ErrorClass error_class, std::string text) const;
  [[noreturn]] void refuse_slot(std::uint64_t slot, bool put) const;

  ByteReader bytes_;
  ValueArena values_;
  Stack stack_;
  Memo memo_;
  RowTaker* taker_;
  Whole* rest_;
  Pattern pattern_;
  std::size_t idle_patterns_ = 0;  // learned one after another without a dict that looked like any
  std::uint64_t opcode_at_ = 0;    // where the opcode that runs stands
};

}  // namespace arenasim::traces::pickle
