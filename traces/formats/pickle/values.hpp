// What a pickle holds, in an arena: one word a value, containers referenced and never copied, strings left where they
// stand in the pickle's own bytes, and the keys of dicts that look alike kept once (spec/formats.md 3).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "traces/formats/pickle/bytes.hpp"
#include "traces/formats/pickle/paged_vector.hpp"
#include "traces/formats/pickle/value.hpp"

namespace arenasim::traces::pickle {

/// Some entries of a dict: values beside their keys. Dicts with equal keys in equal order share the keys, so equal
/// `keys.data()` tells that they look alike.
struct Entries {
  std::span<const Value> keys;
  std::span<const Value> values;
};

class RowTaker;

/// Keeps the values of one pickle. `bytes` must outlive it.
class ValueArena {
 public:
  explicit ValueArena(std::string_view bytes) : bytes_(bytes) {}

  /// The same bytes and more, or elsewhere.
  void set_bytes(std::string_view bytes) { bytes_ = bytes; }

  [[nodiscard]] Value integer(std::int64_t number);
  [[nodiscard]] Value unsigned_integer(std::uint64_t number);
  /// Of at most 9 bytes in two's complement, the least first; unset where 64 bits do not hold it.
  [[nodiscard]] Value long_integer(std::string_view digits);
  [[nodiscard]] Value real(double number);
  /// Of at most 57 bits, which no arena is needed for.
  [[nodiscard]] static Value short_integer(std::int64_t number) {
    return {Kind::integer, static_cast<std::uint64_t>(number)};
  }
  /// Of one byte to seven, of which eight can be read, in two's complement, the least first; unset of any other length.
  [[nodiscard]] static Value short_long(const char* digits, std::uint64_t length) {
    if (length - 1 >= sizeof(std::uint64_t) - 1) {
      return {};
    }
    const std::uint64_t unused = 64 - 8 * length;
    return short_integer(static_cast<std::int64_t>(little_endian_at<std::uint64_t>(digits) << unused) >> unused);
  }
  /// `opcode_offset`: where the string's opcode stands; its length and text are read from there when asked for.
  [[nodiscard]] static Value string(std::uint64_t opcode_offset) { return {Kind::string, opcode_offset}; }
  /// An empty one. `opcode_offset`: below 2^40.
  [[nodiscard]] Value container(Kind kind, std::uint64_t opcode_offset) {
    containers_.push_back({.offset_low = static_cast<std::uint32_t>(opcode_offset),
                           .offset_high = static_cast<std::uint8_t>(opcode_offset >> 32U)});
    return {kind, containers_.size() - 1};
  }
  /// Appends to a list or tuple. Throws InputError (limit) past 2^32 words.
  void append(Value sequence, std::span<const Value> items);
  /// Appends keys and values in turn to a dict; keys are strings. Throws InputError (limit) past 2^32 words. `taker`
  /// may take them instead where the dict is empty and in no container yet; null: there is none.
  void set(Value dict, std::span<const Value> pairs, RowTaker* taker);

  // For whoever makes containers in one go.

  /// How deep something lies, where what it holds lies so deep.
  [[nodiscard]] static constexpr std::uint8_t above(std::uint8_t height) {
    return height == kGreatestHeight ? height : static_cast<std::uint8_t>(height + 1);
  }
  /// Whether `value` is no row, and nothing that rows were put in. Then some container may hold it from now on, and
  /// `height` is raised to how deep it lies.
  [[nodiscard]] bool hold_free_of_rows(Value value, std::uint8_t& height) {
    if (!value.is_container()) {
      return true;
    }
    if (value.is(Kind::row) || containers_[value.payload()].holds != Holds::plain) {
      return false;
    }
    Container& held = containers_[value.payload()];
    held.is_held = true;
    height = std::max(height, held.height);
    return true;
  }
  /// A list of items that `hold_free_of_rows` took, of which the deepest lies `height` deep.
  Value list_of(std::uint64_t opcode_offset, std::span<const Value> items, std::uint8_t height);
  /// A row that a taker made of a dict, of whose values, which `hold_free_of_rows` took, the deepest lies `height`
  /// deep.
  [[nodiscard]] Value row_of(std::uint32_t number, std::uint8_t height) {
    row_height_ = std::max(row_height_, above(height));
    return {Kind::row, number};
  }

