// A stream buffer over a file descriptor that says why a write failed.
#pragma once

#include <array>
#include <cstddef>
#include <streambuf>
#include <string>

namespace arenasim::sim::cli {

/// Writes to a descriptor it does not own. Throws OutputError, or ClosedPipe where nobody reads any more.
class DescriptorBuffer final : public std::streambuf {
 public:
  /// `path` names the output in messages.
  DescriptorBuffer(int descriptor, std::string path);

 protected:
  int_type overflow(int_type character) override;
  std::streamsize xsputn(const char* text, std::streamsize size) override;
  int sync() override;

 private:
  void write_all(const char* text, std::size_t size);
  void write_pending();

  int descriptor_;
  std::string path_;
  std::array<char, std::size_t{1} << 16U> pending_;
};

}  // namespace arenasim::sim::cli
