// The bytes of a file or of standard input, hashed as they are read.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "traces/background_hash.hpp"
#include "traces/source.hpp"

namespace arenasim::traces {

class FileSource final : public Source {
 public:
  /// Opens `path`; `-` is standard input. Throws `io` for what is absent, a directory, or may not be read.
  explicit FileSource(const std::string& path);
  ~FileSource() override;
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;

  [[nodiscard]] std::size_t read(std::span<std::byte> into) override;

  /// The SHA-256 of the whole file in hex; reads what was not read yet. Call once.
  [[nodiscard]] std::string sha256();

 private:
  struct Block {
    std::vector<std::byte> bytes;
    std::uint64_t number = 0;  ///< in the order of reading, from 1
  };

  /// The next block of the file, into the buffer that was read longest ago.
  void fill();

  int descriptor_;
  std::array<Block, 3> blocks_;  // one is given out, the others may still be hashed
  std::span<const std::byte> rest_;
  std::uint64_t read_ = 0;
  bool ended_ = false;
  BackgroundHash hash_;  // looks into the blocks, so it ends before them
};

}  // namespace arenasim::traces
