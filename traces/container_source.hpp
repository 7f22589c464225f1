// What decompressing sources share: an input buffer, offsets for messages and the cap on output.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "traces/containers.hpp"

namespace arenasim::traces {

class ContainerSource : public Source {
 public:
  ContainerSource(Source& compressed, ContainerSetting setting);

  [[nodiscard]] std::size_t read(std::span<std::byte> into) final;

 protected:
  /// Decompresses some of `input()` into `into`, takes what it used, and says how much came out. Where it needs more
  /// input it calls `refill`. 0 only at the end.
  [[nodiscard]] virtual std::size_t decompress(std::span<std::byte> into) = 0;

  [[nodiscard]] std::span<const std::byte> input() const { return std::span{buffer_}.first(filled_).subspan(used_); }
  void take(std::size_t bytes) { used_ += bytes; }

  /// False at the end of the compressed bytes.
  [[nodiscard]] bool refill();

  /// Of the first byte of `input()`, in the compressed bytes.
  [[nodiscard]] std::uint64_t offset() const { return before_buffer_ + used_; }

  [[noreturn]] void fail(std::uint64_t at, const std::string& text) const;
  [[noreturn]] void fail_cut(const std::string& text) const;

 private:
  [[nodiscard]] std::string described(const std::string& text) const;

  Source& compressed_;
  ContainerSetting setting_;
  std::vector<std::byte> buffer_;
  std::size_t filled_ = 0;
  std::size_t used_ = 0;
  std::uint64_t before_buffer_ = 0;
  std::uint64_t given_ = 0;
};

}  // namespace arenasim::traces
