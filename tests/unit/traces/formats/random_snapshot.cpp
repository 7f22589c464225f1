#include "tests/unit/traces/formats/random_snapshot.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <random>
#include <string_view>
#include <vector>

#include "tests/unit/traces/pickle/bytes_of.hpp"

namespace arenasim::tests {
namespace {

constexpr std::array<std::string_view, 9> kActions{"alloc",         "free_requested", "free_completed",
                                                   "segment_alloc", "segment_free",   "segment_map",
                                                   "oom",           "snapshot",       "unheard"};

class Pickler {
 public:
  Pickler(std::uint64_t seed, unsigned oddities)
      : random_(seed), oddities_(oddities), has_times_(below(8) != 0), has_context_(below(2) != 0) {}

  std::string snapshot() {
    out_ = proto();
    open('}');
    key("segments");
    list(below(2), [this] { segment(); });
    key("device_traces");
    list(1 + below(2), [this] { trace(); });
    if (odd()) {
      key(below(2) == 0 ? "device_traces" : "external_annotations");
      any();
    }
    key("allocator_settings");
    open('}');
    key("conf");
    odd() ? any() : text("none");
    out_ += "uu.";
    return std::move(out_);
  }

 private:
  std::uint64_t below(std::uint64_t limit) { return random_() % limit; }
  bool odd() { return below(100) < oddities_; }
  std::string_view action() { return kActions[below(odd() ? 9 : 3)]; }

  void memoize() {
    if (odd()) {
      out_ += bytes({'q', static_cast<int>(below(std::min<std::uint64_t>(memo_ + 1, 200)))});
      if (below(3) != 0) {
        known_.clear();
      }
    }
    out_ += '\x94';
    ++memo_;
  }

  /// An empty container, in the memo, and a mark.
  std::uint64_t open(char opcode) {
    out_ += opcode;
    memoize();
    out_ += '(';
    return memo_ - 1;
  }

  void get(std::uint64_t slot) {
    const auto low = static_cast<int>(slot % 256);
    out_ += slot < 256 ? bytes({'h', low}) : bytes({'j', low, static_cast<int>(slot / 256), 0, 0});
  }

  void key(std::string_view name) { text(name); }

  void text(std::string_view value) {
    const auto known = known_.find(value);
    if (known != known_.end() && !odd()) {
      return get(known->second);
    }
    out_ += tests::text(value);
    if (!odd()) {
      memoize();
      known_[value] = memo_ - 1;
    }
  }

  void number(std::uint64_t value) {
    if (odd()) {
      const std::array<std::string, 6> others{tests::number(-5), "N",   "\x88", bytes({'G', 0, 0, 0, 0, 0, 0, 0, 0}),
                                              tests::text("8"),  wide()};
      out_ += others[below(others.size())];
    } else if (value < 256) {
      out_ += bytes({'K', static_cast<int>(value)});
    } else if (value < 65536) {
      out_ += bytes({'M', static_cast<int>(value % 256), static_cast<int>(value / 256)});
    } else {
      out_ += '\x8A' + bytes({7}) + tests::number(static_cast<std::int64_t>(value)).substr(2, 7);
    }
  }

  static std::string wide() { return bytes({0x8A, 9, 1, 2, 3, 4, 5, 6, 7, 0xFF, 0}); }

  template <class Item>
  void list(std::uint64_t count, Item item) {
    slots_.push_back(open(']'));
    for (std::uint64_t at = 0; at < count; ++at) {
      item();
    }
    out_ += 'e';
  }

  void frames() {
    if (frames_ != 0 && below(3) != 0) {
      return get(frames_);
    }
    if (!known_frames_.empty() && below(3) != 0) {
      return list_of_known_frames();
    }
    frames_ = open(']');
    known_frames_.push_back(open('}'));
    key("name");
    text(below(2) == 0 ? "forward" : "step");
    key("line");
    number(below(70000));
    out_ += "ue";
  }

