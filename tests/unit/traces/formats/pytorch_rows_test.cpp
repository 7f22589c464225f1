#include "traces/formats/pytorch/reading.hpp"

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <random>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <catch2/catch.hpp>

#include "tests/support/piecewise_source.hpp"
#include "tests/support/read_text.hpp"
#include "tests/support/shared.hpp"
#include "tests/unit/traces/formats/random_snapshot.hpp"
#include "tests/unit/traces/pickle/bytes_of.hpp"
#include "traces/formats/pytorch.hpp"

namespace arenasim::traces::pytorch {
namespace {

std::string told(const Event& event) {
  return fmt::format("{} {} {} {} {} {} {} {}\n", name(event.kind), event.time.time_since_epoch().count(), event.id,
                     event.size.count(), event.device_free_plus_one, event.stream.number(), event.device.number(),
                     event.tag.number());
}

std::string told(const Import& import) {
  const Records& records = import.records;
  const Repairs& repairs = import.repairs;
  std::string text = fmt::format("{} {} {} {} {} {}\n", import.clock, import.size_kind, import.skipped, import.facts,
                                 import.counters, import.stream_names);
  text += fmt::format("{} {} {} {} {}\n", records.read, records.as_events, records.as_facts, records.skipped,
                      records.dropped);
  text += fmt::format("{} {} {} {} {} {} {} {}\n", repairs.unmatched_frees, repairs.unmatched_requests,
                      repairs.double_allocs, repairs.duplicate_events, repairs.size_mismatches, repairs.clamped_times,
                      repairs.pending_at_end, repairs.truncated_ring);
  for (const DeviceCount& device : import.devices) {
    text += fmt::format("{} {} {} {}\n", device.device.number(), device.events, device.allocs, device.frees);
  }
  return text;
}

std::string told(const Recorded& recorded) {
  std::string text = fmt::format("{}\n", recorded.settings);
  for (const RecordedAddress& one : recorded.addresses) {
    text += fmt::format("{} {}\n", one.event, one.address);
  }
  for (const RecordedSegmentEvent& one : recorded.segment_events) {
    text += fmt::format("{} {} {} {} {}\n", static_cast<int>(one.kind), one.event, one.address, one.size.count(),
                        one.stream.number());
  }
  for (const RecordedFailure& one : recorded.failures) {
    text += fmt::format("{} {}\n", one.event, one.device_free.value_or(core::Bytes{1}).count());
  }
  return text;
}

struct Way {
  bool is_lenient = false;
  bool with_tags = false;
};

/// All that a reading tells, an error among it.
std::string reading_of(const std::string& pickle, const Way& way, std::size_t piece, Entries entries) {
  ReadOptions options;
  options.lenient = way.is_lenient;
  options.device = AllDevices{};
  tests::PiecewiseSource source{pickle, piece};
  tests::CollectingSink sink;
  TraceContents contents;
  core::Options own{kPytorchFormat.options};
  REQUIRE(own.set("tags", way.with_tags ? "true" : "false"));
  std::string text;
  try {
    read_snapshot_file({source, options, sink, contents.strings, contents.import, contents.recorded, own}, entries);
  } catch (const InputError& error) {
    text = error.what();
  }
  for (const Event& event : sink.events) {
    text += told(event);
  }
  return text + told(contents.import) + told(contents.recorded);
}

void check_both_ways(const std::string& pickle) {
  for (const Way& way : {Way{}, Way{.with_tags = true}, Way{.is_lenient = true}, Way{true, true}}) {
    const std::string rows = reading_of(pickle, way, 64, Entries::as_rows);
    REQUIRE(rows == reading_of(pickle, way, pickle.size() + 1, Entries::as_dicts));
    REQUIRE(rows == reading_of(pickle, way, pickle.size() + 1, Entries::as_rows));
  }
}

/// One whose keys and texts are in the memo, as `snapshot_with_frames` has them.
std::string known_entry(int address, const std::string& frames) {
  const std::string head = "}\x94(" + tests::bytes({'h', 7, 'h', 8, 'h', 9, 'K', address, 'h', 10, 'K', 16});
  return head + tests::bytes({'h', 11, 'h', 12, 'h', 13}) + frames + "u";
}

/// Two devices. The list of the first is in slot 5 of the memo, its first entry, which has a name, in slot 6, its
/// third, which has it too, in slot 16, and the key of names in slot 11; the list of the second is in slot 17. The
/// entries of the second, before which there are some that look like them, have `frames`.
std::string snapshot_with_frames(std::initializer_list<std::string> frames) {
  const auto kept = [](std::string_view text) { return tests::text(text) + "\x94"; };
  std::string made = tests::proto() + "}\x94(" + kept("segments") + "]\x94" + kept("device_traces") + "]\x94(]\x94(";
  made += "}\x94(" + kept("action") + kept("alloc") + kept("addr") + tests::bytes({'K', 1}) + kept("size") +
          tests::bytes({'K', 16}) + kept("name") + kept("inner") + kept("frames") + "]\x94u";
  const std::string none = tests::bytes({'h', 14});
  made += known_entry(2, none) + known_entry(3, none) + "e]\x94(";
  int address = 4;
  for (const std::string& list : frames) {
    made += known_entry(address++, list);
  }
  const std::string settings = tests::dict({"conf", tests::text(std::string(200, 'x'))});
  return made + "ee" + tests::text("allocator_settings") + settings + "u.";
}

TEST_CASE("An entry that has entries under a key says the same as a row and as a dict") {
  const std::string first_trace = tests::bytes({'h', 5});
  const std::string of_the_first = "]\x94(" + tests::bytes({'h', 6, 'h', 6}) + "e";
  const std::string of_the_third = "]\x94(" + tests::bytes({'h', 16, 'h', 16}) + "e";
  for (const std::string& frames : {first_trace, of_the_first, of_the_third}) {
    CAPTURE(frames);
    check_both_ways(snapshot_with_frames({frames}));
  }
}

TEST_CASE("Frames written as others were before, of which one is another by now, are not taken for those") {
  const auto frame = [](std::string_view name) { return "}\x94(" + tests::bytes({'h', 11}) + tests::text(name) + "u"; };
  const std::string first = "]\x94(" + frame("first") + "e";
  const std::string second = "]\x94(" + frame("second") + tests::bytes({'q', 20}) + "e";
  std::string same = "]\x94(";
  for (int at = 0; at < 40; ++at) {
    same += tests::bytes({'h', 20});
  }
  same += "e";
  check_both_ways(snapshot_with_frames({first, same, same, second, same, same, same}));
}

TEST_CASE("Entries of a snapshot say the same as rows and as dicts, however oddly they are written") {
  for (std::uint64_t seed = 0; seed < 6000; ++seed) {
    CAPTURE(seed);
    check_both_ways(tests::random_snapshot(seed, static_cast<unsigned>(seed % 3 * seed % 7)));
  }
}

TEST_CASE("Entries of a damaged snapshot say the same as rows and as dicts") {
  std::mt19937_64 random{7};
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    CAPTURE(seed);
    std::string pickle = tests::random_snapshot(seed, 1);
    for (int change = 0; change < 2; ++change) {
      pickle[random() % pickle.size()] =
          random() % 2 == 0 ? static_cast<char>(random()) : pickle[random() % pickle.size()];
    }
    check_both_ways(pickle);
  }
}

TEST_CASE("Entries of held snapshots say the same as rows and as dicts") {
  const std::filesystem::path shared = tests::require_shared();
  for (const std::string& file :
       std::initializer_list<std::string>{"attention_small", "benchmark_large_blocks", "forward_fp32_128",
                                          "medium_512_training_truncated_ring", "training_truncated_ring_222"}) {
    std::ifstream in(shared / "traces/pytorch" / (file + ".pickle"), std::ios::binary);
    check_both_ways({std::istreambuf_iterator<char>(in), {}});
  }
}

}  // namespace
}  // namespace arenasim::traces::pytorch
