#include "traces/formats/pickle/unpickler.hpp"

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/unit/traces/pickle/bytes_of.hpp"
#include "traces/formats/pickle/depth.hpp"
#include "traces/formats/pickle/opcodes.hpp"
#include "traces/input_error.hpp"

namespace arenasim::traces::pickle {
namespace {

using tests::bytes;
using tests::dict;
using tests::list;
using tests::number;
using tests::pickled;
using tests::proto;
using tests::text;

/// What a value reads as, in Python's spelling.
std::string spelled(const ValueArena& values, Value value);

std::string spelled_items(const ValueArena& values, Value container) {
  std::string made;
  values.each_run(container, [&](std::span<const Value> run) {
    for (const Value item : run) {
      made += (made.empty() ? "" : ", ") + spelled(values, item);
    }
  });
  return made;
}

std::string spelled_entries(const ValueArena& values, Value container) {
  std::string made;
  values.each_entries(container, [&](const Entries& entries) {
    for (std::size_t at = 0; at < entries.keys.size(); ++at) {
      made +=
          (made.empty() ? "" : ", ") + spelled(values, entries.keys[at]) + ": " + spelled(values, entries.values[at]);
    }
  });
  return made;
}

std::string spelled(const ValueArena& values, Value value) {
  switch (value.kind()) {
    case Kind::unset:
      return "unset";
    case Kind::null:
      return "None";
    case Kind::boolean:
      return value.payload() == 1 ? "True" : "False";
    case Kind::integer:
    case Kind::wide:
    case Kind::wide_negative:
      return values.as_signed(value) ? std::to_string(*values.as_signed(value))
                                     : std::to_string(values.as_unsigned(value).value());
    case Kind::real:
      return Catch::StringMaker<double>::convert(values.as_real(value));
    case Kind::string:
      return "'" + std::string(values.text(value)) + "'";
    case Kind::list:
      return "[" + spelled_items(values, value) + "]";
    case Kind::tuple:
      return "(" + spelled_items(values, value) + ")";
    case Kind::dict:
      return "{" + spelled_entries(values, value) + "}";
  }
  return {};
}

std::string read(const std::string& pickle) {
  const Unpickled unpickled = unpickle(pickle);
  check_depth(unpickled);
  return spelled(unpickled.values, unpickled.root);
}

struct Refused {
  ErrorClass error_class{};
  std::uint64_t offset = 0;
  std::string path;
  std::string message;
};

Refused refused(const std::string& pickle) {
  std::string value;
  try {
    value = read(pickle);
  } catch (const InputError& error) {
    const auto& at = std::get<OffsetPosition>(error.position());
    return {error.error_class(), at.offset, at.path, error.what()};
  }
  FAIL("read " << value);
  return {};
}

void check_refused(const std::string& pickle, ErrorClass error_class, std::uint64_t offset) {
  const Refused answer = refused(pickle);
  CAPTURE(answer.message);
  CHECK(name(answer.error_class) == name(error_class));
  CHECK(answer.offset == offset);
}

TEST_CASE("A pickle of each scalar reads as Python reads it") {
  CHECK(read(pickled("N")) == "None");
  CHECK(read(pickled("\x88")) == "True");
  CHECK(read(pickled("\x89")) == "False");
  CHECK(read(pickled(bytes({0x4A, 0xFE, 0xFF, 0xFF, 0xFF}))) == "-2");
  CHECK(read(pickled(bytes({0x4B, 0xFF}))) == "255");
  CHECK(read(pickled(bytes({0x4D, 0x01, 0x02}))) == "513");
  CHECK(read(pickled(bytes({0x47, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0}))) == Catch::StringMaker<double>::convert(1.5));
}

TEST_CASE("Integers of a pickle span all signed and unsigned 64 bits") {
  CHECK(read(pickled(bytes({0x8A, 0}))) == "0");
  CHECK(read(pickled(bytes({0x8A, 1, 0x80}))) == "-128");
  CHECK(read(pickled(bytes({0x8A, 5, 0, 0, 0, 0, 1}))) == "4294967296");
  CHECK(read(pickled(number(std::numeric_limits<std::int64_t>::min()))) == "-9223372036854775808");
  CHECK(read(pickled(number(std::numeric_limits<std::int64_t>::max()))) == "9223372036854775807");
  CHECK(read(pickled(number(-(std::int64_t{1} << 59U)))) == "-576460752303423488");
  CHECK(read(pickled(number(-(std::int64_t{1} << 59U) + 1))) == "-576460752303423487");
  CHECK(read(pickled(bytes({0x8A, 9, 255, 255, 255, 255, 255, 255, 255, 255, 0}))) == "18446744073709551615");
}

TEST_CASE("Strings of a pickle have lengths of one, four and eight bytes") {
  CHECK(read(pickled(text("ab"))) == "'ab'");
  CHECK(read(pickled(bytes({0x58, 3, 0, 0, 0}) + "abc")) == "'abc'");
  CHECK(read(pickled(bytes({0x8D, 1, 0, 0, 0, 0, 0, 0, 0}) + "z")) == "'z'");
}

TEST_CASE("Containers of a pickle are filled one by one and many at once") {
  CHECK(read(pickled("]K\x01"
                     "a(K\x02K\x03"
                     "e")) == "[1, 2, 3]");
  CHECK(read(pickled("}" + text("a") + "K\x01s(" + text("b") + "K\x02" + text("c") + "Nu")) ==
        "{'a': 1, 'b': 2, 'c': None}");
  CHECK(read(pickled(")")) == "()");
  CHECK(read(pickled("(K\x01K\x02t")) == "(1, 2)");
  CHECK(read(pickled("K\x01\x85")) == "(1)");
  CHECK(read(pickled("K\x01K\x02\x86")) == "(1, 2)");
  CHECK(read(pickled("K\x01K\x02K\x03\x87")) == "(1, 2, 3)");
}

TEST_CASE("A container filled after it was put into the memo is seen full wherever it was got") {
  CHECK(read(pickled("](]\x94h" + bytes({0}) +
                     "K\x07"
                     "ae")) == "[[7], [7]]");
  CHECK(read(pickled("](]q" + bytes({5}) + "h" + bytes({5}) +
                     "K\x07"
                     "ae")) == "[[7], [7]]");
  CHECK(read(pickled("](]r" + bytes({3, 0, 0, 0}) + "j" + bytes({3, 0, 0, 0}) +
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
  CHECK(read(pickle + ".") == "[" + wanted + "]");
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
  CHECK(read(proto() + bytes({0x95, 1, 0, 0, 0, 0, 0, 0, 0}) + number(5) + ".") == "5");
}

TEST_CASE("Every opcode that builds objects or belongs to older protocols is refused by name at its offset") {
  for (const std::string_view refused_name : {"GLOBAL",         "STACK_GLOBAL", "REDUCE",      "BUILD",
                                              "INST",           "OBJ",          "NEWOBJ",      "NEWOBJ_EX",
                                              "PERSID",         "BINPERSID",    "EXT1",        "EXT2",
                                              "EXT4",           "DUP",          "POP",         "POP_MARK",
                                              "LONG4",          "INT",          "LONG",        "FLOAT",
                                              "STRING",         "UNICODE",      "BINBYTES",    "BINBYTES8",
                                              "SHORT_BINBYTES", "BYTEARRAY8",   "NEXT_BUFFER", "READONLY_BUFFER",
                                              "FROZENSET",      "EMPTY_SET",    "ADDITEMS",    "DICT",
                                              "LIST",           "GET",          "PUT",         "BINSTRING",
                                              "SHORT_BINSTRING"}) {
    int byte = 0;
    while (byte < 256 && opcode_name(static_cast<std::uint8_t>(byte)) != refused_name) {
      ++byte;
    }
    REQUIRE(byte < 256);
    const Refused answer = refused(proto() + "K\x01" + bytes({byte}) + "\n\n.");
    CAPTURE(answer.message);
    CHECK(answer.error_class == ErrorClass::unsupported);
    CHECK(answer.offset == 4);
    CHECK(answer.message.find(refused_name) != std::string::npos);
  }
}

TEST_CASE("Protocols outside 2 to 5 are refused, and what is no opcode is no syntax") {
  check_refused("(dp0\n.", ErrorClass::unsupported, 0);
  check_refused(bytes({0x80, 9}) + "N.", ErrorClass::unsupported, 1);
  check_refused(bytes({0x80, 1}) + "N.", ErrorClass::unsupported, 1);
  check_refused(proto() + bytes({0xFF}), ErrorClass::syntax, 2);
  check_refused(proto() + proto() + "N.", ErrorClass::syntax, 2);
  check_refused("", ErrorClass::truncated, 0);
}

TEST_CASE("A pickle cut anywhere is truncated at its end") {
  const std::string whole =
      proto() + bytes({0x95, 40, 0, 0, 0, 0, 0, 0, 0}) + dict({"segments", list({number(1)}), "b", text("cd")}) + ".";
  for (std::size_t length = 0; length < whole.size(); ++length) {
    check_refused(whole.substr(0, length), ErrorClass::truncated, length);
  }
}

TEST_CASE("The stack and the memo of a pickle cannot be misused") {
  check_refused(pickled(""), ErrorClass::syntax, 2);
  check_refused(pickled("NN"), ErrorClass::syntax, 4);
  check_refused(pickled("(N"), ErrorClass::syntax, 4);
  check_refused(pickled("N") + "x", ErrorClass::syntax, 4);
  check_refused(pickled("NNa"), ErrorClass::syntax, 4);
  check_refused(pickled("Na"), ErrorClass::syntax, 3);
  check_refused(pickled("a"), ErrorClass::syntax, 2);
  check_refused(pickled("](N(ea"), ErrorClass::syntax, 6);
  check_refused(pickled("]e"), ErrorClass::syntax, 3);
  check_refused(pickled("](Ns"), ErrorClass::syntax, 5);
  check_refused(pickled("}(" + text("a") + "u"), ErrorClass::syntax, 7);
  check_refused(pickled("}(K\x01Nu"), ErrorClass::unsupported, 7);
  check_refused(pickled("N\x86"), ErrorClass::syntax, 3);
  check_refused(pickled("t"), ErrorClass::syntax, 2);
  check_refused(pickled("h" + bytes({3})), ErrorClass::syntax, 2);
  check_refused(pickled("Nq" + bytes({1}) + "h" + bytes({0})), ErrorClass::syntax, 5);
  check_refused(pickled("\x94"), ErrorClass::syntax, 2);
  check_refused(pickled("Nr" + bytes({0xFF, 0xFF, 0xFF, 0xFF})), ErrorClass::limit, 3);
}

TEST_CASE("What does not fit 64 bits or the limits of a string is refused before it is taken") {
  check_refused(pickled(bytes({0x8A, 10, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1})), ErrorClass::range, 2);
  check_refused(pickled(bytes({0x8A, 9, 1, 1, 1, 1, 1, 1, 1, 1, 1})), ErrorClass::range, 2);
  check_refused(pickled(bytes({0x8D, 0, 0, 0, 0, 0, 0, 0, 0x80})), ErrorClass::limit, 2);
  check_refused(pickled(bytes({0x58, 1, 0, 0, 4})), ErrorClass::limit, 2);
}

TEST_CASE("Containers more than 64 deep and containers that hold themselves are refused at STOP with their path") {
  const auto nested = [](std::size_t depth) { return pickled(std::string(depth, ']') + std::string(depth - 1, 'a')); };
  CHECK(read(nested(64)).size() == 128);
  check_refused(nested(65), ErrorClass::limit, 2 + 65 + 64);

  const Refused itself = refused(pickled(dict({"device_traces", "]\x94h" + bytes({0}) + "a"})));
  CHECK(itself.error_class == ErrorClass::limit);
  CHECK(itself.path == "device_traces[0]");
  CHECK(itself.offset == pickled(dict({"device_traces", "]\x94h" + bytes({0}) + "a"})).size() - 1);
}

TEST_CASE("A list shared many times is measured once") {
  // Each level holds the one below twice: 2^40 paths, 41 lists.
  std::string value = "]\x94";
  for (int level = 0; level < 40; ++level) {
    value = value + "](" + bytes({'h', level, 'h', level}) + "e\x94";
  }
  // Only the last is kept: the others are items of a tuple.
  const std::string whole = proto() + "(" + value + "t.";
  CHECK_NOTHROW(check_depth(unpickle(whole)));
}

}  // namespace
}  // namespace arenasim::traces::pickle
