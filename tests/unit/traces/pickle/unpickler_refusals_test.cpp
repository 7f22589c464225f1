#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include <catch2/catch.hpp>

#include "tests/unit/traces/pickle/bytes_of.hpp"
#include "tests/unit/traces/pickle/spelled.hpp"
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
using tests::read_pickle;
using tests::text;

struct Refused {
  ErrorClass error_class{};
  std::uint64_t offset = 0;
  std::string path;
  std::string message;
};

Refused refused(const std::string& pickle) {
  std::string value;
  try {
    value = read_pickle(pickle);
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
  CHECK(read_pickle(nested(64)).size() == 128);
  check_refused(nested(65), ErrorClass::limit, 2 + 65 + 64);

  const Refused itself = refused(pickled(dict({"device_traces", "]\x94h" + bytes({0}) + "a"})));
  CHECK(itself.error_class == ErrorClass::limit);
  CHECK(itself.path == "device_traces[0]");
  CHECK(itself.offset == pickled(dict({"device_traces", "]\x94h" + bytes({0}) + "a"})).size() - 1);
}

}  // namespace
}  // namespace arenasim::traces::pickle
