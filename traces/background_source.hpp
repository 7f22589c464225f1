// Bytes read on a thread of its own, some blocks ahead: what unpacks beside what reads.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "traces/source.hpp"

namespace arenasim::traces {

/// The bytes of another source. What that throws is thrown here, behind the bytes that came before it.
class BackgroundSource final : public Source {
 public:
  /// `under` belongs to the thread until this is gone. The first block is read without a thread: many files are one.
  explicit BackgroundSource(std::unique_ptr<Source> under);
  BackgroundSource(const BackgroundSource&) = delete;
  BackgroundSource& operator=(const BackgroundSource&) = delete;
  ~BackgroundSource() override;

  [[nodiscard]] std::size_t read(std::span<std::byte> into) override;

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace arenasim::traces
