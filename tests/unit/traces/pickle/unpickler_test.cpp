#include "traces/formats/pickle/unpickler.hpp"

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/unit/traces/pickle/bytes_of.hpp"
#include "tests/unit/traces/pickle/spelled.hpp"
#include "traces/formats/pickle/depth.hpp"

namespace arenasim::traces::pickle {
namespace {

using tests::bytes;
using tests::dict;
using tests::list;
using tests::number;
using tests::pickled;
using tests::proto;
using tests::read_pickle;
using tests::spelled;
using tests::text;

TEST_CASE("A pickle of each scalar reads as Python reads it") {
  CHECK(read_pickle(pickled("N")) == "None");
  CHECK(read_pickle(pickled("\x88")) == "True");
  CHECK(read_pickle(pickled("\x89")) == "False");
  CHECK(read_pickle(pickled(bytes({0x4A, 0xFE, 0xFF, 0xFF, 0xFF}))) == "-2");
  CHECK(read_pickle(pickled(bytes({0x4B, 0xFF}))) == "255");
  CHECK(read_pickle(pickled(bytes({0x4D, 0x01, 0x02}))) == "513");
  CHECK(read_pickle(pickled(bytes({0x47, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0}))) == Catch::StringMaker<double>::convert(1.5));
}

TEST_CASE("Integers of a pickle span all signed and unsigned 64 bits") {
  CHECK(read_pickle(pickled(bytes({0x8A, 0}))) == "0");
  CHECK(read_pickle(pickled(bytes({0x8A, 1, 0x80}))) == "-128");
  CHECK(read_pickle(pickled(bytes({0x8A, 5, 0, 0, 0, 0, 1}))) == "4294967296");
  CHECK(read_pickle(pickled(number(std::numeric_limits<std::int64_t>::min()))) == "-9223372036854775808");
  CHECK(read_pickle(pickled(number(std::numeric_limits<std::int64_t>::max()))) == "9223372036854775807");
  CHECK(read_pickle(pickled(number(-(std::int64_t{1} << 59U)))) == "-576460752303423488");
  CHECK(read_pickle(pickled(number(-(std::int64_t{1} << 59U) + 1))) == "-576460752303423487");
  CHECK(read_pickle(pickled(bytes({0x8A, 9, 255, 255, 255, 255, 255, 255, 255, 255, 0}))) == "18446744073709551615");
}

TEST_CASE("Strings of a pickle have lengths of one, four and eight bytes") {
  CHECK(read_pickle(pickled(text("ab"))) == "'ab'");
  CHECK(read_pickle(pickled(bytes({0x58, 3, 0, 0, 0}) + "abc")) == "'abc'");
  CHECK(read_pickle(pickled(bytes({0x8D, 1, 0, 0, 0, 0, 0, 0, 0}) + "z")) == "'z'");
}

TEST_CASE("Containers of a pickle are filled one by one and many at once") {
  CHECK(read_pickle(pickled("]K\x01"
                            "a(K\x02K\x03"
                            "e")) == "[1, 2, 3]");
  CHECK(read_pickle(pickled("}" + text("a") + "K\x01s(" + text("b") + "K\x02" + text("c") + "Nu")) ==
        "{'a': 1, 'b': 2, 'c': None}");
  CHECK(read_pickle(pickled(")")) == "()");
  CHECK(read_pickle(pickled("(K\x01K\x02t")) == "(1, 2)");
  CHECK(read_pickle(pickled("K\x01\x85")) == "(1)");
  CHECK(read_pickle(pickled("K\x01K\x02\x86")) == "(1, 2)");
  CHECK(read_pickle(pickled("K\x01K\x02K\x03\x87")) == "(1, 2, 3)");
}

TEST_CASE("A container filled after it was put into the memo is seen full wherever it was got") {
  CHECK(read_pickle(pickled("](]\x94h" + bytes({0}) +
                            "K\x07"
                            "ae")) == "[[7], [7]]");
  CHECK(read_pickle(pickled("](]q" + bytes({5}) + "h" + bytes({5}) +
                            "K\x07"
                            "ae")) == "[[7], [7]]");
  CHECK(read_pickle(pickled("](]r" + bytes({3, 0, 0, 0}) + "j" + bytes({3, 0, 0, 0}) +
                            "K\x07"
                            "ae")) == "[[7], [7]]");
}

TEST_CASE("A list longer than a page of the arena keeps its order") {
  std::string pickle = proto() + "]";
  std::string wanted;
  for (int batch = 0; batch < 30; ++batch) {
    pickle += "(";
    for (int item = 0; item < 1000; ++item) {
      pickle += bytes({0x4D, item & 255, item >> 8});
      wanted += (wanted.empty() ? "" : ", ") + std::to_string(item);
    }
    pickle += "e";
  }
  CHECK(read_pickle(pickle + ".") == "[" + wanted + "]");
}

TEST_CASE("Two long lists filled in turns keep their items apart") {
  std::string pickle = proto() + "(]\x94]\x94";
  for (int turn = 0; turn < 9000; ++turn) {
    pickle += bytes({'h', turn % 2, 'K', turn % 251, 'a'});
  }
  // Each turn leaves its list on the stack; the tuple takes them all.
  const std::string whole = pickle + "t.";
  const Unpickled unpickled = unpickle(whole);
  const Value first = unpickled.values.front(unpickled.root);
  CHECK(unpickled.values.size(first) == 4500);
  int wanted = 0;
  unpickled.values.each_run(first, [&](std::span<const Value> run) {
    for (const Value item : run) {
      REQUIRE(unpickled.values.as_unsigned(item) == static_cast<std::uint64_t>(wanted % 251));
      wanted += 2;
    }
  });
}

TEST_CASE("Dicts with the same memoized keys share them, and of equal keys the last counts") {
  const std::string first = "}(" + text("a") + "\x94K\x01" + text("b") + "\x94K\x02u";
  const std::string second = "}(h" + bytes({0}) + "K\x03h" + bytes({1}) + "K\x04u";
  const std::string whole = pickled("](" + first + second + "e");
  const Unpickled unpickled = unpickle(whole);
  CHECK(spelled(unpickled.values, unpickled.root) == "[{'a': 1, 'b': 2}, {'a': 3, 'b': 4}]");
  std::vector<const Value*> keys;
  unpickled.values.each_run(unpickled.root, [&](std::span<const Value> run) {
    for (const Value item : run) {
      unpickled.values.each_entries(item, [&](const Entries& entries) { keys.push_back(entries.keys.data()); });
    }
  });
  REQUIRE(keys.size() == 2);
  CHECK(keys[0] == keys[1]);

  const std::string twice = pickled(dict({"a", "K\x01", "b", "K\x02", "a", "K\x03"}));
  const Unpickled repeated = unpickle(twice);
  CHECK(repeated.values.as_unsigned(repeated.values.find(repeated.root, "a")) == 3);
  CHECK(repeated.values.find(repeated.root, "c").is(Kind::unset));
}

TEST_CASE("Frames are read over, and opcodes may cross their ends") {
  CHECK(read_pickle(proto() + bytes({0x95, 1, 0, 0, 0, 0, 0, 0, 0}) + number(5) + ".") == "5");
}

TEST_CASE("A list shared many times is measured once") {
  // Each level holds the one below twice: 2^40 paths, 41 lists.
  std::string value = "]\x94";
  for (int level = 0; level < 40; ++level) {
    value += "](" + bytes({'h', level, 'h', level}) + "e\x94";
  }
  // Only the last is kept: the others are items of a tuple.
  const std::string whole = proto() + "(" + value + "t.";
  CHECK_NOTHROW(check_depth(unpickle(whole)));
}

}  // namespace
}  // namespace arenasim::traces::pickle
