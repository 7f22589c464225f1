// What a pickle holds, in an arena: one word a value, containers referenced and never copied, strings left where they
// stand in the pickle's own bytes, and the keys of dicts that look alike kept once (spec/formats.md 3).
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "traces/formats/pickle/paged_vector.hpp"

namespace arenasim::traces::pickle {

enum class Kind : std::uint8_t { unset, null, boolean, integer, wide, wide_negative, real, string, list, tuple, dict };

/// One value: its kind and 60 bits, which are the value itself (boolean, integer) or where the arena keeps it. Equal
/// words are the same value; a string got twice from the memo has one word.
class Value {
 public:
  constexpr Value() = default;
  constexpr Value(Kind kind, std::uint64_t payload) : word_(payload << 4U | static_cast<std::uint64_t>(kind)) {}

  [[nodiscard]] constexpr Kind kind() const { return static_cast<Kind>(word_ & 15U); }
  [[nodiscard]] constexpr std::uint64_t payload() const { return word_ >> 4U; }
  [[nodiscard]] constexpr std::uint64_t word() const { return word_; }
  [[nodiscard]] constexpr bool is(Kind wanted) const { return kind() == wanted; }
  [[nodiscard]] constexpr bool is_sequence() const { return is(Kind::list) || is(Kind::tuple); }
  [[nodiscard]] constexpr bool is_container() const { return kind() >= Kind::list; }
  /// An integer of any width. A boolean is none.
  [[nodiscard]] constexpr bool is_integer() const { return kind() >= Kind::integer && kind() <= Kind::wide_negative; }

 private:
  std::uint64_t word_ = 0;
};
static_assert(sizeof(Value) == 8, "a pickle has many");

/// Some entries of a dict: values beside their keys. Dicts with equal keys in equal order share the keys, so equal
/// `keys.data()` tells that they look alike.
struct Entries {
  std::span<const Value> keys;
  std::span<const Value> values;
};

/// Keeps the values of one pickle. `bytes` must outlive it.
class ValueArena {
 public:
  explicit ValueArena(std::string_view bytes) : bytes_(bytes) {}

  [[nodiscard]] Value integer(std::int64_t number);
  [[nodiscard]] Value unsigned_integer(std::uint64_t number);
  /// Of at most 9 bytes in two's complement, the least first; unset where 64 bits do not hold it.
  [[nodiscard]] Value long_integer(std::string_view digits);
  [[nodiscard]] Value real(double number);
  /// `opcode_offset`: where the string's opcode stands; its length and text are read from there when asked for.
  [[nodiscard]] static Value string(std::uint64_t opcode_offset) { return {Kind::string, opcode_offset}; }
  /// An empty one.
  [[nodiscard]] Value container(Kind kind, std::uint64_t opcode_offset);
  /// Appends to a list or tuple. Throws InputError (limit) past 2^32 words.
  void append(Value sequence, std::span<const Value> items);
  /// Appends keys and values in turn to a dict; keys are strings. Throws InputError (limit) past 2^32 words.
  void set(Value dict, std::span<const Value> pairs);

  /// Of an integer that is not negative.
  [[nodiscard]] std::optional<std::uint64_t> as_unsigned(Value value) const;
  /// Of an integer that fits.
  [[nodiscard]] std::optional<std::int64_t> as_signed(Value value) const;
  [[nodiscard]] double as_real(Value value) const;
  /// Of a string; its bytes are as they stand, UTF-8 or not.
  [[nodiscard]] std::string_view text(Value value) const;
  /// Where the opcode that made a container stands.
  [[nodiscard]] std::uint64_t offset(Value container) const { return containers_[container.payload()].offset; }
  [[nodiscard]] std::size_t container_count() const { return containers_.size(); }

  /// Visits the items of a list or tuple, or the values of a dict, in order, a span at a time.
  template <class Visit>
  void each_run(Value container, Visit visit) const {
    const std::size_t head = container.is(Kind::dict) ? 2 : 1;
    for (std::uint32_t at = containers_[container.payload()].first; at != 0;) {
      const Chunk chunk = chunk_at(at);
      visit(words_.run(at + head, chunk.count));
      at = chunk.next;
    }
  }

  /// Visits the entries of a dict in order, some at a time; of entries with equal keys the last counts.
  template <class Visit>
  void each_entries(Value dict, Visit visit) const {
    for (std::uint32_t at = containers_[dict.payload()].first; at != 0;) {
      const Chunk chunk = chunk_at(at);
      visit(Entries{keys_.run(words_[at + 1].word(), chunk.count), words_.run(at + 2, chunk.count)});
      at = chunk.next;
    }
  }

  /// Of items, or of entries.
  [[nodiscard]] std::size_t size(Value container) const;
  [[nodiscard]] bool empty(Value container) const { return containers_[container.payload()].first == 0; }
  /// The first item of a list or tuple; unset where there is none.
  [[nodiscard]] Value front(Value sequence) const;
  /// What a dict has under `key` (the last, where it has several); unset where it has none.
  [[nodiscard]] Value find(Value dict, std::string_view key) const;

 private:
  /// Head of items that lie side by side: where the next chunk is (0: nowhere) and how many items follow. A dict's has
  /// a second word: where its keys lie.
  struct Chunk {
    std::uint32_t next = 0;
    std::uint32_t count = 0;
  };
  struct Container {
    std::uint32_t first = 0;  // 0: empty
    std::uint32_t last = 0;
    std::uint64_t offset = 0;
  };
  /// Where keys lie that a dict may share.
  struct KeptKeys {
    std::size_t first = 0;
    std::size_t count = 0;
  };

  [[nodiscard]] Chunk chunk_at(std::uint32_t at) const { return std::bit_cast<Chunk>(words_[at]); }
  void set_chunk(std::uint32_t at, Chunk chunk) { words_[at] = std::bit_cast<Value>(chunk); }
  [[nodiscard]] bool ends_last(const Container& container) const;
  void open_chunk(Container& container, std::size_t least_words);
  void set_some(Container& into, std::span<const Value> pairs);
  [[nodiscard]] bool are_keys(const KeptKeys& kept, std::span<const Value> pairs) const;
  [[nodiscard]] std::size_t keep_keys(std::span<const Value> pairs);

  std::string_view bytes_;
  PagedVector<Value> words_;
  PagedVector<Value> keys_;
  PagedVector<Container> containers_;
  PagedVector<std::uint64_t> wide_;
  KeptKeys last_kept_;
  std::array<KeptKeys, 256> kept_{};  // by a hash of the keys; forgotten ones are kept anew
};

}  // namespace arenasim::traces::pickle
