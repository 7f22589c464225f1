// Bytes that are written once and read back anywhere: in memory while they are few, then in a temporary file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace arenasim::traces {

class ByteSpool {
 public:
  /// Up to `memory_bytes` are kept in memory.
  explicit ByteSpool(std::size_t memory_bytes = std::size_t{64} << 20U) : memory_bytes_(memory_bytes) {}

  /// Throws std::system_error where there is no room for the temporary file.
  void append(std::string_view bytes);

  [[nodiscard]] std::uint64_t size() const { return size_; }

  /// The bytes from `offset`, as many as there are up to `count`.
  [[nodiscard]] std::string read(std::uint64_t offset, std::size_t count) const;

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }  // NOLINT(cppcoreguidelines-owning-memory)
  };

  std::size_t memory_bytes_;
  std::string memory_;                      // the first bytes
  std::unique_ptr<std::FILE, Close> file_;  // those behind
  std::uint64_t size_ = 0;
};

}  // namespace arenasim::traces
