// The blocks of a native binary in order, decoded on a thread of its own beside whatever is done with their events.
#pragma once

#include <cstdint>
#include <exception>
#include <thread>

#include "traces/formats/arsm_file.hpp"
#include "traces/handover.hpp"

namespace arenasim::traces {

/// One behind the other, as many as the header says, in a few buffers that are used in turn.
class ArsmBlocks {
 public:
  /// The file must outlive it, and nobody else may read it until this is gone. The first block is read without a
  /// thread: many files are one.
  explicit ArsmBlocks(const ArsmFile& file);
  ArsmBlocks(const ArsmBlocks&) = delete;
  ArsmBlocks& operator=(const ArsmBlocks&) = delete;
  ~ArsmBlocks();

  /// The next block, which is good until the next call. There must be one by the header's count. Throws what reading it
  /// throws; then there is no next one.
  [[nodiscard]] const ArsmBlock& next();

 private:
  /// A block, or what came instead of it.
  struct Decoded {
    ArsmBlock block;
    std::exception_ptr error;
  };

  /// Reads every block but the first. `offset`: of the second.
  void run(std::uint64_t offset);
  /// False where it cannot be read.
  bool read(std::uint64_t number, std::uint64_t offset, Decoded& into) const;

  const ArsmFile& file_;
  Handover<Decoded> queue_;
  Decoded last_;
  std::thread thread_;  // the last member: it uses the others
};

}  // namespace arenasim::traces
