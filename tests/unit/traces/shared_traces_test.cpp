// Traces that do not ship with the repository, against counts that others made.
#include <catch2/catch.hpp>

#include <array>
#include <fstream>
#include <map>
#include <sstream>

#include <zlib.h>

#include "tests/support/read_text.hpp"
#include "tests/support/shared.hpp"

namespace arenasim::tests {
namespace {

class Discards : public traces::EventSink {
  void take(std::span<const traces::Event> /*events*/) override {}
};

traces::Import import_of(const std::filesystem::path& path) {
  Discards sink;
  traces::TraceContents contents;
  traces::read_trace(path.string(), {}, {}, sink, contents);
  return contents.import;
}

std::string unzipped(const std::filesystem::path& path) {
  std::string text;
  gzFile file = gzopen(path.c_str(), "rb");
  std::array<char, 65536> buffer{};
  for (int got = 0; (got = gzread(file, buffer.data(), buffer.size())) > 0;) {
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
  gzclose(file);
  return text;
}

std::uint64_t occurrences(const std::string& text, const std::string& what) {
  std::uint64_t count = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
    ++count;
  }
  return count;
}

TEST_CASE("Our own recordings count as an independent reader counts them") {
  const auto folder = require_shared() / "recorded";
  std::ifstream table{folder / "EXPECTED.tsv"};
  std::string line;
  std::getline(table, line);
  CHECK(line == "file\tallocs\tfrees\tpeak_live_bytes\tlive_at_end\tmax_size\tdistinct_sizes\tstreams");
  int files = 0;
  while (std::getline(table, line)) {
    std::istringstream row{line};
    std::string file;
    row >> file;
    if (file.find(".csv") == std::string::npos) {
      continue;
    }
    CAPTURE(file);
    std::array<std::uint64_t, 7> expected{};
    for (std::uint64_t& number : expected) {
      row >> number;
    }
    const traces::Import import = import_of(folder / file);
    REQUIRE(import.devices.size() == 1);
    const traces::DeviceCount& device = import.devices.front();
    CHECK(std::array<std::uint64_t, 7>{device.allocs, device.frees, static_cast<std::uint64_t>(device.peak_bytes),
                                       static_cast<std::uint64_t>(device.end_bytes), device.max_size.count(),
                                       device.distinct_sizes, device.streams} == expected);
    CHECK(import.live_peak_bytes == device.peak_bytes);
    ++files;
  }
  CHECK(files == 8);
}

TEST_CASE("The traces of the golden files are read row for row") {
  const auto folder = require_shared() / "golden" / "traces";
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator{folder}) {
    const std::string file = entry.path().filename().string();
    if (file.find(".csv.gz") == std::string::npos) {
      continue;
    }
    CAPTURE(file);
    const std::string text = unzipped(entry.path());
    const traces::Import import = import_of(entry.path());
    CHECK(import.devices.at(0).allocs == occurrences(text, ",alloc,"));
    CHECK(import.devices.at(0).frees == occurrences(text, ",free,"));
    CHECK(import.records.read == import.records.as_events);
    CHECK(import.repairs.unmatched_frees + import.repairs.double_allocs == 0);
    ++files;
  }
  CHECK(files == 12);
}

}  // namespace
}  // namespace arenasim::tests
