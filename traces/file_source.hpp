// The bytes of a file or of standard input, read and hashed on a thread of its own: hashing a trace takes as long as
// reading it.
#pragma once

#include <atomic>
#include <cstddef>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "traces/handover.hpp"
#include "traces/sha256.hpp"
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
  /// Some bytes; none at the end, and where reading failed.
  struct Block {
    std::vector<std::byte> bytes;
    std::size_t count = 0;
    int error = 0;

    [[nodiscard]] std::span<const std::byte> filled() const { return std::span{bytes}.first(count); }
  };

  /// The next block, into `block_`.
  void next();
  void fill(Block& block) const;
  void run();
  [[nodiscard]] bool waits_for_bytes() const;

  int descriptor_;
  Sha256 hash_;  // the thread's while it runs
  Block block_;
  std::span<const std::byte> rest_;  // of the block
  int blocks_ = 0;                   // read without the thread: most files are one
  bool ended_ = false;
  Handover<Block> queue_;
  std::atomic<bool> stopping_ = false;
  std::thread thread_;
};

}  // namespace arenasim::traces
