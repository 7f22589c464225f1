// SHA-256 on a thread of its own: hashing a trace takes as long as reading it.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <queue>
#include <span>
#include <string>
#include <thread>

namespace arenasim::traces {

class BackgroundHash {
 public:
  BackgroundHash();
  ~BackgroundHash();
  BackgroundHash(const BackgroundHash&) = delete;
  BackgroundHash& operator=(const BackgroundHash&) = delete;

  /// The bytes must stay as they are until they are done.
  void add(std::span<const std::byte> block);

  /// Waits until that many of the blocks added are done.
  void wait_for(std::uint64_t blocks);

  /// In hex. Call once, after the last block.
  [[nodiscard]] std::string finish();

 private:
  class Sha256;

  void run();

  std::unique_ptr<Sha256> hash_;  // the thread's while there are blocks
  std::mutex mutex_;
  std::condition_variable changed_;
  std::queue<std::span<const std::byte>> waiting_;
  std::uint64_t added_ = 0;
  std::uint64_t done_ = 0;
  bool stopping_ = false;
  std::thread thread_;  // started with the second block: most files are one
};

}  // namespace arenasim::traces