  /// As picklers write the frames of an entry that are others' too; one alone and none at all have opcodes of their
  /// own.
  void list_of_known_frames() {
    out_ += ']';
    memoize();
    const std::uint64_t count = below(4) == 0 ? 40 : below(6);
    const std::uint64_t first = below(3);
    out_ += count > 1 || odd() ? "(" : "";
    const bool is_marked = out_.back() == '(';
    for (std::uint64_t at = 0; at < count; ++at) {
      get(odd() ? below(memo_ + 1) : known_frames_[(first + at) % std::min<std::size_t>(known_frames_.size(), 5)]);
    }
    out_ += is_marked ? "e" : count == 1 ? "a" : "";
  }

  /// A text of the entry's own, or what else may stand under a key that is not read.
  void context() {
    key("compile_context");
    if (below(8) == 0) {
      out_ += below(2) == 0 ? "N" : "\x89";
      return;
    }
    out_ += tests::text("N/A");
    memoize();
  }

  void place_and_size(bool turned) {
    if (turned) {
      key("size");
      number(below(3) * 512);
    }
    if (!odd()) {
      key(odd() ? "device_free" : "addr");
      number(below(12) * 512);
    }
    if (!turned) {
      key("size");
      number(below(3) * 512);
    }
  }

  void entry() {
    if (odd() && !entries_.empty()) {
      return again();
    }
    const std::uint64_t slot = open('}');
    key("action");
    text(action());
    place_and_size(odd());
    key("stream");
    number(below(3) * 70000);
    if (has_times_ || odd()) {
      key("time_us");
      number(1000 + entries_.size() / 3);
    }
    if (has_context_ != odd()) {
      context();
    }
    key("frames");
    odd() ? any() : frames();
    if (odd()) {
      key(below(2) == 0 ? "size" : "else");
      any();
    }
    out_ += 'u';
    if (odd()) {
      out_ += '(';
      key("late");
      number(1);
      out_ += 'u';
    }
    entries_.push_back(slot);
  }

  /// An entry that was written before, and perhaps filled again.
  void again() {
    get(entries_[below(entries_.size())]);
    if (below(2) == 0) {
      key("size");
      number(512);
      out_ += 's';
    }
  }

  void any() {
    switch (below(6)) {
      case 0:
        return entry();
      case 1:
        return slots_.empty() ? entry() : get(slots_[below(slots_.size())]);
      case 2:
        return list(below(3), [this] { entry(); });
      case 3:
        out_ += "](";
        entry();
        out_ += "t\x85";
        out_ += "a";
        return;
      case 4:
        return text("any");
      default:
        return number(below(100000));
    }
  }

  void trace() {
    if (odd() && !slots_.empty()) {
      return get(slots_[below(slots_.size())]);
    }
    list(below(40), [this] { odd() ? any() : entry(); });
  }

  void segment() {
    out_ += tests::dict({"device", bytes({'K', 0}), "address", bytes({'K', 0}), "total_size", tests::number(1024)});
    out_ += '(';
    key("blocks");
    list(2, [this] {
      const std::uint64_t address = blocks_++ % 2 * 512;
      out_ += tests::dict({"address", tests::number(static_cast<std::int64_t>(address)), "size", tests::number(512),
                           "requested_size", tests::number(512), "state", tests::text("active_allocated")});
    });
    out_ += 'u';
  }

  std::mt19937_64 random_;
  unsigned oddities_;
  bool has_times_;
  bool has_context_;
  std::string out_;
  std::uint64_t memo_ = 0;
  std::uint64_t frames_ = 0;
  std::uint64_t blocks_ = 0;
  std::map<std::string_view, std::uint64_t> known_;
  std::vector<std::uint64_t> known_frames_;
  std::vector<std::uint64_t> entries_;
  std::vector<std::uint64_t> slots_;
};

}  // namespace

std::string random_snapshot(std::uint64_t seed, unsigned oddities) {
  return Pickler(seed, oddities).snapshot();
}

}  // namespace arenasim::tests
