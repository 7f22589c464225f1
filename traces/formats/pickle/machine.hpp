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
#include "traces/formats/pickle/known_lists.hpp"
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

  /// The keys of a dict that became a row, as they stand in the bytes.
  struct Pattern {
    struct Key {
      std::uint64_t bytes = 0;  // the opcode that gets it from the memo, the least first
      std::uint64_t mask = 0;
      std::ptrdiff_t length = 0;
      std::size_t place = 0;  // where the taker wants the value
    };
    static constexpr std::size_t kMostKeys = 16;

    std::array<Key, kMostKeys> keys;
    std::size_t count = 0;          // 0: none is known
    std::ptrdiff_t most_bytes = 0;  // of the dict, without the texts and items in it
  };
  /// A dict that is read in one go: what is done once it is known that it becomes a row.
  struct Draft {
    RowTaker::Places places{};                       // those that no key of the pattern has are unset
    std::array<Value, Pattern::kMostKeys> memoized;  // behind the dict
    std::size_t memoized_count = 0;
    const char* list = nullptr;  // where it stands; null: there is none
    std::span<const Value> items;
    std::uint8_t items_height = 0;  // how deep the deepest item lies
    std::uint8_t height = 0;        // how deep the deepest value lies
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
  [[nodiscard]] bool append_items(Registers& to);
  [[nodiscard]] bool push_row(Registers& to);
  [[nodiscard]] const char* read_pairs(const char* at);
  [[nodiscard, gnu::always_inline]] const char* read_word(const char* at, Value& value, const Memo::View& known,
                                                          std::uint8_t& height);
  [[nodiscard]] const char* read_other(const char* at, Value& value);
  [[nodiscard]] const char* read_text(const char* at, Value& value);
  [[nodiscard]] const char* read_list(const char* at, Value& value);
  [[nodiscard]] const char* read_items(const char* at);
  [[nodiscard]] const char* read_new_items(const char* at);
  [[nodiscard]] bool has_room(const char* at) const { return bytes_.end() - at >= pattern_.most_bytes; }
  [[nodiscard]] Value keep_draft(std::uint32_t row);
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
  Draft draft_;
  std::array<Value, 256> items_;  // of the list in it, where it is new
  KnownLists known_lists_;
  std::uint64_t opcode_at_ = 0;  // where the opcode that runs stands
};

}  // namespace arenasim::traces::pickle
