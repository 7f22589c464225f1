// A native binary file at hand, checked part by part: header, blocks, strings, index, trailer (spec/formats.md 2).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "traces/arsm_layout.hpp"
#include "traces/byte_spool.hpp"
#include "traces/event.hpp"
#include "traces/source.hpp"

namespace arenasim::traces {

/// A block taken out of the file.
struct ArsmBlock {
  ArsmBlockHeader header;
  std::uint64_t offset = 0;   ///< of its header
  std::uint64_t end = 0;      ///< of what comes next
  std::vector<Event> events;  ///< tags are numbers of the file
};

/// Everything throws InputError with an offset, and the block where there is one.
class ArsmFile {
 public:
  /// Takes in all of the source: strings stand behind the blocks that use them. `truncated` where it ends inside the
  /// header, else what is wrong with the header.
  ArsmFile(Source& source, bool lenient);

  [[nodiscard]] const ArsmHeader& header() const { return header_; }
  [[nodiscard]] std::uint64_t size() const { return bytes_.size(); }

  /// `truncated` where the trailer is missing or the size is not what the header says, `inconsistent` where its parts
  /// do not follow one another.
  void check_frame() const;

  /// `checksum` and what else is wrong with the bytes, where a block, the strings or the index are not as they were
  /// written; nothing is decoded.
  void check_sums() const;

  /// The texts that tags name, from number 1; none without the section.
  [[nodiscard]] std::vector<std::string> strings() const;

  /// Puts the block whose header stands at `offset` into `block`, in place of what is there; the `number` is for
  /// messages. Where it throws, `block` has no meaning.
  void read_block(std::uint64_t offset, std::uint64_t number, ArsmBlock& block) const;

  /// `checksum`, or `inconsistent` where a row is not what was found in the blocks.
  void check_index(std::span<const ArsmIndexRow> found) const;

 private:
  [[nodiscard]] std::string bytes(std::uint64_t offset, std::uint64_t count, const std::string& path) const;
  void check_header(const std::string& bytes) const;
  /// All of a block but its events; gives its payload as it is stored.
  [[nodiscard]] std::string stored_block(std::uint64_t offset, const std::string& path, ArsmBlock& block) const;
  void check_block_header(const ArsmBlockHeader& header, std::uint64_t offset, const std::string& path) const;

  ByteSpool bytes_;
  ArsmHeader header_;
};

}  // namespace arenasim::traces
