// A file of a test's own, gone when the test is over.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace arenasim::tests {

class TemporaryFile {
 public:
  /// Holds `text`, under a name that no other test running at the same time has.
  explicit TemporaryFile(const std::string& text);
  ~TemporaryFile() { std::filesystem::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

/// `@17`: how messages say an offset.
[[nodiscard]] std::string at_offset(std::uint64_t offset);

}  // namespace arenasim::tests
