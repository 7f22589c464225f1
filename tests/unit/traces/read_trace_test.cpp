#include "traces/read_trace.hpp"

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>

#include "tests/support/read_text.hpp"
#include "tests/support/temporary_file.hpp"

namespace arenasim::tests {
namespace {

std::string message_of(const std::string& path) {
  CollectingSink sink;
  traces::TraceContents contents;
  try {
    traces::read_trace(path, {}, {}, sink, contents);
  } catch (const traces::InputError& error) {
    return error.what();
  }
  return "";
}

TEST_CASE("No file and a directory are io errors that name the path") {
  CHECK(message_of("/nowhere/at/all.csv") == "/nowhere/at/all.csv: io: cannot open: No such file or directory");
  CHECK(message_of("/") == "/: io: cannot read: Is a directory");
}

TEST_CASE("An error names the file, the line and the column") {
  const tests::TemporaryFile file{"time_ns,event,id,size\n0,alloc,1,12kb\n"};
  CHECK(message_of(file.path()) == file.path() + ":2:11: bad_value: `12kb` is not an unsigned number (field size)");
}

TEST_CASE("The hash is that of the whole file, also where a sink had seen enough") {
  class TakesNothing : public traces::EventSink {
    void take(std::span<const traces::Event> /*events*/) override { throw traces::StopReading{}; }
  };
  const tests::TemporaryFile file{"event,id,size\nalloc,1,8\n"};
  traces::TraceContents contents;
  TakesNothing sink;
  traces::read_trace(file.path(), {}, {}, sink, contents);
  CHECK(contents.sha256 == "bdb1a5ef3b7b6983e962a6f6871313ffd7089b4b0f696bf45a7d01041977f1bb");
  CHECK(contents.import.events[1] == 1);
}

TEST_CASE("What no format knows is refused, with what came nearest") {
  CHECK(place_of(error_of("id,size\n1,2\n").value()) == "@0");
  CHECK(std::string{error_of("id,size\n1,2\n")->what()}.find("nearest is csv, whose header also has event") !=
        std::string::npos);
  std::string noise(1024, '\0');
  std::uint32_t state = 1;
  for (char& byte : noise) {
    state = state * 1664525U + 1013904223U;
    byte = static_cast<char>(state >> 24U);
  }
  CHECK(name(error_of(noise)->error_class()) == "unknown_format");
  CHECK(name(error_of("\x80\x09stuff")->error_class()) == "unsupported");
  CHECK(place_of(error_of("\x80\x09stuff").value()) == "@1");
  CHECK(name(error_of("(dp0\n.")->error_class()) == "unsupported");
  CHECK(place_of(error_of("(dp0\n.").value()) == "@0");
}

}  // namespace
}  // namespace arenasim::tests
