// The bytes of a file or of standard input, hashed as they are read.
#pragma once

#include <memory>
#include <string>

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
  class Hash;
  int descriptor_;
  std::unique_ptr<Hash> hash_;
};

}  // namespace arenasim::traces
