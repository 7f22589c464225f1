#include "traces/file_source.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>
#include <catch2/catch.hpp>

namespace arenasim::traces {
namespace {

/// Bytes of which no two blocks are alike.
std::vector<std::byte> sample(std::size_t count) {
  std::vector<std::byte> bytes(count);
  std::uint32_t state = 1;
  for (std::byte& byte : bytes) {
    state = state * 1664525U + 1013904223U;
    byte = static_cast<std::byte>(state >> 24U);
  }
  return bytes;
}

std::string hash_of(std::span<const std::byte> bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hash.hex();
}

class TemporaryFile {
 public:
  explicit TemporaryFile(std::span<const std::byte> bytes)
      : path_(std::filesystem::temp_directory_path() / fmt::format("arenasim_file_source_{}", ::getpid())) {
    std::ofstream out{path_, std::ios::binary};
    out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { std::filesystem::remove(path_); }

  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

/// Both ends of a pipe, which gives what was written and no more.
class OpenPipe {
 public:
  OpenPipe() { REQUIRE(::pipe(ends_.data()) == 0); }
  OpenPipe(const OpenPipe&) = delete;
  OpenPipe& operator=(const OpenPipe&) = delete;
  ~OpenPipe() {
    ::close(ends_[0]);
    ::close(ends_[1]);
  }

  [[nodiscard]] std::string path() const { return fmt::format("/dev/fd/{}", ends_[0]); }
  void write(const std::string& text) {
    REQUIRE(::write(ends_[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()));
  }

 private:
  std::array<int, 2> ends_{};
};

}  // namespace

TEST_CASE("A file gives its bytes and their SHA-256, whatever its size") {
  CHECK(hash_of({}) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  constexpr std::size_t block = std::size_t{256} << 10U;
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, block, 2 * block, 2 * block + 1, 20 * block + 7}) {
    const std::vector<std::byte> bytes = sample(size);
    const TemporaryFile file{bytes};
    FileSource source{file.path()};
    std::vector<std::byte> read;
    std::vector<std::byte> buffer(100'000);
    while (const std::size_t got = source.read(buffer)) {
      read.insert(read.end(), buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(got));
    }
    CHECK(read == bytes);
    CHECK(source.read(buffer) == 0);
    CHECK(source.sha256() == hash_of(bytes));
  }
}

TEST_CASE("The SHA-256 is of the whole file, however little was read of it") {
  const std::vector<std::byte> bytes = sample(3'000'000);
  const TemporaryFile file{bytes};
  std::vector<std::byte> buffer(1'000'000);
  for (const std::size_t least : {std::size_t{0}, std::size_t{1}, std::size_t{1'000'000}}) {
    FileSource source{file.path()};
    std::size_t read = 0;
    while (read < least) {
      read += source.read(buffer);
    }
    CHECK(source.sha256() == hash_of(bytes));
  }
}

TEST_CASE("A pipe that gives nothing more is waited for only as long as it is read") {
  OpenPipe pipe;
  FileSource source{pipe.path()};
  std::vector<std::byte> buffer(100);
  for (const char* const text : {"one", "two", "three", "four"}) {  // the first ones are read without a thread
    pipe.write(text);
    const std::size_t got = source.read(buffer);
    CHECK(std::string{reinterpret_cast<const char*>(buffer.data()), got} == text);
  }
}

}  // namespace arenasim::traces