  /// Of an integer that is not negative.
  [[nodiscard]] std::optional<std::uint64_t> as_unsigned(Value value) const;
  /// Of an integer that fits.
  [[nodiscard]] std::optional<std::int64_t> as_signed(Value value) const;
  [[nodiscard]] double as_real(Value value) const;
  /// Of a string; its bytes are as they stand, UTF-8 or not.
  [[nodiscard]] std::string_view text(Value value) const;
  /// Where the opcode that made a container, but no row, stands.
  [[nodiscard]] std::uint64_t offset(Value container) const { return containers_[container.payload()].offset(); }
  [[nodiscard]] std::size_t container_count() const { return containers_.size(); }
  /// True where this container and what it holds surely lie no more than `depth` deep; false where that must be looked
  /// at, as after a container was filled that lay in another.
  [[nodiscard]] bool surely_within(Value container, std::size_t depth) const {
    return !filled_late_ && (container.is(Kind::row) ? row_height_ : containers_[container.payload()].height) <= depth;
  }

  /// The number of the row that a taker made of a dict; nothing where the arena has its entries. Nothing else can be
  /// asked of a row than its offset.
  [[nodiscard]] std::optional<std::uint32_t> row(Value dict) const {
    if (dict.is(Kind::row)) {
      return static_cast<std::uint32_t>(dict.payload());
    }
    const Container& container = containers_[dict.payload()];
    return container.holds == Holds::row ? std::optional{container.first} : std::nullopt;
  }
  /// True where every row that `root` holds is an item of a sequence that is an item of a sequence that `root`, a dict,
  /// has under the taker's key, or where it holds none.
  [[nodiscard]] bool rows_in_place(Value root) const {
    const Holds holds = root.is_container() ? holds_of(root) : Holds::plain;
    return !misplaced_ && (holds == Holds::plain || holds == Holds::rows_under_key);
  }

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
  static constexpr std::uint8_t kGreatestHeight = 255;

  /// Head of items that lie side by side: where the next chunk is (0: nowhere) and how many items follow. A dict's has
  /// a second word: where its keys lie.
  struct Chunk {
    std::uint32_t next = 0;
    std::uint32_t count = 0;
  };
  /// How a container lies to rows.
  enum class Holds : std::uint8_t { plain, row, rows, lists_of_rows, rows_under_key };
  struct Container {
    std::uint32_t first = 0;  // 0: empty; of a row its number
    std::uint32_t last = 0;
    std::uint32_t offset_low = 0;
    std::uint8_t offset_high = 0;
    std::uint8_t height = 1;  // how deep what it holds lies, itself included; 255 is also what is more
    Holds holds = Holds::plain;
    bool is_held = false;  // by some container

    [[nodiscard]] std::uint64_t offset() const { return std::uint64_t{offset_high} << 32U | offset_low; }
  };
  static_assert(sizeof(Container) == 16, "a pickle has many");
  /// Where keys lie that a dict may share.
  struct KeptKeys {
    std::size_t first = 0;
    std::size_t count = 0;
  };

  [[nodiscard]] Chunk chunk_at(std::uint32_t at) const { return std::bit_cast<Chunk>(words_[at]); }
  void set_chunk(std::uint32_t at, Chunk chunk) { words_[at] = std::bit_cast<Value>(chunk); }
  void hold(Container& into, Value item);
  void hold_under(Container& into, Value key, Value value, const RowTaker* taker);
  [[nodiscard]] Holds holds_of(Value container) const {
    return container.is(Kind::row) ? Holds::row : containers_[container.payload()].holds;
  }
  /// A container that lay in another while it grew deeper is deeper than that one knows.
  void raise(Container& into, Value item) {
    std::uint8_t height = row_height_;
    if (!item.is(Kind::row)) {
      Container& held = containers_[item.payload()];
      held.is_held = true;
      height = held.height;
    }
    if (into.height <= height) {
      into.height = above(height);
      filled_late_ = filled_late_ || into.is_held;
    }
  }
  void append_words(Container& into, std::span<const Value> items);
  [[nodiscard]] bool take_row(Container& into, std::span<const Value> pairs, RowTaker& taker) const;
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
  std::uint8_t row_height_ = 1;  // how deep the deepest value of kind row lies
  bool filled_late_ = false;     // a container that lay in another came to hold what lies deeper
  bool misplaced_ = false;       // a row came to be where none is looked for
  KeptKeys last_kept_;
  std::array<KeptKeys, 256> kept_{};  // by a hash of the keys; forgotten ones are kept anew
};

}  // namespace arenasim::traces::pickle
